// CommonJS in TypeScript's own words.
import fs = require('node:fs');

//@@Benchmark
function exists(): boolean { return fs.existsSync('.'); }

export = { exists };
