//@@Benchmark

// What it does.
/* And more. */
#define NUMBER 3
/* end */ static /* kind */ int /* name */ sum /* list */ (void) /* body */ { return NUMBER; }
