// The protocol's `invoke`: what one invocation returns and consumes, and what the Check methods say after it.
'use strict';

const { canonical, listed } = require('./canonical.js');
const { Failure, raised } = require('./failure.js');
const { iteration } = require('./iteration.js');
const { LATE_HELP_MS } = require('./meeting.js');
const { settled } = require('./waiting.js');

// `injected` makes the Blackhole that writes down what it is given; `begin` and `end` are those of an iteration. { member (null
// outside of groups), returned, consumed, checks }
async function invoked(open, injected, begin, end) {
  let consumed = [];
  const recorder = injected.recording((value) => { consumed.push(canonical(value)); });
  open.given.set('Blackhole', recorder);
  const checks = {};
  let returned;
  await iteration(open, 'measurement', begin, end, async () => {
    const meeting = open.seat?.meeting;
    await open.begin('Invocation');
    consumed = []; // what fixtures gave is not the benchmark's
    meeting?.barrier();
    meeting?.start();
    const value = await settled(open.benchmark.call(open.taken(open.benchmark)));
    meeting?.stop();
    returned = value === undefined ? null : canonical(value);
    consumed = [...consumed];
    recorder.record = () => {};
    await meeting?.leaveCalls(LATE_HELP_MS, () => settled(open.benchmark.call(open.taken(open.benchmark))));
    await open.end('Invocation');
    for (const check of open.needs.checks) {
      if (open.seat === null || open.seat.owns(check.owner)) checks[check.name] = await checked(open, check);
    }
  });
  return { member: open.member?.name ?? null, returned, consumed: listed(consumed), checks };
}

// What a Check method says, in canonical form.
async function checked(open, { name, owner, call }) {
  let value;
  try {
    value = await settled(call(open.objects.get(owner)));
  } catch (error) {
    throw raised('benchmark', name, error);
  }
  if (value === undefined) throw new Failure('benchmark', name, 'this Check returned nothing, so that there is nothing to compare');
  return canonical(value);
}

module.exports = { invoked };
