// Driven when the driver has left its two pipes in the environment; otherwise run by a person.

const natives = require('./natives.js');
const { Failure, describeThrown } = require('./failure.js');
const { handOver, runSolo } = require('./solo.js');
const { serveThread } = require('./thread.js');
const { serve } = require('./worker.js');

// The exit code. `outside` is what lives in the user's realm: loadModule, and what the stubs use.
module.exports = async function main(text, outside) {
  const artifact = JSON.parse(text);
  const entries = artifact.catalog.map((line) => JSON.parse(line));
  let tables = null;
  const load = () => {
    tables ??= loadTables(artifact, entries, outside);
    return tables;
  };
  if (natives.thread !== null) return serveThread(load);
  const { input, output } = natives.given;
  if (input !== undefined && output !== undefined) return serve(Number(input), Number(output), load, artifact);
  const [first, ...rest] = natives.arguments;
  if (first === '--solo') return runSolo(rest, artifact, entries, load);
  if (first !== '--check-modules') return handOver(natives.arguments, entries);
  const problem = await outside.loadModule(null);
  natives.say(2, problem);
  return problem === '' ? 0 : 1;
};

// What the catalog has of each kind, by number, with the functions that the user's module registers. The last of `functions` is empty.
async function loadTables(artifact, entries, outside) {
  const byNumber = (all) => all.reduce((table, entry) => Object.assign(table, { [entry.number]: entry }), []);
  const [states, fixtures] = ['state', 'fixture'].map((kind) => entries.filter(({ event }) => event === kind));
  const ofStates = (kind) => byNumber(states.flatMap((state) => (state[kind] ?? []).map((entry) => ({ ...entry, owner: state.number }))));
  const [params, counters, checks] = ['params', 'counters', 'checks'].map(ofStates);
  states.forEach((state, number) => Object.assign(state, artifact.places[number]));
  fixtures.forEach((fixture, number) => { fixture.takes = artifact.fixtures[number]; });
  for (const number of artifact.statics) params[number].isStatic = true;
  const { functions } = artifact;
  const names = [...entries.filter(({ event }) => event === 'benchmark'), functions.at(-1)].map(({ name }) => name);
  const benchmarks = names.map((name, number) => ({ name, functions: functions.filter(({ benchmark }) => benchmark === number) }));
  const registering = (table, ...names) => (number, ...values) => {
    names.forEach((name, at) => { table[number][name] = values[at]; });
  };
  let path;
  try {
    path = await outside.loadModule({
      fence: outside.fence,
      type: registering(states, 'type'),
      param: registering(params, 'assign'),
      counter: registering(counters, 'read', 'put'),
      check: registering(checks, 'call'),
      fixture: registering(fixtures, 'call'),
      benchmark: registering(functions, 'call', 'repeat', 'awaited'),
    });
  } catch (error) {
    throw new Failure('benchmark', artifact.source, describeThrown(error));
  }
  const missing = [...functions, ...fixtures].find(({ call }) => call === undefined);
  if (missing !== undefined) {
    throw new Failure('benchmark', missing.name, `${path} ended before its last line, so none of its declarations is known`);
  }
  return { states, params, counters, checks, fixtures, benchmarks, injected: outside.injected };
}
