// Does BenchmarkParams say what is running: mode, params, threads, iterations, batch sizes, forks?
use clamh::BenchmarkParams;

mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Shop {
    //@@Param("3")
    seats: i32,

    //@@Param("a b/ü*~")
    label: String,
}

impl Shop {
    //@@Setup
    fn open(&mut self, params: &BenchmarkParams) {
        report("setup", params, params.getParam("seats"));
        let id = params.id();
        transcript::line(&format!("id {}", &id[id.find("sell").unwrap()..]));
    }
}

//@@Benchmark
fn sell(_: &Shop, params: &BenchmarkParams) {
    report("call", params, None);
}

fn report(what: &str, params: &BenchmarkParams, seats: Option<&str>) {
    let seats = seats.map_or(String::new(), |seats| format!(" seats={seats}"));
    transcript::line(&format!(
        "{what} {} {} threads={} forks={}+{} opi={} warmup={}x{} measurement={}x{}{seats}",
        params.getBenchmark().rsplit(':').next().unwrap(), params.getMode(), params.getThreads(), params.getForks(), params.getWarmupForks(),
        params.getOpsPerInvocation(), params.getWarmup().getCount(), params.getWarmup().getBatchSize(),
        params.getMeasurement().getCount(), params.getMeasurement().getBatchSize()
    ));
}
