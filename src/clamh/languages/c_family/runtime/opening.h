/* What a param's canonical text means for each type of field of C and C++. Each function returns 1 if the text is no value of the type. */
#ifndef CLAMH_OPENING_H
#define CLAMH_OPENING_H

#include "../../../native/clamh_abi.h"

struct clamh_constant { /* of an enum; a list of them ends with a null name */
    const char *name;
    long long value;
};

/* In opening.c. */
#ifdef __cplusplus
extern "C" {
#endif
int clamh_parse_boolean(int *value, const char *text, size_t size);
int clamh_parse_code_point(unsigned long *value, const char *text, size_t size);
int clamh_parse_ascii(unsigned long *value, const char *text, size_t size);
int clamh_parse_signed(long long *value, const char *text, size_t size);
int clamh_parse_unsigned(unsigned long long *value, const char *text, size_t size);
int clamh_parse_float(float *value, const char *text, size_t size);
int clamh_parse_double(double *value, const char *text, size_t size);
int clamh_parse_long_double(long double *value, const char *text, size_t size);
int clamh_parse_string(const char **value, const char *text, size_t size);
int clamh_parse_constant(long long *value, const char *text, const struct clamh_constant *constants);
#ifdef __cplusplus
}
#endif

#endif
