const a = { b: null }, c = a?.b?.["//@@Benchmark"], d = a ?.5 : 1, e = a ?? "/" / 2, f = 1_000 / 2_0;
a.b ??= /"/; a.b ||= /'/ && 1; a.b **= 2 / 1;
label: for (;;) { break label; }
import.meta?.url / "`".length;
//@@Benchmark
async function one() { for await (const x of []) /"/.test(x); return await /'/ ; }
