// node exact.cjs RUNTIME VALUES: compares Random with the reference values, and consumeCPU with its formula in BigInt.
'use strict';

const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const [runtime, file] = process.argv.slice(2);
const { Blackhole } = require(join(runtime, 'blackhole.js'));
const { Random, mixed } = require(join(runtime, 'random.js'));
const { drawGap } = require(join(runtime, 'sampling.js'));
const reference = JSON.parse(readFileSync(file, 'utf8'));
const WORD = (1n << 64n) - 1n;

const wrong = [];
for (const [call, values] of Object.entries(reference.values)) {
  const random = new Random(BigInt(reference.seed));
  const [, method, bound] = /^(\w+)\((\d*)\)$/.exec(call);
  for (const [at, value] of values.entries()) {
    let got;
    if (method === 'nextBytes') {
      const bytes = new Uint8Array(Number(bound));
      random.nextBytes(bytes);
      got = Buffer.from(bytes).toString('hex');
    } else {
      got = bound === '' ? random[method]() : random[method](method === 'nextLong' ? BigInt(bound) : Number(bound));
    }
    if (typeof value === 'string' ? String(got) !== value : got !== value) wrong.push(`${call} ${at}: ${got}, not ${value}`);
  }
}
for (const { seed, thread, 'nextLong()': values } of reference.beginnings) {
  const random = new Random(BigInt(seed) ^ mixed(thread));
  for (const value of values) if (String(random.nextLong()) !== value) wrong.push(`seed ${seed}, thread ${thread}`);
}

// The fields of a Blackhole say what t begins with and which t at the end it notices.
function spun(start, tokens) {
  let t = start;
  for (let i = BigInt(tokens); i > 0n; i -= 1n) t = (t + ((t * 0x5deece66dn + 0xbn + i) & ((1n << 48n) - 1n))) & WORD;
  return t;
}
const draws = new Random(7n);
for (let turn = 0; turn < 200; turn += 1) {
  const start = BigInt.asUintN(64, draws.nextLong());
  const tokens = turn < 5 ? turn : draws.nextInt(3000);
  for (const off of [0n, 1n]) {
    const hole = new Blackhole();
    const end = (spun(start, tokens) + off) & WORD;
    for (let piece = 0; piece < 4; piece += 1) {
      hole.cpu[piece] = Number((start >> BigInt(16 * piece)) & 0xffffn);
      hole.cpu[4 + piece] = Number((end >> BigInt(16 * piece)) & 0xffffn);
    }
    const before = hole.cpu[0];
    hole.consumeCPU(tokens);
    if ((hole.cpu[0] === before + 1) !== (off === 0n)) wrong.push(`consumeCPU(${tokens}) from ${start}`);
  }
}
for (const tokens of [2 ** 31, Infinity]) {
  try {
    new Blackhole().consumeCPU(tokens);
    wrong.push(`consumeCPU(${tokens})`);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

// Gaps: a geometric distribution, whose mean is (1 - p) / p and whose chance of 0 is p.
for (const chance of [1, 0.5, 0.02]) {
  const gaps = new Random(3n);
  let sum = 0;
  let none = 0;
  const COUNT = 200_000;
  for (let at = 0; at < COUNT; at += 1) {
    const gap = drawGap(gaps, chance);
    sum += gap;
    none += gap === 0 ? 1 : 0;
  }
  const mean = (1 - chance) / chance;
  const deviations = (sum / COUNT - mean) / (Math.sqrt(1 - chance) / chance / Math.sqrt(COUNT) || 1e-9);
  const share = (none / COUNT - chance) / (Math.sqrt(chance * (1 - chance) / COUNT) || 1e-9);
  if (!(Math.abs(deviations) < 5 && Math.abs(share) < 5)) wrong.push(`gaps for ${chance}: mean ${sum / COUNT}`);
}
console.log(wrong.length === 0 ? 'exact' : wrong.slice(0, 20).join('\n'));
