// What the worker needs of Node, taken before any code of the user's runs: a module that replaces process.hrtime or a
// method of Array changes nothing of it. For the same reason the rest of the worker runs in a realm of its own (start.js).

module.exports = async function natives() {
  const [fs, util, { createRequire }, threads, { availableParallelism }] = await Promise.all(
    [import('node:fs'), import('node:util'), import('node:module'), import('node:worker_threads'), import('node:os')],
  );
  const { types } = util;
  const { argv, env, hrtime, pid, versions } = process;
  const { bigint } = hrtime;
  const { isArray } = Array;
  const [make, isView, AnyError, SharedBuffer] = [Number, ArrayBuffer.isView, Error, SharedArrayBuffer];
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const [encode, encodeInto, decode] = [encoder.encode.bind(encoder), encoder.encodeInto.bind(encoder), decoder.decode.bind(decoder)];
  const { closeSync, openSync, readSync, writeSync, realpathSync, readFileSync, readlinkSync } = fs;
  const artifactPath = realpathSync(argv[1]);
  const require = createRequire(artifactPath);
  const given = { input: env.CLAMH_IN, output: env.CLAMH_OUT };
  delete env.CLAMH_IN; // a benchmark that starts another artifact starts one that runs by itself
  delete env.CLAMH_OUT;
  const thread = startedAsThread(threads, fs);
  const counters = thread === null ? env.CLAMH_COUNTERS : thread.counters;
  delete env.CLAMH_COUNTERS;
  // Node gives `gc` to a context that is made while this flag is on.
  const collector = () => {
    if (versions.bun) return () => Bun.gc(true);
    require('node:v8').setFlagsFromString('--expose-gc');
    return require('node:vm').runInNewContext('gc');
  };
  let collect;
  let account; // its descriptor, kept open
  const bytes = new Uint8Array(96);
  const event = new BigInt64Array(3);
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
    optimised: optimised([...process.execArgv, ...(versions.bun ? '' : env.NODE_OPTIONS ?? '').split(/\s+/)], env),
    exit: process.exit.bind(process),
    on: process.on.bind(process),
    setImmediate,
    setTimeout,
    clearTimeout,
    cpus: availableParallelism,
    processors: availableParallelism(),
    thread,
    startThread: (given, memory, hear) => startThread(threads, artifactPath, { given, memory, counters }, hear),
    // The descriptors of events that the system counts, and what the worker reads itself.
    counters,
    // Of an event: its count, and for how long it was enabled and running; -1 where it cannot be read.
    readEvent: attempt((descriptor) => {
      const size = readSync(descriptor, event, 0, event.byteLength, null);
      return size === event.byteLength ? [make(event[0]), make(event[1]), make(event[2])] : [-1, -1, -1];
    }, [-1, -1, -1]),
    newMemory: (bytes) => new SharedBuffer(bytes),
    // The number that the system has for this thread, what it says of its context switches, and the scheduler's account of it.
    threadId: attempt(() => make(/[0-9]+$/.exec(readlinkSync('/proc/thread-self'))[0]), null),
    threadStatus: attempt(() => readFileSync('/proc/thread-self/status', 'latin1'), ''),
    schedstat: attempt(() => {
      account ??= openSync('/proc/thread-self/schedstat');
      return decode(bytes.subarray(0, readSync(account, bytes, 0, bytes.length, 0)));
    }, ''),
    closeSchedstat: () => { if (account !== undefined) closeSync(account); },
    notShared: notShared(types),
    // All garbage, twice as in JMH: what the first time only marked as to be finalised goes the second time.
    collectGarbage: () => {
      collect ??= collector();
      collect();
      collect();
    },
    heap: readHeap(versions.bun ? {} : require('node:v8')),
    resourceUsage: process.resourceUsage.bind(process),
    readSync: (descriptor, bytes) => readSync(descriptor, bytes, 0, bytes.length, null),
    writeSync: (descriptor, bytes, from) => writeSync(descriptor, bytes, from, bytes.length - from),
    encoded: encode,
    encodedInto: (text, bytes) => encodeInto(text, bytes).written,
    decoded: decode,
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

// What is on the heap of this thread, and a record of its collections between `start` and `stop`; null where the engine does not say.
function readHeap({ GCProfiler, getHeapStatistics }) {
  if (GCProfiler === undefined) return null;
  return {
    used: () => getHeapStatistics().used_heap_size,
    start: () => {
      const profiler = new GCProfiler();
      profiler.start();
      return profiler;
    },
    stop: (profiler) => profiler.stop().statistics,
  };
}

// What `read` returns; `otherwise` where there is no /proc.
function attempt(read, otherwise) {
  return (value) => {
    try {
      return read(value);
    } catch {
      return otherwise;
    }
  };
}

// Whether the engine may compile what runs often: without that, times are not those of the language as it is used.
function optimised(flags, environment) {
  const without = flags.some((flag) => /^--(?:jitless|no-?opt|no-?turbofan)$/.test(flag.replaceAll('_', '-')));
  return !without && !['0', 'false'].some((no) => [environment.BUN_JSC_useJIT, environment.BUN_JSC_useDFGJIT].includes(no));
}

// A measuring thread is this artifact once more, in a Worker; null in the process's own thread.
function startedAsThread({ isMainThread, parentPort, workerData, receiveMessageOnPort }, { writeSync }) {
  const own = isMainThread ? undefined : workerData?.clamh;
  if (own === undefined) return null;
  // Node would hand on what is printed to the main thread, when that has time: it is lost when a thread is stopped.
  if (!process.versions.bun) {
    for (const [stream, descriptor] of [[process.stdout, 1], [process.stderr, 2]]) {
      stream._writev = null;
      stream._write = (chunk, encoding, done) => {
        const bytes = Buffer.from(chunk, encoding);
        for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
        done();
      };
    }
  }
  const post = parentPort.postMessage.bind(parentPort);
  return {
    given: own.given,
    memory: own.memory,
    counters: own.counters,
    send: (text, fields) => post({ text, fields }),
    receive: () => receiveMessageOnPort(own.port)?.message,
  };
}

// `hear` is called with { text, fields } of each message, { error } and { exit } when the thread ends.
function startThread({ MessageChannel, Worker }, path, data, hear) {
  const { port1, port2 } = new MessageChannel();
  port1.unref();
  const worker = new Worker(path, { workerData: { clamh: { ...data, port: port2 } }, transferList: [port2] });
  worker.on('message', hear);
  worker.on('error', (error) => hear({ error }));
  worker.on('exit', (exit) => hear({ exit }));
  return { post: (text, fields) => port1.postMessage({ text, fields }), stop: () => worker.terminate() };
}

// Why threads cannot share a value: what it is; "" when they can.
function notShared(types) {
  const { getPrototypeOf } = Object;
  const wasm = globalThis.WebAssembly ?? {}; // which is not there without a compiler
  const builtIn = new Set([
    DataView, SharedArrayBuffer, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array,
    Float32Array, Float64Array, BigInt64Array, BigUint64Array, ...(wasm.Memory ? [wasm.Memory, wasm.Module] : []),
  ].map((type) => type.prototype));
  const article = (name) => `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`;
  return (value) => {
    if (value === null || !['object', 'symbol'].includes(typeof value)) return '';
    if (typeof value === 'symbol') return 'a symbol';
    const prototype = getPrototypeOf(value);
    if (builtIn.has(prototype)) {
      const shared = types.isSharedArrayBuffer(value) || types.isSharedArrayBuffer(value.buffer) || prototype === wasm.Module?.prototype;
      return shared ? '' : `${article(prototype.constructor.name)} with memory of its own`;
    }
    const { name } = prototype?.constructor ?? { name: '' };
    return typeof name !== 'string' || name === '' ? 'an object' : article(name);
  };
}
