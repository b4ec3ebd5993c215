const a = `@Benchmark
//@@Benchmark
function f() {}`;
const b = `one ${`two ${"}"} //@@Benchmark ${{ k: `three @Setup` }.k}`} ${/`}/.test("`")} \` @Benchmark \${`;
const c = `${function () { /* ` */ return `}`; // `
}()} @Benchmark`;
//@@Benchmark
function one() { return `${a}`; }
