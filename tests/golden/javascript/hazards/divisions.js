let a = 4, g = 2, i = 1;
const b = a / g / i, c = (a) / g / i, d = [a][0] / g / i, e = a++ / g / i, f = "1" / g / i, h = `2` / g / i;
const j = { k: 4 }.k / g / i, k = { valueOf() { return 4; } } / g / i, l = function () {} / g / i;
const m = a.return / g / i, n = this / g / i, o = 1. / g / i, p = /x/g / g / i, q = class {} / g / i;
a /= g; a = a /* ' */ / g; a = (a) // `
/ g;
const r = a / "'//@@Benchmark'".length, s = a / '@Benchmark'.length;
const t = (x) => x / 2, u = a ? b : c / 2;
//@@Benchmark
function one() { return a / "@Benchmark".length / 2; }
