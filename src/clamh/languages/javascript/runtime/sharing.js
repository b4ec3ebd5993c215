// States that threads share (scopes Benchmark and Group). Threads of JavaScript have no objects in common, only memory: each
// has an object of its own, and what the setups of the first thread, the leader, put into its fields is put into the others'.
// Numbers and texts are copied; SharedArrayBuffers, and typed arrays over them, are the same memory.
'use strict';

const natives = require('./natives.js');
const { Failure } = require('./failure.js');

const CAN = 'Threads share a SharedArrayBuffer and typed arrays over one (new Float64Array(new SharedArrayBuffer(8 * n)), or Memory)';
const COPIED = 'numbers, bigints, booleans and strings are copied after the setups';
const OWN = 'or let each thread have its own: Scope.Thread';
const LEVELS = { Iteration: 2, Trial: 3 };

// The fields of an object and of its classes: [which, name, value], which is 0 for the object, then one for each class.
function fieldsOf(object, Type) {
  return [object, ...natives.lineOf(Type)].flatMap((one, which) => natives.fieldsOf(one).map(([name, value]) => [which, name, value]));
}

function place({ path, line, fields }, name) {
  return `${path}:${fields[name] ?? line}`;
}

// A private field that a class declares: only its own code reaches that.
const PRIVATE = /^[ \t]*(?:static[ \t]+)?(#[\w$]+)[ \t]*(?:=|;|$)/m;

// Throws Failure for a field that other threads cannot have.
function check(type, Type, fields) {
  for (const one of natives.lineOf(Type)) {
    const text = natives.textOf(one);
    const hidden = PRIVATE.exec(text);
    if (hidden === null) continue;
    const line = type.line + (one === Type ? text.slice(0, hidden.index).split('\n').length - 1 : 0);
    throw new Failure('setup', type.name, `${type.path}:${line}: ${type.name} has a private field ${hidden[1]}, which cannot be put into `
      + `the objects of the other threads. Delete the #, ${OWN}`);
  }
  for (const [, name, value] of fields) {
    const what = natives.notShared(value);
    if (what === '') continue;
    throw new Failure('setup', `${type.name}.${name}`, `${place(type, name)}: ${type.name}.${name} is ${what}, which threads cannot `
      + `share. ${CAN}; ${COPIED}. Use those, ${OWN}`);
  }
}

class Sharing {
  // `states`: by class, who leads, how many others there are, and the number of its places in the meeting.
  constructor(states, thread, meeting) {
    this.states = states;
    this.thread = thread;
    this.meeting = meeting;
    this.known = new Map(); // by class, its fields as all threads have them
    this.post = new Map(); // what came before it was awaited
  }

  has(id) {
    return this.states[id] !== undefined;
  }

  leads(id) {
    return this.states[id].leader === this.thread;
  }

  // What the leader has set up goes to the others. `open` is the case of this thread.
  handOver(open, id) {
    const type = open.registry.classes[id];
    const Type = type.type();
    const fields = fieldsOf(open.objects.get(id), Type);
    check(type, Type, fields);
    this.known.set(id, fields);
    natives.thread.send(JSON.stringify({ kind: 'handed', id }), fields);
  }

  take(open, id) {
    while (!this.post.has(id)) {
      const { told, fields } = receive(this.meeting, this.thread);
      if (told.kind === 'handed') this.post.set(told.id, fields);
      this.meeting.check();
    }
    const fields = this.post.get(id);
    this.post.delete(id);
    const [object, Type] = [open.objects.get(id), open.registry.classes[id].type()];
    const places = [object, ...natives.lineOf(Type)];
    for (const [which, name, value] of fields) natives.setField(places[which], name, value);
    this.known.set(id, fieldsOf(object, Type));
  }

  // Throws Failure when a field is no longer what all threads have.
  verify(open, id, who) {
    const type = open.registry.classes[id];
    const before = new Map(this.known.get(id).map(([which, name, value]) => [`${which} ${name}`, value]));
    for (const [which, name, value] of fieldsOf(open.objects.get(id), type.type())) {
      const key = `${which} ${name}`;
      if (before.has(key) && natives.is(before.get(key), value)) continue;
      throw new Failure('benchmark', `${type.name}.${name}`, `${place(type, name)}: ${who} changed ${type.name}.${name}, which the other `
        + `threads do not see. ${CAN}: change an element of that (Atomics.add(array, 0, 1)), ${OWN}`);
    }
  }

  verifyAll(open, who) {
    for (const id of this.known.keys()) this.verify(open, id, who);
  }

  // Setups of a shared state: by its leader; of level Invocation by whoever comes first, as in JMH.
  async begin(open, step, level, done) {
    const { owner } = step;
    if (level !== 'Invocation') {
      if (this.leads(owner)) {
        await open.setUp(step, done);
        this.handOver(open, owner);
      } else {
        this.take(open, owner);
        done.push(step);
      }
      return;
    }
    const { number } = this.states[owner];
    this.meeting.lock(number);
    try {
      if (this.meeting.ready(number)) {
        done.push(step);
      } else {
        await open.setUp(step, done);
        this.verify(open, owner, 'a setup of level Invocation');
      }
    } finally {
      this.meeting.setReady(number, done.includes(step));
      this.meeting.unlock(number);
    }
  }

  // Its teardowns: by the leader, when all others have come to them; of level Invocation by whoever comes first. After a
  // failure (`which` is "shared") the threads come one after the other. The first failure, or null.
  async end(open, step, level, which) {
    const { number, others } = this.states[step.owner];
    const alone = which === 'shared';
    if (level !== 'Invocation') {
      if (!this.leads(step.owner)) {
        if (!alone) this.meeting.leave(number, LEVELS[level]);
        return null;
      }
      if (!alone) this.meeting.awaitLeaving(number, LEVELS[level], others);
      return open.tearDown(step);
    }
    if (!alone) this.meeting.lock(number);
    try {
      return this.meeting.ready(number) ? await open.tearDown(step) : null;
    } finally {
      this.meeting.setReady(number, false);
      this.meeting.unlock(number);
    }
  }
}

// The next message of the main thread: { told, fields }. Sleeps until there is one.
function receive(meeting, thread) {
  for (;;) {
    const seen = meeting.seen(thread);
    const message = natives.thread.receive();
    if (message !== undefined) return { told: JSON.parse(message.text), fields: message.fields };
    meeting.awaitMail(thread, seen);
  }
}

module.exports = { Sharing, receive };
