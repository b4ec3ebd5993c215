// Loads the user's module under its own name with the text that the artifact has of it: the annotations blanked, and the
// registration at its end. So import.meta.url, __dirname, imports and stack traces are what they are without CLAMH, and
// whoever imports the file too gets the same module.

const check = require('./check.js');
const ours = require('./imported.js');
const { meant, typed } = require('./typescript.js');

// What Node asks when it imports something. `known` has our files by URL, `own` the module of the injected classes.
function makeHooks(known, own, meant) {
  return {
    resolve: (specifier, context, next) => {
      if (specifier === own.name && context.conditions.includes('import')) return { url: own.url, shortCircuit: true };
      const url = meant(specifier, context.parentURL, known);
      return url === undefined ? next(specifier, context) : { url, format: known.get(url).format, shortCircuit: true };
    },
    load: (url, context, next) => (known.has(url) ? { ...known.get(url), shortCircuit: true } : next(url, context)),
  };
}

// The same in Node's own thread for loading (before 22.15), which sleeps unless something is being imported.
const HOOK = `let hooks;
export function initialize({ files, own }) { hooks = (${makeHooks})(new Map(files), own, ${meant}); }
export async function resolve(...given) { return hooks.resolve(...given); }
export async function load(...given) { return hooks.load(...given); }`;

// `given` is what the registration finds under the artifact's prefix; null: the module is not run, only checked.
module.exports = async function load(artifact, artifactPath, given) {
  const [fs, path, { fileURLToPath, pathToFileURL }, Module] = await Promise.all(
    [import('node:fs'), import('node:path'), import('node:url'), import('node:module').then((one) => one.default)],
  );
  const folder = home();
  const files = artifact.files.map((file) => ({ ...file, path: placeOf(file) }));
  const main = files[0];
  if (!artifact.standalone && !fs.existsSync(main.path)) {
    throw new Error(`${main.path} is not there any more; build it again where it is`);
  }
  if (artifact.standalone && globalThis.Bun !== undefined) {
    throw new Error('a standalone file runs on Node only: Bun finds no module of which there is no file');
  }
  const real = globalThis.Bun === undefined || main.format === 'commonjs' ? main.path : fs.realpathSync(main.path);
  if (real !== main.path) throw new Error(`${main.path} is a link, and Bun loads what it leads to: name ${real} instead`);
  if (artifact.ours) ours.serve(Module);
  const scripts = files.filter((one) => one.format === 'commonjs');
  if (globalThis.Bun !== undefined) {
    serveBun(files.filter((one) => one.format === 'module')); // a CommonJS module from a plugin it never runs
    serveScripts(Module, scripts, pathToFileURL);
  } else {
    if (files.some((one) => typed(one.path))) process.setSourceMapsEnabled(true); // errors stand in the lines of the source
    serveScripts(Module, scripts, pathToFileURL, artifact.standalone);
    // Of a script a module imports, Node would ask the disk, where none of a standalone artifact's files is.
    serveModules(Module, artifact.ours ? { name: ours.NAME, url: ours.url } : {}, files.filter((one) => one.format === 'module' || typed(one.path) || artifact.standalone).map((one) => [pathToFileURL(one.path).href, {
      format: formatOf(one, artifact.standalone), source: one.format === 'module' || !typed(one.path) ? one.text : null,
    }]));
  }
  if (given === null) {
    fs.chmodSync(artifactPath, 0o755); // as a compiler does with what it makes
    return check(main, pathToFileURL(main.path).href);
  }
  globalThis[artifact.prefix] = given;
  try {
    for (const one of files.filter((file) => file.load)) { // the main one first; after it only what it does not load itself, such as a state that JSDoc names
      if (one.format === 'module') await import(pathToFileURL(one.path).href);
      else Module.createRequire(main.path)(one.path);
    }
  } finally {
    delete globalThis[artifact.prefix];
  }
  return main.path;

  // Node and Bun know a file that a link leads to by its own name. Ours keep the name that their imports are found by.
  function placeOf({ name, load: own }) {
    const place = path.resolve(folder, name);
    return own || typed(place) || !fs.existsSync(place) ? place : fs.realpathSync(place);
  }

  // Where the sources are: beside an artifact that was published there, else where they were built from.
  function home() {
    const beside = path.dirname(artifactPath);
    if (artifact.standalone) return beside;
    return fs.existsSync(path.join(beside, artifact.files[0].name)) ? beside : artifact.folder;
  }
};

// A standalone artifact has TypeScript as it was written, which Node strips of its types.
function formatOf({ format, path }, standalone) {
  return standalone && format === 'module' && typed(path) ? 'module-typescript' : format;
}

function serveScripts(Module, files, pathToFileURL, standalone = false) {
  if (files.length === 0) return;
  // What may be left away of the name of a file that need not be there, so that Node itself cannot find it.
  const endings = standalone ? ['', '.js', '.cjs', '/index.js'] : [''];
  const texts = new Map(files.map((one) => [one.path, one.text]));
  // Node takes a .cjs file for a .js one, and would find it without its ending if it had a handler; Bun asks for one.
  const kinds = ['.js', '.ts', '.cts', ...(globalThis.Bun === undefined ? [] : ['.cjs'])];
  for (const ending of kinds) {
    const before = Module._extensions[ending] ?? Module._extensions['.js'];
    if (ending !== '.js' && !files.some((one) => one.path.endsWith(ending))) continue;
    Module._extensions[ending] = (module, filename) => {
      if (texts.has(filename)) module._compile(texts.get(filename), filename, standalone && typed(filename) ? 'commonjs-typescript' : 'commonjs');
      else before(module, filename);
    };
  }
  const known = new Map(files.map((one) => [pathToFileURL(one.path).href, one.path]));
  const resolve = Module._resolveFilename;
  Module._resolveFilename = (request, parent, ...rest) => {
    if (texts.has(request)) return request;
    const own = parent?.filename && pathToFileURL(parent.filename).href;
    const url = own && endings.map((ending) => meant(request + ending, own, known)).find((one) => one !== undefined);
    return url ? known.get(url) : resolve(request, parent, ...rest);
  };
}

function serveModules(Module, own, files) {
  if (files.length === 0 && own.name === undefined) return;
  if (Module.registerHooks !== undefined) Module.registerHooks(makeHooks(new Map(files), own, meant));
  else Module.register(`data:text/javascript,${encodeURIComponent(HOOK)}`, { data: { files, own } });
}

// Bun has the hooks only by name; it reads TypeScript itself, and finds it under its other names.
function serveBun(files) {
  if (files.length === 0) return;
  const byPath = new Map(files.map((one) => [one.path, { contents: one.text, loader: typed(one.path) ? 'ts' : 'js' }]));
  const filter = new RegExp(`^(?:${[...byPath.keys()].map((one) => one.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})$`);
  Bun.plugin({ name: 'clamh', setup: (build) => build.onLoad({ filter }, ({ path }) => byPath.get(path)) });
}
