// Loads the user's module under its own name with the text that the artifact has of it: the annotations blanked, and the
// registration at its end. So import.meta.url, __dirname, imports and stack traces are what they are without CLAMH, and
// whoever imports the file too gets the same module.
'use strict';

const check = require('./check.js');

// Runs in Node's own thread for loading (before 22.15), which sleeps unless something is being imported.
const HOOK = `let texts;
export function initialize(given) { texts = given; }
export async function load(url, context, next) {
  return Object.hasOwn(texts, url) ? { format: 'module', source: texts[url], shortCircuit: true } : next(url, context);
}`;

// `given` is what the registration finds under the artifact's prefix; null: the module is not run, only checked.
module.exports = async function load(artifact, artifactPath, given) {
  const [fs, path, { fileURLToPath, pathToFileURL }, Module] = await Promise.all(
    [import('node:fs'), import('node:path'), import('node:url'), import('node:module').then((one) => one.default)],
  );
  const folder = home();
  const files = artifact.files.map((file) => ({ ...file, path: path.resolve(folder, file.name) }));
  const main = files[0];
  if (!fs.existsSync(main.path)) {
    throw new Error(`${main.path} is not there any more; build it again where it is`);
  }
  const scripts = new Map(files.filter((one) => one.format === 'commonjs').map((one) => [one.path, one.text]));
  const modules = files.filter((one) => one.format === 'module').map((one) => [pathToFileURL(one.path).href, one.text]);
  if (scripts.size > 0) serveScripts(Module, scripts);
  if (modules.length > 0) serveModules(Module, Object.fromEntries(modules), fileURLToPath);
  if (given === null) {
    fs.chmodSync(artifactPath, 0o755); // as a compiler does with what it makes
    return check(main, pathToFileURL(main.path).href);
  }
  globalThis[artifact.prefix] = given;
  try {
    for (const one of files) { // the main one first; after it only what it does not load itself, such as a state that JSDoc names
      if (one.format === 'module') await import(pathToFileURL(one.path).href);
      else Module.createRequire(main.path)(one.path);
    }
  } finally {
    delete globalThis[artifact.prefix];
  }
  return main.path;

  // Where the sources are: beside an artifact that was published there, else where they were built from.
  function home() {
    const beside = path.dirname(artifactPath);
    return fs.existsSync(path.join(beside, artifact.files[0].name)) ? beside : artifact.folder;
  }
};

function serveScripts(Module, texts) {
  const before = Module._extensions['.js'];
  Module._extensions['.js'] = (module, filename) => {
    if (texts.has(filename)) module._compile(texts.get(filename), filename, 'commonjs');
    else before(module, filename);
  };
}

function serveModules(Module, texts, fileURLToPath) {
  if (globalThis.Bun !== undefined) {
    const byPath = new Map(Object.entries(texts).map(([url, text]) => [fileURLToPath(url), text]));
    const filter = new RegExp(`^(?:${[...byPath.keys()].map((one) => one.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})$`);
    Bun.plugin({
      name: 'clamh',
      setup: (build) => build.onLoad({ filter }, ({ path }) => ({ contents: byPath.get(path), loader: 'js' })),
    });
  } else if (Module.registerHooks !== undefined) {
    Module.registerHooks({
      load: (url, context, next) => (
        Object.hasOwn(texts, url) ? { format: 'module', source: texts[url], shortCircuit: true } : next(url, context)
      ),
    });
  } else {
    Module.register(`data:text/javascript,${encodeURIComponent(HOOK)}`, { data: texts });
  }
}
