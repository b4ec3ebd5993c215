// Where the threads of a case meet: a few numbers that all of them see, each alone in 128 bytes.
//
// A thread that fails reports it here, and whoever waits or comes later is released. The main thread, which measures nothing, reports
// it for a thread that died, so no thread waits for ever.

const { clock, elapsed } = require('./clock.js');
const { Failure } = require('./failure.js');

const { add, compareExchange, load, notify, store, wait } = Atomics; // this realm looks a global up anew each time
const GRANULE = 32; // 128 bytes in numbers of 32 bits
const [FAILED, GENERATION, ARRIVED, RUNNING, FINISHED, LATE, ROUND, OUTSIDE] = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => at * GRANULE);
const CONTROL = 8 * GRANULE; // startMeasurement, and one granule later stopMeasurement (control.js)
const STOP = CONTROL + GRANULE;
const OWN = 10; // granules before those of the threads' mail and of shared states
const OF_STATE = 4; // granules: who runs invocation fixtures, whether they have run, who has come to its teardowns
const SPINS = 1000; // before a waiter sleeps
const PATIENCE_MS = 20; // then a waiter checks again whether a thread failed
const LATE_HELP_MS = 2000; // where the command gives the number of calls: a slow machine is not yet a hang
const SHOT_MS = 100; // how long a partner may still be at its calls when others have made theirs, at least; for each turn
const LONGEST_SHOT_MS = 1000;
const QUICK_NS = 50_000;
const ROUNDS_NS = 5_000_000;

// How many bytes `threads` with this many shared states need.
function size(threads, states) {
  return (OWN + threads + OF_STATE * states) * GRANULE * 4;
}

class Meeting {
  constructor(memory, threads, turns) {
    this.cells = new Int32Array(memory);
    this.control = [memory, CONTROL, STOP - CONTROL]; // where SharedControl has its flags
    this.threads = threads;
    this.turns = turns; // that threads take on a CPU
    this.crowded = turns > 1;
  }

  // Before each iteration, while all sleep.
  reset() {
    for (const at of [RUNNING, FINISHED, LATE, ROUND, OUTSIDE, CONTROL, STOP]) store(this.cells, at, 0);
  }

  check() {
    if (load(this.cells, FAILED) !== 0) throw new Failure('released', '', '');
  }

  // Releases all: waiters wake up, and whoever looks at Control finds that it is over.
  fail() {
    store(this.cells, FAILED, 1);
    store(this.cells, CONTROL, 1);
    store(this.cells, STOP, 1);
    add(this.cells, GENERATION, 1);
    notify(this.cells, GENERATION);
  }

  // All threads come here before one goes on; they sleep meanwhile.
  barrier() {
    const { cells } = this;
    const before = load(cells, GENERATION);
    this.check();
    if (add(cells, ARRIVED, 1) + 1 === this.threads) {
      store(cells, ARRIVED, 0);
      add(cells, GENERATION, 1);
      notify(cells, GENERATION);
    } else {
      while (load(cells, GENERATION) === before) wait(cells, GENERATION, before);
    }
    this.check();
  }

  // As close together as can be: rounds without sleep, until all came to one at nearly the same time.
  rendezvous() {
    this.barrier();
    if (this.crowded) return;
    const begun = clock.now();
    for (let round = 1; ; round += 1) {
      const came = clock.now();
      this.spin(2 * round - 1);
      const now = clock.now();
      if (elapsed(came, now) > QUICK_NS && elapsed(begun, now) < ROUNDS_NS) store(this.cells, LATE, round);
      this.spin(2 * round); // by now all know whether this round was too slow
      if (load(this.cells, LATE) !== round) return;
    }
  }

  spin(round) {
    add(this.cells, ROUND, 1);
    while (load(this.cells, ROUND) < round * this.threads) this.check();
  }

  // Calls until all threads do.
  async runIn(call) {
    add(this.cells, RUNNING, 1);
    while (!this.all(RUNNING)) await call();
    this.start();
  }

  // Calls on until all threads have finished what is timed.
  async runOut(call) {
    this.stop();
    add(this.cells, FINISHED, 1);
    while (!this.all(FINISHED)) await call();
  }

  all(at) {
    this.check();
    const come = load(this.cells, at);
    if (come === this.threads) return true;
    if (this.crowded) wait(this.cells, at, come, 1); // those that are awaited need the CPU
    return false;
  }

