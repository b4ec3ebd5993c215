// A slash after `!` divides; type arguments and `as` open no regular expression, and // in a template is no comment.
export const half = (a?: number) => a! / 2 as number; // @Benchmark in a comment is none
const map = new Map<string, Array<RegExp>>([[`//@@Benchmark`, [/@@Benchmark\/"/]]]);
let value = <number>half(4)! / 1; const text = "@Benchmark";

//@@Benchmark
export const ratio = (): number => (value! / 2) / half(2)!;
