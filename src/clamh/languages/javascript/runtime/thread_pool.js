// The measuring threads of a case with several, as the main thread sees them. It measures nothing itself: it gives them commands,
// takes the fields of shared states from one to the others, and notices when a thread dies or does not come back.

const natives = require('./natives.js');
const { clock } = require('./clock.js');
const { Failure, describeThrown } = require('./failure.js');
const { Meeting, size } = require('./meeting.js');

const GRACE_MS = 2000; // for threads that are in a call when another one has failed

class ThreadPool {
  // `fields` are those of `open`, which each thread reads again; `all` is what ThreadParams has of each.
  constructor(opening, all, fields) {
    this.opening = opening;
    this.all = all;
    this.shares = shareStates(opening, all);
    const threads = all.length;
    const memory = natives.newMemory(size(threads, this.shares.length));
    const turns = Math.ceil(threads / natives.cpus());
    this.meeting = new Meeting(memory, threads, turns);
    this.alive = new Set(all.keys());
    this.lost = null; // why no thread can get a command any more
    this.leaving = false;
    this.stopped = new Set(); // that did not come back
    this.errors = new Map(); // what killed a thread, until it has gone
    const common = { threads, turns, fields, clock };
    this.threads = all.map((dealt, thread) => {
      const shares = this.shares.filter((share) => share.threads.includes(thread));
      const given = JSON.stringify({ ...common, thread, dealt, shares });
      return natives.startThread(given, memory, (message) => this.hear(thread, message));
    });
  }

  // Resolves to the system's numbers of the threads, when all are ready.
  start() {
    return this.collect([...this.alive], null);
  }

  // Resolves to what each thread answered, in their order.
  ask(command) {
    if (this.lost !== null) throw this.lost;
    this.meeting.reset();
    return this.collect([...this.alive], command);
  }

  // Throws the first Failure, when all have come back.
  async collect(threads, command) {
    Object.assign(this, { failure: null, answers: [], grace: null, waiting: new Set(threads) });
    if (command !== null) for (const thread of threads) this.post(thread, command);
    if (threads.length > 0) await new Promise((resolve) => { this.pending = resolve; });
    if (this.grace !== null) natives.clearTimeout(this.grace);
    if (this.failure !== null) throw this.failure;
    return this.answers;
  }

  post(thread, command, fields) {
    this.threads[thread].post(JSON.stringify(command), fields);
    this.meeting.ring(thread);
  }

  hear(thread, { text, fields, error, exit }) {
    if (error !== undefined) this.errors.set(thread, error);
    else if (exit !== undefined) this.remove(thread, exit);
    else this.read(thread, JSON.parse(text), fields);
  }

  read(thread, message, fields) {
    const { kind, reason, where } = message;
    if (kind === 'handed') {
      const { threads } = this.shares.find((share) => share.state === message.state && share.threads.includes(thread));
      for (const other of threads) if (other !== thread && this.alive.has(other)) this.post(other, message, fields);
      return;
    }
    if (kind === 'failed') this.fail(new Failure(reason, where, message.message, thread));
    this.answers[thread] = message.result ?? null;
    this.finish(thread);
  }

  finish(thread) {
    this.waiting.delete(thread);
    if (this.waiting.size === 0) this.pending?.();
  }

  // A thread has ended. If it ended by itself it called process.exit, which means the process.
  remove(thread, exit) {
    this.alive.delete(thread);
    if (this.errors.has(thread)) {
      this.lost = new Failure('benchmark', this.nameOf(thread), `it died: ${describeThrown(this.errors.get(thread))}`, thread);
      this.fail(this.lost);
    } else if (!this.leaving && !this.stopped.has(thread)) {
      natives.exit(exit);
    }
    this.finish(thread);
  }

  // Releases the others, and ends those that do not come back.
  fail(failure) {
    if (this.failure !== null) return;
    this.failure = failure;
    this.meeting.fail();
    for (const thread of this.alive) this.post(thread, { action: 'release' });
    this.stopLate((thread) => {
      failure.message += `\nthread ${thread} did not come back from ${this.nameOf(thread)} within ${GRACE_MS / 1000} s and was stopped: `
        + 'its teardowns did not run';
    });
  }

  stopLate(report) {
    this.grace = natives.setTimeout(() => {
      for (const thread of this.waiting) {
        report(thread);
        this.stopped.add(thread);
        this.threads[thread].stop();
      }
    }, GRACE_MS);
  }

  nameOf(thread) {
    return this.opening.functions[this.all[thread].subgroup].name;
  }

  // After a failure: all that was set up is torn down, shared states last and by one thread after the other.
  async abandon() {
    await this.collect([...this.alive], { action: 'abandon', which: 'own' });
    for (const thread of [...this.alive]) await this.collect([thread], { action: 'abandon', which: 'shared' });
  }

  // Ends the threads.
  async leave() {
    this.leaving = true;
    const left = this.collect([...this.alive], { action: 'leave' });
    this.stopLate(() => {});
    await left;
  }
}

// The instances of scopes Benchmark and Group that threads share, each with the threads and the number of its places in the meeting.
function shareStates({ uses, states }, all) {
  const shares = new Map(); // by state and, of scope Group, group
  for (const { thread, group, subgroup } of all) {
    for (const { number, scope } of uses[subgroup] ?? states) {
      if (scope === 'Thread') continue;
      const key = scope === 'Group' ? `${number} ${group}` : `${number}`;
      if (!shares.has(key)) shares.set(key, { state: number, threads: [], place: shares.size });
      shares.get(key).threads.push(thread);
    }
  }
  return [...shares.values()];
}

module.exports = { ThreadPool };
