/* Scores and the Result block of --solo, as the guide shows them. */
#pragma once

#include "case.h"

int64_t unit_ns(const char *name); /* 0: no such unit */
double score(const struct open_case *open, int function); /* -1: of all threads */
void print_threads(const struct open_case *open);
void print_score(const struct open_case *open);
void print_result(const struct open_case *open, const double *scores, size_t count);
