int million = 1'000'000;
unsigned mask = 0xFF'FFu;
double real = 1'0.2'5e1'0;
//@@Benchmark
int uses() { return million; }
int odd = 1'2;
