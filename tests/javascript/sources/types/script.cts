import path = require('node:path');
import { plus } from './plain';

//@@Benchmark
function here(): string { return `${path.basename(__filename)} ${plus(1)}`; }

export = { here };
