// States that threads share (scopes Benchmark and Group). Threads of JavaScript have no objects in common, only memory: each
// has an object of its own, and what the setups of the first thread, the leader, put into its fields is put into the others'.
// Numbers and texts are copied; SharedArrayBuffers, and typed arrays over them, are the same memory.

const natives = require('./natives.js');
const { Failure } = require('./failure.js');

const { defineProperty, getOwnPropertyDescriptor, getOwnPropertyNames, getPrototypeOf, hasOwn, is } = Object;
const CAN = 'Threads share a SharedArrayBuffer and typed arrays over one (new Float64Array(new SharedArrayBuffer(8 * n)), or Memory)';
const COPIED = 'numbers, bigints, booleans and strings are copied after the setups';
const OWN = 'or let each thread have its own: Scope.Thread';
// A private field that a class declares: only its own code reaches that.
const PRIVATE = /(?:^|[;{}]|\*\/)[ \t]*(?:static[ \t]+)?(#[\w$]+)[ \t]*(?:=|;|\}|\/[/*]|$)/m;
const NATIVE = /\{\s*\[native code\]\s*\}$/; // the text of a class of the engine
const PLAIN = /^(?:Object|Array|\w*Error)$/; // those that keep all contents in fields
const PLACES = { iteration: 2, trial: 3 }; // of a level in the meeting

// The classes that a class extends, itself first.
function lineage(type) {
  const found = [];
  for (let one = type; typeof one === 'function' && hasOwn(one, 'prototype'); one = getPrototypeOf(one)) found.push(one);
  return found;
}

// The fields of an object and of its classes, no accessors and no functions: [which, name, value]; which is 0 for the object.
function fieldsOf(object, Type) {
  return [object, ...lineage(Type)].flatMap((holder, which) => getOwnPropertyNames(holder)
    .map((name) => [which, name, getOwnPropertyDescriptor(holder, name)])
    .filter(([, name, { value, ...rest }]) => 'writable' in rest && typeof value !== 'function'
      && !(which > 0 && ['length', 'name', 'prototype'].includes(name)))
    .map(([, name, { value }]) => [which, name, value]));
}

function setField(holder, name, value) {
  const before = getOwnPropertyDescriptor(holder, name) ?? { writable: true, enumerable: true, configurable: true };
  defineProperty(holder, name, { ...before, value });
}

function fail(reason, { name, path, line, fields }, field, text) {
  throw new Failure(reason, `${name}.${field}`, `${path}:${fields[field] ?? line}: ${text}, ${OWN}`);
}

// Throws Failure for a field that other threads cannot have.
function check(state, Type, fields) {
  for (const holder of lineage(Type)) {
    const text = Function.prototype.toString.call(holder);
    if (NATIVE.test(text) && !PLAIN.test(holder.name)) {
      throw new Failure('setup', state.name, `${state.path}:${state.line}: ${state.name} extends ${holder.name}, whose contents threads `
        + `cannot share. ${CAN}, ${OWN}`);
    }
    const hidden = PRIVATE.exec(text);
    if (hidden === null) continue;
    const line = state.line + (holder === Type ? text.slice(0, hidden.index).split('\n').length - 1 : 0);
    throw new Failure('setup', state.name, `${state.path}:${line}: ${state.name} has a private field ${hidden[1]}, which cannot be put into `
      + `the objects of the other threads. Delete the #, ${OWN}`);
  }
  for (const [, name, value] of fields) {
    const what = natives.notShared(value);
    if (what !== '') fail('setup', state, name, `${state.name}.${name} is ${what}, which threads cannot share. ${CAN}; ${COPIED}. Use those`);
  }
}

class Sharing {
  // `shares`: of each shared state its number, its threads, the first of which leads, and its place in the meeting.
  constructor(shares, thread, meeting) {
    this.shares = new Map(shares.map((share) => [share.state, share]));
    this.thread = thread;
    this.meeting = meeting;
    this.known = new Map(); // by state, its fields as all threads have them
    this.mail = new Map(); // what came before it was awaited
  }

  leads(number) {
    return this.shares.get(number).threads[0] === this.thread;
  }

  // Whether this thread answers for a state.
  owns(number) {
    return !this.shares.has(number) || this.leads(number);
  }

  // The next message of the main thread: { command, fields }. Sleeps until there is one.
  receive() {
    const { text, fields } = this.meeting.awaitMessage(this.thread, natives.thread.receive);
    return { command: JSON.parse(text), fields };
  }

  // What the leader has set up goes to the others. `openCase` is the case of this thread.
  handOver(openCase, state) {
    const fields = fieldsOf(openCase.objects.get(state.number), state.type());
    check(state, state.type(), fields);
    this.known.set(state, fields);
    natives.thread.send(JSON.stringify({ kind: 'handed', state: state.number }), fields);
  }

  take(openCase, state) {
    const { mail } = this;
    while (!mail.has(state.number)) {
      const { command, fields } = this.receive();
      if (command.kind === 'handed') mail.set(command.state, fields);
      this.meeting.check();
    }
    const [object, Type] = [openCase.objects.get(state.number), state.type()];
    const holders = [object, ...lineage(Type)];
    for (const [which, name, value] of mail.get(state.number)) setField(holders[which], name, value);
    mail.delete(state.number);
    this.known.set(state, fieldsOf(object, Type));
  }

  // Throws Failure when a field is no longer what all threads have.
  verify(openCase, state, who) {
    const before = new Map(this.known.get(state).map(([which, name, value]) => [`${which} ${name}`, value]));
    for (const [which, name, value] of fieldsOf(openCase.objects.get(state.number), state.type())) {
      const key = `${which} ${name}`;
      if (before.has(key) && is(before.get(key), value)) continue;
      fail('benchmark', state, name, `${who} changed ${state.name}.${name}, which the other threads do not see. ${CAN}: `
        + 'change an element of that (Atomics.add(array, 0, 1))');
    }
  }

  // No teardown runs while another thread measures.
  endMeasuring(openCase) {
    this.meeting.barrier();
    for (const state of this.known.keys()) this.verify(openCase, state, `thread ${this.thread}`);
  }

  // Setups of a shared state: by its leader; of level Invocation by whoever comes first, as in JMH.
  async begin(openCase, step, level, done) {
    const { state } = step;
    if (level === 'invocation') return this.beginInvocation(openCase, step, done);
    if (this.leads(state.number)) {
      await openCase.setUp(step, done);
      this.handOver(openCase, state);
    } else {
      this.take(openCase, state);
      done.push(step);
    }
  }

  async beginInvocation(openCase, step, done) {
    const { place } = this.shares.get(step.state.number);
    this.meeting.lock(place);
    try {
      if (this.meeting.ready(place)) {
        done.push(step);
      } else {
        this.meeting.check();
        await openCase.setUp(step, done);
        this.verify(openCase, step.state, 'a setup of level Invocation');
      }
    } catch (error) {
      this.meeting.fail(); // before the next thread has the lock, or it would try that setup again
      throw error;
    } finally {
      this.meeting.setReady(place, done.includes(step));
      this.meeting.unlock(place);
    }
  }

  // Its teardowns: by the leader, when all others have come to them; of level Invocation by whoever comes first. After a
  // failure (`which` is "shared") the threads come one after the other. The first failure, or null.
  async end(openCase, step, level, which) {
    const { number } = step.state;
    const { place, threads } = this.shares.get(number);
    const { meeting } = this;
    const alone = which === 'shared';
    if (level !== 'invocation') {
      if (this.leads(number)) {
        if (!alone) meeting.awaitLeaving(place, PLACES[level], threads.length - 1);
        return openCase.tearDown(step);
      }
      if (!alone) meeting.leave(place, PLACES[level]);
      return null;
    }
    if (!alone) meeting.lock(place);
    try {
      return meeting.ready(place) ? await openCase.tearDown(step) : null;
    } finally {
      meeting.setReady(place, false);
      meeting.unlock(place);
    }
  }
}

module.exports = { Sharing };
