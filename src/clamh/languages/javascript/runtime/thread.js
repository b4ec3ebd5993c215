// What a measuring thread does: the process's own of a case with one thread, or one of several that follow the main thread (thread_pool.js).

const natives = require('./natives.js');
const { Case } = require('./case.js');
const { takeClock } = require('./clock.js');
const { toFailure } = require('./failure.js');
const { invoke } = require('./invoke.js');
const { iterate, timeSamples } = require('./iteration.js');
const { CONTROL, Meeting, STOP } = require('./meeting.js');
const { readOpening } = require('./opening.js');
const { Sharing, receive } = require('./sharing.js');
const { watch } = require('./waiting.js');

const actions = {
  iterate,
  samples: timeSamples,
  invoke,
  endTrial: (openCase) => openCase.endTrial(),
  abandon: (openCase, { which }) => openCase.abandon(which),
};

function perform(openCase, command) {
  return actions[command.action](openCase, command);
}

class Seat {
  constructor({ thread, threads, turns, shares }, memory) {
    this.meeting = new Meeting(memory, threads, turns);
    this.sharing = new Sharing(shares, thread, this.meeting);
    this.thread = thread;
  }

  makeControl(injected) {
    return injected.SharedControl(this.meeting.memory, CONTROL, STOP - CONTROL);
  }

  // Whether this thread answers for a state.
  owns(number) {
    return !this.sharing.has({ number }) || this.sharing.leads(number);
  }

  // No teardown runs while another thread measures.
  endMeasuring(openCase) {
    this.meeting.barrier();
    this.sharing.verifyAll(openCase, `thread ${this.thread}`);
  }
}

// Answers until the command to leave; the exit code.
async function serveThread(load) {
  const given = JSON.parse(natives.thread.given);
  const seat = new Seat(given, natives.thread.memory);
  takeClock(given.clock);
  watch();
  let openCase;
  const answer = async (act) => {
    try {
      send({ kind: 'done', result: await act() });
    } catch (error) {
      const { reason, where, message } = toFailure('internal', openCase?.stub.name ?? '', error);
      seat.meeting.fail();
      send({ kind: reason === 'released' ? 'released' : 'failed', reason, where, message });
    }
  };
  await answer(async () => {
    const tables = await load();
    openCase = new Case(readOpening(given.fields, tables), tables.injected, given.dealt, seat);
    return natives.threadId();
  });
  for (;;) {
    const { command } = receive(seat.meeting, seat.thread);
    if (command.action === 'leave') return 0;
    // The rest is what another thread handed over, or a release, when that is no longer awaited.
    if (actions[command.action] !== undefined) await answer(() => perform(openCase, command));
  }
}

function send(message) {
  natives.thread.send(JSON.stringify(message));
}

module.exports = { perform, serveThread };
