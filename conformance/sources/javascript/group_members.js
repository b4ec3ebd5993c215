// How are threads dealt to groups and their members, has each group a state of its own, and does each thread's result name its member?
import { line } from './transcript.mjs';

//@@State(Scope.Group)
class Shelf {
    calls = new Int32Array(new SharedArrayBuffer(4));

    //@@Setup(Level.Trial)
    build() { line('setup Trial Shelf'); }

    //@@TearDown(Level.Iteration)
    count() { line(`teardown Iteration Shelf calls=${Atomics.load(this.calls, 0)}`); }
}

//@@Benchmark
//@@Group("shelf")
//@@GroupThreads(3)
function watch(shelf, threadParams) { say('watch', shelf, threadParams); }

//@@Benchmark
//@@Group("shelf")
function take(shelf, threadParams) { say('take', shelf, threadParams); }

//@@Benchmark
//@@Group("shelf")
function put(shelf, threadParams) { say('put', shelf, threadParams); }

function say(member, shelf, threadParams) {
    const of = (what) => `${threadParams[`get${what}Index`]()}/${threadParams[`get${what}Count`]()}`;
    Atomics.add(shelf.calls, 0, 1);
    line(`call ${member} thread ${of('Thread')} group ${of('Group')} subgroup ${of('Subgroup')} ` +
        `in group ${of('GroupThread')} in subgroup ${of('SubgroupThread')}`, threadParams.getThreadIndex());
}
