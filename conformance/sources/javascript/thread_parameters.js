// What does ThreadParams say of the only thread?
import { line } from './transcript.mjs';

//@@Benchmark
function sell(threadParams) {
    const of = (what) => `${threadParams[`get${what}Index`]()}/${threadParams[`get${what}Count`]()}`;
    line(`call thread ${of('Thread')} group ${of('Group')} subgroup ${of('Subgroup')} ` +
        `in group ${of('GroupThread')} in subgroup ${of('SubgroupThread')}`);
}
