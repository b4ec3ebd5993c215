// Replaces what the worker is made of: it must not notice.
'use strict';
const broken = () => { throw new Error('the worker uses what user code replaced'); };
const replace = (owner, ...names) => { for (let at = 0; at < names.length; at += 1) owner[names[at]] = broken; };

const fs = require('node:fs');
const clocks = Object.getPrototypeOf(performance);
replace(process, 'resourceUsage', 'exit', 'on', 'hrtime');
replace(clocks, 'now');
replace(fs, 'readSync', 'writeSync');
replace(Date, 'now');
replace(JSON, 'stringify', 'parse');
replace(Math, 'round', 'max', 'min', 'floor', 'ceil');
replace(Object, 'assign', 'entries', 'hasOwn', 'fromEntries', 'keys');
replace(Number, 'isInteger', 'isSafeInteger');
replace(RegExp.prototype, 'exec', 'test');
replace(Map.prototype, 'get', 'set', 'has');
replace(String.prototype, 'split', 'slice', 'startsWith', 'replaceAll');
replace(Array, 'from', 'isArray');
replace(Array.prototype, 'push', 'map', 'filter', 'find', 'some', 'slice', 'sort', 'includes', 'at', 'flatMap', Symbol.iterator);
replace(Object.prototype, 'toJSON');

//@@Benchmark
function sum() {
    let sum = 0;
    for (let at = 0; at < 10; at += 1) sum += at;
    return sum;
}

//@@Benchmark
async function later() { return [7]; }
