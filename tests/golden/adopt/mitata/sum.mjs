export function sum(v) { let t = 0; for (const x of v) t += x; return t; }
