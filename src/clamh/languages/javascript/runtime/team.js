// The measuring threads of a case with several, as the main thread sees them. It measures nothing itself: it tells them what
// to do, takes the fields of shared states from one to the others, and notices when a thread dies or does not come back.
'use strict';

const natives = require('./natives.js');
const { clock } = require('./clock.js');
const { Failure, words } = require('./failure.js');
const { Meeting, size } = require('./meeting.js');

const GRACE_MS = 2000; // for threads that are in a call when another one has failed

class Team {
  // `open` is the case in the main thread, `asked` what it was opened with.
  constructor(open, asked) {
    this.open = open;
    this.states = sharedStates(open);
    const threads = open.all.length;
    const memory = natives.newMemory(size(threads, this.states.count));
    const turns = Math.ceil(threads / natives.cpus());
    this.meeting = new Meeting(memory, threads, turns);
    this.alive = new Set();
    this.lost = null; // why no thread can be asked any more
    this.leaving = false;
    this.stopped = new Set(); // that did not come back
    this.errors = new Map(); // what killed a thread, until it has gone
    this.begin();
    const { counted, name, stepNs, costNs, resolutionNs, stretchNs } = clock;
    const told = {
      threads, turns, waits: waits(open), clock: { counted, name, stepNs, costNs, resolutionNs, stretchNs },
      asked: { ...asked, params: [...asked.params] },
    };
    this.threads = open.all.map((dealt, thread) => {
      this.alive.add(thread);
      const own = { ...told, thread, dealt, states: this.states.of(thread) };
      return natives.startThread(JSON.stringify(own), memory, (message) => this.hear(thread, message));
    });
  }

  drain() {
    return this.ask({ kind: 'drain' });
  }

  ask(command) {
    if (this.lost !== null) throw this.lost;
    this.meeting.reset();
    this.begin();
    for (const thread of this.alive) this.tell(thread, command);
    return this.answered();
  }

  tell(thread, command, fields) {
    this.threads[thread].tell(JSON.stringify(command), fields);
    this.meeting.ring(thread);
  }

  begin() {
    this.failure = null;
    this.results = [];
    this.waiting = new Set();
    this.pending = null;
    this.grace = null;
  }

  // Resolves to what each thread answered, in their order; throws the first Failure, when all have come back.
  async answered(asked = [...this.alive]) {
    this.waiting = new Set(asked.filter((thread) => this.alive.has(thread) && !(thread in this.results)));
    if (this.waiting.size > 0) await new Promise((resolve) => { this.pending = resolve; });
    if (this.grace !== null) natives.clearTimeout(this.grace);
    if (this.failure !== null) throw this.failure;
    return this.results;
  }

  hear(thread, { text, fields, error, exit }) {
    if (error !== undefined) this.errors.set(thread, error);
    else if (exit !== undefined) this.gone(thread, exit);
    else this.read(thread, JSON.parse(text), fields);
  }

  read(thread, told, fields) {
    if (told.kind === 'handed') {
      for (const other of this.states.others(thread, told.id)) if (this.alive.has(other)) this.tell(other, told, fields);
      return;
    }
    if (told.kind === 'failed') this.fail(new Failure(told.reason, told.where, `thread ${thread}: ${told.message}`));
    this.results[thread] = told.result ?? null;
    this.done(thread);
  }

  done(thread) {
    this.waiting.delete(thread);
    if (this.waiting.size === 0) this.pending?.();
  }

  // A thread has ended. One that ended by itself called process.exit, which means the process.
  gone(thread, exit) {
    this.alive.delete(thread);
    if (this.errors.has(thread)) {
      this.lost = new Failure('benchmark', this.nameOf(thread), `thread ${thread} died: ${words(this.errors.get(thread))}`);
      this.fail(this.lost);
    } else if (!this.leaving && !this.stopped.has(thread)) {
      natives.exit(exit);
    }
    this.done(thread);
  }

  // Lets the others go, and ends those that do not come back.
  fail(failure) {
    if (this.failure !== null) return;
    this.failure = failure;
    this.meeting.fail();
    for (const thread of this.alive) this.tell(thread, { kind: 'release' });
    this.stopLate((thread) => {
      failure.message += `\nthread ${thread} did not come back from ${this.nameOf(thread)} within ${GRACE_MS / 1000} s and was stopped: `
        + 'its teardowns did not run';
    });
  }

  stopLate(say) {
    this.grace = natives.setTimeout(() => {
      for (const thread of this.waiting) {
        say(thread);
        this.stopped.add(thread);
        this.threads[thread].stop();
      }
    }, GRACE_MS);
  }

  nameOf(thread) {
    return this.open.functionOf(this.open.all[thread]).name;
  }

  // After a failure: all that was set up is torn down, what threads share at last and by one after the other.
  async abandon() {
    this.begin();
    for (const thread of this.alive) this.tell(thread, { kind: 'abandon', which: 'own' });
    await this.answered();
    for (const thread of [...this.alive]) {
      this.begin();
      this.tell(thread, { kind: 'abandon', which: 'shared' });
      await this.answered([thread]);
    }
  }

  // Ends the threads.
  async leave() {
    this.leaving = true;
    this.begin();
    for (const thread of this.alive) this.tell(thread, { kind: 'leave' });
    this.stopLate(() => {});
    await this.answered();
  }
}

// Gives a case its threads. Resolves to the system's numbers of them, when all are ready.
function startTeam(open, asked) {
  open.team = new Team(open, asked);
  return open.team.answered();
}

// The states of scopes Benchmark and Group: who shares them, and where they meet.
function sharedStates(open) {
  const { classes } = open.registry;
  const groups = new Map(); // by class and, of scope Group, group: the threads
  open.all.forEach((dealt, thread) => {
    for (const id of open.registry.needs(open.functionOf(dealt)).classes) {
      const { scope } = classes[id];
      if (!['Benchmark', 'Group'].includes(scope)) continue;
      const key = scope === 'Group' ? `${id} ${dealt.group}` : `${id}`;
      if (!groups.has(key)) groups.set(key, { id, threads: [], number: groups.size });
      groups.get(key).threads.push(thread);
    }
  });
  const all = [...groups.values()];
  const ofThread = (thread) => all.filter((one) => one.threads.includes(thread));
  return {
    count: all.length,
    of: (thread) => Object.fromEntries(ofThread(thread).map(({ id, threads, number }) => (
      [id, { leader: threads[0], others: threads.length - 1, number }]))),
    others: (thread, id) => ofThread(thread).find((one) => one.id === id).threads.filter((one) => one !== thread),
  };
}

// Whether its threads may wait for one another: in groups of several, and when they look at Control.
function waits(open) {
  return open.all[0].groupThreads > 1 || open.registry.needsOfAll(open).injected.includes('Control');
}

module.exports = { startTeam };
