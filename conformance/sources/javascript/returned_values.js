// Is what a benchmark returns, and what it gives to Blackhole, consumed with its value, whatever its type?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
class Number {
    value = 0;

    //@@Setup(Level.Trial)
    trial() { this.value += 40; }

    //@@Setup(Level.Iteration)
    iteration() { this.value += 2; }

    //@@TearDown(Level.Trial)
    after() { this.value = 0; }
}

//@@Benchmark
function anInteger(number) {
    line('call anInteger');
    return -number.value;
}

//@@Benchmark
function aFloat(number) {
    line('call aFloat');
    return number.value + 0.1;
}

//@@Benchmark
function aText(number) {
    line('call aText');
    return number.value === 42 ? 'f\u00fcr "42"\n' : 'wrong';
}

//@@Benchmark
function nothing(number) { line('call nothing'); }

//@@Benchmark
function toBlackhole(number, blackhole) {
    line('call toBlackhole');
    const zero = number.value - 42;
    blackhole.consume((1n << 62n) + BigInt(number.value));
    blackhole.consume(number.value / 4);
    blackhole.consume(number.value);
    blackhole.consume(-1 / zero);
    blackhole.consume(zero / zero);
    blackhole.consume(-0 * number.value);
    blackhole.consume(String.fromCharCode(number.value + 'x'.charCodeAt(0) - 42));
    blackhole.consume('0123456789abcdef'.repeat(number.value * 2));
    return zero === 0;
}
