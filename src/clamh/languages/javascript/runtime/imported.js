// What `import … from 'clamh_runtime'` and `require('clamh_runtime')` give: the classes of the injected objects. Without CLAMH
// they come from the package outside/; here no package has to be there.

const { Blackhole } = require('./blackhole.js');
const { Control } = require('./control.js');
const { Memory } = require('./memory.js');
const { Operations } = require('./operations.js');
const { BenchmarkParams, IterationParams, ThreadParams } = require('./benchmark_params.js');
const { Random } = require('./random.js');

const classes = { Blackhole, Control, Memory, Operations, BenchmarkParams, IterationParams, ThreadParams, Random };
const NAME = 'clamh_runtime';
const KEY = 'Symbol.for("clamh_runtime")';
const names = Object.keys(classes).join(', ');
const text = `const { ${names} } = globalThis[${KEY}];\nexport { ${names} };\n`;
const url = `data:text/javascript,${encodeURIComponent(text)}`;

// From here on the user's modules find it.
function serve(Module) {
  Object.defineProperty(globalThis, Symbol.for(NAME), { value: classes });
  if (globalThis.Bun !== undefined) {
    Bun.plugin({ name: NAME, setup: (build) => build.module(NAME, () => ({ exports: classes, loader: 'object' })) });
    return;
  }
  const module = new Module(NAME);
  Object.assign(module, { exports: classes, loaded: true, filename: NAME });
  Module._cache[NAME] = module;
  const resolve = Module._resolveFilename;
  Module._resolveFilename = (request, ...rest) => (request === NAME ? NAME : resolve(request, ...rest));
}

module.exports = { NAME, serve, url };
