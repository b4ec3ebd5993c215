// What the worker needs of Node, taken before any code of the user's runs: a module that replaces process.hrtime or a
// method of Array changes nothing of it. For the same reason the rest of the worker runs in a realm of its own (start.js).
'use strict';

module.exports = async function natives() {
  const [fs, util, { createRequire }] = await Promise.all(
    [import('node:fs'), import('node:util'), import('node:module')],
  );
  const { types } = util;
  const { argv, env, hrtime, pid, versions } = process;
  const { bigint } = hrtime;
  const { isArray } = Array;
  const [make, isView, AnyError] = [Number, ArrayBuffer.isView, Error];
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const [encode, decode] = [encoder.encode.bind(encoder), decoder.decode.bind(decoder)];
  const { readSync, writeSync, fstatSync, realpathSync } = fs;
  const artifactPath = realpathSync(argv[1]);
  const require = createRequire(artifactPath);
  const given = { input: env.CLAMH_IN, output: env.CLAMH_OUT };
  delete env.CLAMH_IN; // a benchmark that starts another artifact starts one that runs by itself
  delete env.CLAMH_OUT;
  // Node gives `gc` to a context that is made while this flag is on.
  const collector = () => {
    if (versions.bun) return () => Bun.gc(true);
    require('node:v8').setFlagsFromString('--expose-gc');
    return require('node:vm').runInNewContext('gc');
  };
  let collect;
  return {
    given,
    arguments: argv.slice(2),
    artifactPath,
    clockWanted: env.CLAMH_CLOCK,
    environment: env,
    executable: process.execPath,
    // Nanoseconds; differences of them are exact below 2^53. hrtime.bigint makes an object per reading, and is slower for it.
    // Not performance.now: in Node 20.6 it looks process.hrtime up at each reading, which user code may have replaced.
    clocks: [
      ['process.hrtime', () => { const time = hrtime(); return time[0] * 1e9 + time[1]; }],
      ['process.hrtime.bigint', () => make(bigint())],
    ],
    pid,
    // Bun calls itself a Node too, with a V8.
    toolchain: { name: versions.bun ? 'bun' : 'node', version: versions.bun ?? versions.node },
    engine: versions.bun ? `JavaScriptCore ${versions.webkit.slice(0, 12)}` : `V8 ${versions.v8}`,
    flags: JSON.stringify(process.execArgv),
    optimised: optimised(process.execArgv, env),
    exit: process.exit.bind(process),
    on: process.on.bind(process),
    setImmediate,
    // All garbage, twice as in JMH: what the first time only marked as to be finalised goes the second time.
    collectGarbage: () => {
      collect ??= collector();
      collect();
      collect();
    },
    resourceUsage: process.resourceUsage.bind(process),
    readSync: (descriptor, bytes) => readSync(descriptor, bytes, 0, bytes.length, null),
    writeSync: (descriptor, bytes, from) => writeSync(descriptor, bytes, from, bytes.length - from),
    isOpen: (descriptor) => {
      try {
        return fstatSync(descriptor) !== undefined;
      } catch {
        return false;
      }
    },
    encoded: encode,
    decoded: (bytes) => {
      try {
        return decode(bytes);
      } catch {
        return null;
      }
    },
    sha256: (bytes) => require('node:crypto').createHash('sha256').update(bytes).digest('hex'),
    isError: (value) => types.isNativeError(value) || value instanceof AnyError,
    error: (message) => new AnyError(message),
    inspect: util.inspect,
    // The bytes of what consists of bytes, the elements of what consists of elements; null for everything else.
    bytesOf: (value) => {
      if (types.isUint8Array(value) || types.isInt8Array(value) || types.isUint8ClampedArray(value) || types.isDataView(value)) {
        return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
      }
      return types.isAnyArrayBuffer(value) ? new Uint8Array(value) : null;
    },
    elementsOf: (value) => {
      if (isArray(value) || isView(value)) return value;
      return types.isSet(value) || types.isMap(value) ? [...value] : null;
    },
    require,
  };
};

// Whether the engine may compile what runs often: without that, times are not those of the language as it is used.
function optimised(flags, environment) {
  const without = flags.some((flag) => /^--(?:jitless|no-?opt|no-?turbofan)$/.test(flag.replaceAll('_', '-')));
  return !without && !['0', 'false'].some((no) => [environment.BUN_JSC_useJIT, environment.BUN_JSC_useDFGJIT].includes(no));
}
