// A baseline that the others are compared with, and a bound that none of them may beat: to change every byte costs no less than to copy
// it. firstWord stops at the first blank, a mistake that its time alone would make look like a success: `beats-bound`.

//@@State(Scope.Thread)
//@@StateLabel("text")
class Text {
    in = new Uint8Array(0);
    out = new Uint8Array(0);
    upper = new Uint8Array(256);

    //@@Setup
    make() {
        this.in = new TextEncoder().encode('what is read is not what is written, '.repeat(100));
        this.out = new Uint8Array(this.in.length);
        for (let c = 0; c < 256; c++) this.upper[c] = c >= 97 && c <= 122 ? c - 32 : c;
    }
}

//@@Benchmark(baseline = Baseline.BOUND)
function copy(text) {
    text.out.set(text.in);
    return text.out;
}

//@@Benchmark(baseline = true)
function byBranch(text) {
    for (let i = 0; i < text.in.length; i++) {
        const c = text.in[i];
        text.out[i] = c >= 97 && c <= 122 ? c - 32 : c;
    }
    return text.out;
}

//@@Benchmark
function byTable(text) {
    for (let i = 0; i < text.in.length; i++) text.out[i] = text.upper[text.in[i]];
    return text.out;
}

//@@Benchmark
function firstWord(text) {
    for (let i = 0; i < text.in.length && text.in[i] !== 32; i++) text.out[i] = text.upper[text.in[i]];
    return text.out;
}
