// Starts the worker in a realm of its own, which has its own Array, Promise, Map and so on: user code can change nothing
// in it. What the measured code calls lives in the user's realm, since V8 inlines nothing across realms.

module.exports = async function start(artifact, link, inside, require) {
  const [natives, { Script, createContext }] = await Promise.all([require('./natives.js')(), import('node:vm')]);
  const say = (descriptor, text) => { natives.writeSync(descriptor, natives.encoded(text), 0); };
  const { fence } = require('./loop.js');
  // However long a function is, JavaScriptCore inlines what is left of it without the branches that were never taken.
  if (globalThis.Bun !== undefined) (await import('bun:jsc')).noInline(fence);
  const script = new Script(`'use strict'; [${link}, ${inside}]`, { filename: 'clamh-runtime' });
  const [linkThere, modules] = script.runInContext(createContext({}));
  const main = linkThere(modules(), { './natives.js': { ...natives, say } })('./main.js');
  const load = require('./load.js');
  // The tables go there as text: an object of this realm has methods that user code can replace.
  const done = main(JSON.stringify({ ...artifact, files: undefined, source: artifact.files[0].name }), {
    loadModule: (register) => load(artifact, natives.artifactPath, register),
    fence,
    injected: require('./injected.js'),
  });
  // A rejection of the worker's own would pass for a promise of the user's that nothing awaits: exit code 0 without a word.
  natives.exit(await done.catch((error) => {
    if (natives.arguments[0] === '--check-modules') throw error; // the user's: only Node itself prints its place
    say(2, `${error.stack}\n`);
    return 70;
  }));
};
