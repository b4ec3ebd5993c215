// What does ThreadParams say in each of several threads, and has each thread counters of its own?
use clamh::{BenchmarkParams, ThreadParams};

mod transcript;

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
#[derive(Default)]
pub struct Till {
    pub coins: i64,
}

//@@Benchmark
fn sell(till: &mut Till, params: &ThreadParams, run: &BenchmarkParams) {
    till.coins += 10 + i64::from(params.getThreadIndex());
    transcript::line_of(params.getThreadIndex(), &format!(
        "call thread {}/{} of {} group {}/{} subgroup {}/{} in group {}/{} in subgroup {}/{}",
        params.getThreadIndex(), params.getThreadCount(), run.getThreads(), params.getGroupIndex(), params.getGroupCount(),
        params.getSubgroupIndex(), params.getSubgroupCount(), params.getGroupThreadIndex(), params.getGroupThreadCount(),
        params.getSubgroupThreadIndex(), params.getSubgroupThreadCount()
    ));
}
