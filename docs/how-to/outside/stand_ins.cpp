// A stand-in for what CLAMH provides, as the guide shows it.

#ifndef CLAMH
class Blackhole {
public:
    template <class T>
    static void consume(T) {}
};
#endif

//@@State(Scope.Benchmark)
struct Number {
    long value = 12;
};

//@@Benchmark
void square(const Number &number, Blackhole &blackhole) { blackhole.consume(number.value * number.value); }

#ifndef CLAMH
int main() {
    Number number;
    Blackhole blackhole;
    square(number, blackhole);
}
#endif
