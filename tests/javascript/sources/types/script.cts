import path = require('node:path');
import plain = require('./plain.cjs');

//@@Benchmark
function here(): string { return `${path.basename(__filename)} ${plain.plus(1)}`; }

export = { here };
