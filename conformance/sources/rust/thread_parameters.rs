// What does ThreadParams say of the only thread?
use clamh::ThreadParams;

mod transcript;

//@@Benchmark
fn sell(params: &ThreadParams) {
    transcript::line(&format!(
        "call thread {}/{} group {}/{} subgroup {}/{} in group {}/{} in subgroup {}/{}",
        params.getThreadIndex(), params.getThreadCount(), params.getGroupIndex(), params.getGroupCount(), params.getSubgroupIndex(),
        params.getSubgroupCount(), params.getGroupThreadIndex(), params.getGroupThreadCount(), params.getSubgroupThreadIndex(),
        params.getSubgroupThreadCount()
    ));
}
