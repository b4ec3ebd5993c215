/* A language's side by hand: what each function did is written into a journal, and one benchmark throws when it is told to. */
#ifndef TABLE_H
#define TABLE_H

#include "clamh_abi.h"

extern char journal[1 << 16];
void note(const char *format, ...);
extern const struct clamh_artifact table;
extern int flushes; /* of the language's own streams */
void register_table(void);

#endif
