#include "worker.h"
int run_solo(int count, char **arguments) { (void)count; (void)arguments; return 2; }
