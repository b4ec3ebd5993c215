// Waiting for what user code promised, and what goes wrong meanwhile and is not caught.

const natives = require('./natives.js');

let reject = null; // of what is waited for now
let stray = null; // { error } that was not caught while nothing was waited for

function thenable(value) {
  return value !== null && (typeof value === 'object' || typeof value === 'function') && typeof value.then === 'function';
}

// A promise as `new Promise(executor)` makes it, which is refused too when something goes wrong and is not caught.
function guarded(executor) {
  return new Promise((resolve, refuse) => {
    reject = refuse;
    executor(resolve, refuse);
  }).finally(() => { reject = null; });
}

// The value, or what it promises.
async function settled(value) {
  return thenable(value) ? guarded((resolve, refuse) => { value.then(resolve, refuse); }) : value;
}

function caught(error) {
  if (reject !== null) reject(error);
  else stray ??= { error };
}

// Node reports what was not caught, and when nothing is left that could keep a promise.
function watch() {
  natives.on('uncaughtException', caught);
  natives.on('unhandledRejection', caught);
  natives.on('beforeExit', () => {
    if (reject !== null) reject(natives.error('a promise is waited for that nothing can settle any more'));
  });
}

// Lets the event loop turn, and throws what was not caught.
async function turn() {
  await new Promise((resolve) => { natives.setImmediate(resolve); });
  if (stray === null) return;
  const { error } = stray;
  stray = null;
  throw error;
}

module.exports = { guarded, settled, thenable, turn, watch };
