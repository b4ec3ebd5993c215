// What one invocation returns and consumes, and the values of the Check methods after it.

const { format } = require('./canonical.js');
const { Failure, toFailure } = require('./failure.js');
const { runIteration } = require('./iteration.js');
const { LATE_HELP_MS } = require('./meeting.js');
const { settled } = require('./promises.js');

// `begin` and `end` are those of an iteration. In a group each thread invokes its function; else one does, whatever the threads.
// { function, returned: [text] or [], consumed: [text], checked: [number, text] of each }
async function invoke(openCase, { begin, end }) {
  let consumed = [];
  const recorder = openCase.injected.recording((value) => { consumed.push(format(value)); });
  openCase.given.set('Blackhole', recorder);
  const { meeting, opening, sharing, stub } = openCase;
  const isGroup = opening.groupThreads !== null;
  const checked = [];
  const returned = [];
  await runIteration(openCase, 'measurement', begin, end, async () => {
    if (!isGroup && openCase.dealt.thread > 0) return;
    await openCase.begin('invocation');
    consumed = []; // what fixtures gave is not the benchmark's
    if (isGroup) { // a function may wait for that, also where it is alone
      meeting.barrier();
      meeting.start();
    }
    const value = await settled(stub.call(openCase.taken(stub)));
    if (isGroup) sharing?.meeting.stop();
    if (value !== undefined) returned.push(format(value));
    consumed = [...consumed];
    recorder.record = () => {};
    if (isGroup) await sharing?.meeting.leaveCalls(LATE_HELP_MS, () => settled(stub.call(openCase.taken(stub))));
    await openCase.end('invocation');
    for (const check of openCase.checks) {
      if (sharing === null || sharing.owns(check.owner)) checked.push([check.number, await callCheck(openCase, check)]);
    }
  });
  return { function: openCase.dealt.subgroup, returned, consumed, checked };
}

// The value of a Check method, in canonical form.
async function callCheck(openCase, { name, owner, call }) {
  let value;
  try {
    value = await settled(call(openCase.objects.get(owner)));
  } catch (error) {
    throw toFailure('benchmark', name, error);
  }
  if (value === undefined) throw new Failure('benchmark', name, 'this Check returned nothing, so that there is nothing to compare');
  return format(value);
}

module.exports = { invoke };