  // Waits until no thread is in a call any more. One that waits for its partner and does not look at Control stays in its call:
  // then those outside `call` once more, un-timed, when they have waited for `first` ms, twice that, and so on.
  async leaveCalls(first, call) {
    const { cells, threads } = this;
    for (let patience = first; ; patience *= 2) {
      add(cells, OUTSIDE, 1);
      notify(cells, OUTSIDE);
      for (let asleep = false; ; asleep = true) {
        this.check();
        const outside = load(cells, OUTSIDE);
        if (outside === threads) return;
        if (asleep && compareExchange(cells, OUTSIDE, outside, outside - 1) === outside) break;
        while (wait(cells, OUTSIDE, load(cells, OUTSIDE), patience) !== 'timed-out' && load(cells, OUTSIDE) !== threads) this.check();
      }
      await call();
    }
  }

  // The same where each thread had a number of calls to make, and this one took `tookNs` for its own: first those that last until
  // they are stopped are stopped, when no thread can still be busy; calls beyond that number are the last resort.
  async leaveShots(tookNs, call) {
    let passed = 0;
    const first = Math.max(Math.min(this.turns * SHOT_MS, LONGEST_SHOT_MS), 4 * tookNs / 1e6);
    await this.leaveCalls(first, async () => {
      passed = 2 * passed + first;
      if (!this.stop() && passed >= LATE_HELP_MS / 2) await call();
    });
  }

  start() {
    store(this.cells, CONTROL, 1);
  }

  // Whether this thread is the first whose time has passed.
  stop() {
    return compareExchange(this.cells, STOP, 0, 1) === 0;
  }

  isStopped() {
    return load(this.cells, STOP) !== 0;
  }

  // A number per thread grows with each message to it.
  ring(thread) {
    add(this.cells, (OWN + thread) * GRANULE, 1);
    notify(this.cells, (OWN + thread) * GRANULE);
  }

  // Sleeps until `receive` has a message for the thread.
  awaitMessage(thread, receive) {
    for (;;) {
      const seen = load(this.cells, (OWN + thread) * GRANULE);
      const message = receive();
      if (message !== undefined) return message;
      wait(this.cells, (OWN + thread) * GRANULE, seen);
    }
  }

  ofState(number, what) {
    return (OWN + this.threads + OF_STATE * number + what) * GRANULE;
  }

  // Exclusive use of a shared state's invocation fixtures.
  lock(number) {
    const at = this.ofState(number, 0);
    for (let tries = this.crowded ? SPINS : 0; compareExchange(this.cells, at, 0, 1) !== 0; tries += 1) {
      this.check();
      if (tries >= SPINS) wait(this.cells, at, 1, PATIENCE_MS);
    }
  }

  unlock(number) {
    const at = this.ofState(number, 0);
    store(this.cells, at, 0);
    notify(this.cells, at, 1);
  }

  // Whether the invocation setups of a shared state have run.
  ready(number) {
    return load(this.cells, this.ofState(number, 1)) !== 0;
  }

  setReady(number, now) {
    store(this.cells, this.ofState(number, 1), Number(now));
  }

  // A thread has done with a shared state of a level (2 Iteration, 3 Trial).
  leave(number, level) {
    const at = this.ofState(number, level);
    add(this.cells, at, 1);
    notify(this.cells, at);
  }

  // Waits until this many others have.
  awaitLeaving(number, level, others) {
    const at = this.ofState(number, level);
    for (let left = load(this.cells, at); left < others; left = load(this.cells, at)) {
      this.check();
      wait(this.cells, at, left, PATIENCE_MS);
    }
    store(this.cells, at, 0);
  }
}

// The meeting of a thread that is alone: only its Control takes part.
class Alone {
  constructor(openCase) {
    this.openCase = openCase;
    this.control = [];
  }

  setControl(flag) {
    const control = this.openCase.given.get('Control');
    if (control !== undefined) control[flag] = true;
  }

  barrier() { this.setControl('startMeasurement'); }
  rendezvous() { this.setControl('startMeasurement'); }
  start() {}
  isStopped() { return false; }
  async runIn() {}
  async runOut() { this.setControl('stopMeasurement'); }
}

module.exports = { Alone, LATE_HELP_MS, Meeting, size };
