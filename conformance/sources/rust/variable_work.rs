// Is what an invocation gives to Operations what it is counted as, whatever batch size and operations per invocation
// say?
use clamh::Operations;

mod transcript;

//@@State(Scope.Thread)
#[derive(Default)]
struct Shop {
    sold: i64,
}

//@@Benchmark
//@@OperationsPerInvocation(100)
fn sell(shop: &mut Shop, operations: &Operations) {
    shop.sold += 1;
    operations.add(shop.sold);
    transcript::line(&format!("call sell {}", shop.sold));
}
