//@@Benchmark
int sum(void) { return 1; }

int main(int count, char **arguments) {
    return sum() + count + (arguments == 0);
}
