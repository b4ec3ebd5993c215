// What does ThreadParams say in each of several threads, and has each thread counters of its own?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
class Till {
    coins = 0;
}

//@@Benchmark
function sell(till, threadParams, benchmarkParams) {
    const of = (what) => `${threadParams[`get${what}Index`]()}/${threadParams[`get${what}Count`]()}`;
    till.coins += 10 + threadParams.getThreadIndex();
    line(`call thread ${of('Thread')} of ${benchmarkParams.getThreads()} group ${of('Group')} subgroup ${of('Subgroup')} ` +
        `in group ${of('GroupThread')} in subgroup ${of('SubgroupThread')}`, threadParams.getThreadIndex());
}
