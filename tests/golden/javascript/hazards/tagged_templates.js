const tag = (strings) => strings.raw[0];
const a = tag`\u @Benchmark ${1} "`;
//@@Benchmark
const one = () => tag`//@@Benchmark '`;
