#include <cstdio>

//@@Benchmark
int uses() { return 1; }

int main(int argc, char **) {
    std::printf("%d\n", uses() + argc);
    return 0;
}
