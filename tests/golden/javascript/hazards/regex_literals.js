const a = /"/, b = /'/, c = /`/, d = /[/"]@Benchmark/gu, e = /\/\/@@Benchmark/, f = /[\]/`]/u, v = /[\p{L}--[a-z]]/v;
if (a) /"/.test("x");
while (a.lastIndex) /'@Benchmark/.exec("'");
const g = [/`/, /"/], h = { re: /'/ }, i = () => /"/, j = a ? /'/ : /`/;
const k = () => { return /"/; };
function l(x) { switch (x) { case /"/: return typeof /'/; default: return x in /`/; } }
{ } /"/.test("block");
for (const m of /'/[Symbol.split]("x")) ;
do /"/.test("x"); while (false)
const n = !/`/.test("x") && /"/g.flags;
//@@Benchmark
function one() { return /@Benchmark/.test("x"); }
