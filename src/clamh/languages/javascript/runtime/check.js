// What `clamh build` asks: do the user's module and all that it imports parse and link? No line of it is run.

const { NAME } = require('./imported.js');
const { typed } = require('./typescript.js');

// Resolves to "" when they do, or to what is wrong; what it throws Node prints best, with a place known to nobody else.
module.exports = async function check(main, url) {
  Error.stackTraceLimit = 0;
  if (globalThis.Bun !== undefined && main.format === 'module') return bundled(main);
  if (main.format === 'commonjs') {
    const [vm, { default: Module }] = await Promise.all([import('node:vm'), import('node:module')]);
    const [head] = Module.wrapper;
    new vm.Script(Module.wrap(main.text), { filename: main.path, columnOffset: -head.length });
    return '';
  }
  // A module that is evaluated before it throws: by then everything has been parsed and linked.
  const inline = (text) => `data:text/javascript,${encodeURIComponent(text)}`;
  const first = [inline('throw "linked";'), url].map((one) => `import ${JSON.stringify(one)};`).join('');
  try {
    await import(inline(first));
  } catch (error) {
    if (error === 'linked') return '';
    const line = await importLine(error, main);
    if (line === 0) throw error;
    return `${main.path}:${line}\n${main.text.split('\n')[line - 1]}\n\n${error.message}\n`;
  }
  return '';
};

// Bun loads and runs at once: its bundler, which keeps what it makes to itself, follows all relative imports instead.
async function bundled({ path, text }) {
  const loader = typed(path) ? 'ts' : 'js';
  const own = { name: 'clamh', setup: (build) => build.onLoad({ filter: /./ }, (one) => (one.path === path ? { contents: text, loader } : undefined)) };
  const done = await Bun.build({ entrypoints: [path], plugins: [own], target: 'bun', packages: 'external', throw: false });
  const [trouble] = done.logs.filter((one) => one.level === 'error');
  if (done.success || trouble === undefined) return unresolved(path, text, loader);
  const { file, line, lineText } = trouble.position ?? { file: path, line: 1, lineText: '' };
  return `${file}:${line}\n${lineText}\n\nSyntaxError: ${trouble.message}\n`;
}

// The first static import of a package that is not installed.
async function unresolved(path, text, loader) {
  const { dirname } = await import('node:path');
  for (const { kind, path: wanted } of new Bun.Transpiler({ loader }).scanImports(text)) {
    if (kind !== 'import-statement' || wanted.startsWith('.') || wanted === NAME) continue;
    try {
      Bun.resolveSync(wanted, dirname(path));
    } catch (error) {
      const at = Math.max(text.indexOf(`'${wanted}'`), text.indexOf(`"${wanted}"`), 0);
      const line = text.slice(0, at).split('\n').length;
      return `${path}:${line}\n${text.split('\n')[line - 1]}\n\n${error.message}\n`;
    }
  }
  return '';
}

// The line of the import that Node could not resolve, which its message does not say; 0 when it stands in another file.
async function importLine({ code, message }, { text, path: own }) {
  const missing = /^Cannot find (?:module|package) '(.*)' imported from (.*)$/m.exec(String(message));
  if (code !== 'ERR_MODULE_NOT_FOUND' || missing === null || missing[2] !== own) return 0;
  const { dirname, resolve } = await import('node:path');
  const wanted = missing[1];
  for (const match of text.matchAll(/(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/g)) {
    const resolved = match[2].startsWith('.') ? resolve(dirname(own), match[2]) : match[2];
    if (resolved === wanted || match[2].startsWith(`${wanted}/`)) return text.slice(0, match.index + match[0].length).split('\n').length;
  }
  return 0;
}
