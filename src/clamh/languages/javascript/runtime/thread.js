// What a measuring thread does: the process's own of a case with one thread, or one of several that follow the main thread (thread_pool.js).

const natives = require('./natives.js');
const { Case } = require('./case.js');
const { takeClock } = require('./clock.js');
const { toFailure } = require('./failure.js');
const { invoke } = require('./invoke.js');
const { iterate, timeSamples } = require('./iteration.js');
const { Meeting } = require('./meeting.js');
const { readOpening } = require('./opening.js');
const { Sharing } = require('./sharing.js');
const { watch } = require('./promises.js');

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

// Answers until the command to leave; the exit code.
async function serveThread(load) {
  const given = JSON.parse(natives.thread.given);
  const meeting = new Meeting(natives.thread.memory, given.threads, given.turns);
  const sharing = new Sharing(given.shares, given.dealt.thread, meeting);
  takeClock(given.clock);
  watch();
  let openCase;
  const answer = async (act) => {
    try {
      send({ kind: 'done', result: await act() });
    } catch (error) {
      const { reason, where, message } = toFailure('internal', openCase?.stub.name ?? '', error);
      meeting.fail();
      send({ kind: reason === 'released' ? 'released' : 'failed', reason, where, message });
    }
  };
  await answer(async () => {
    const tables = await load();
    openCase = new Case(readOpening(given.fields, tables), tables.injected, given.dealt, sharing);
    return natives.threadId();
  });
  for (;;) {
    const { command } = sharing.receive();
    if (command.action === 'leave') {
      natives.closeSchedstat(); // which Bun would leave open
      return 0;
    }
    // The rest is what another thread handed over, or a release, when that is no longer awaited.
    if (actions[command.action] !== undefined) await answer(() => perform(openCase, command));
  }
}

function send(message) {
  natives.thread.send(JSON.stringify(message));
}

module.exports = { perform, serveThread };
