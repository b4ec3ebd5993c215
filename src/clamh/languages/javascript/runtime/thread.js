// A measuring thread of a case with several: it does what the main thread (team.js) says.
'use strict';

const natives = require('./natives.js');
const { takeClock } = require('./clock.js');
const { raised } = require('./failure.js');
const { invoked } = require('./invoke.js');
const { iteration, measured, told } = require('./iteration.js');
const { CONTROL, Meeting, STOP } = require('./meeting.js');
const { openCase } = require('./open.js');
const { Sharing, receive } = require('./sharing.js');
const { watch } = require('./waiting.js');

const say = (message) => natives.thread.send(JSON.stringify(message));

class Seat {
  constructor({ thread, threads, turns, waits, states }, memory) {
    this.meeting = new Meeting(memory, threads, turns);
    this.sharing = new Sharing(states, thread, this.meeting);
    this.thread = thread;
    this.waits = waits; // whether its benchmark may wait for that of another thread
  }

  control(injected) {
    return injected.SharedControl(this.meeting.memory, CONTROL, STOP - CONTROL);
  }

  // Whether this thread speaks for its object of a state.
  owns(id) {
    return !this.sharing.has(id) || this.sharing.leads(id);
  }

  // No teardown runs while another thread measures.
  endMeasuring(open) {
    this.meeting.barrier();
    this.sharing.verifyAll(open, `thread ${this.thread}`);
  }
}

const does = {
  iterate: async (open, { phase, amount, begin, end }) => {
    const result = await iteration(open, phase, begin, end, () => measured(open, phase, amount));
    return { thread: told(open, result), speed: result.speedNs };
  },
  drain: async (open) => {
    open.activate();
    await open.endTrial();
  },
  invoke: (open, { begin, end }) => invoked(open, open.injected, begin, end),
  abandon: (open, { which }) => open.abandon(which),
};

// Answers until it is told to leave; the exit code.
async function serveThread(load) {
  const given = JSON.parse(natives.thread.told);
  const seat = new Seat(given, natives.thread.memory);
  takeClock(given.clock);
  watch();
  let open;
  try {
    const { registry, injected } = await load();
    open = openCase(registry, { ...given.asked, params: new Map(given.asked.params) }, injected, given.dealt, seat);
    say({ kind: 'done', result: natives.threadId() });
  } catch (error) {
    fail(raised('internal', '', error));
  }
  for (;;) {
    const command = receive(seat.meeting, seat.thread).told;
    if (command.kind === 'leave') return 0;
    if (does[command.kind] === undefined) continue; // what another thread handed over, or a release, when that is no longer awaited
    try {
      say({ kind: 'done', result: await does[command.kind](open, command) });
    } catch (error) {
      fail(raised('internal', open.benchmark.name, error));
    }
  }

  function fail({ reason, where, message }) {
    seat.meeting.fail();
    say({ kind: reason === 'released' ? 'released' : 'failed', reason, where, message });
  }
}

module.exports = { serveThread };
