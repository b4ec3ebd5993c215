// Does BenchmarkParams say what is running: mode, params, threads, iterations, batch sizes, forks?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Shop {
    //@@Param("3")
    seats = 0;

    //@@Param("a b/ü*~")
    label = '';

    //@@Setup
    open(benchmarkParams) {
        line(`setup ${said(benchmarkParams)} seats=${benchmarkParams.getParam('seats')}`);
        line(`id ${benchmarkParams.id().replace(/.*sell/, 'sell')}`);
    }
}

//@@Benchmark
function sell(shop, benchmarkParams) { line(`call ${said(benchmarkParams)}`); }

function said(params) {
    const [warmup, measurement] = [params.getWarmup(), params.getMeasurement()];
    return `${params.getBenchmark().split('#').pop()} ${params.getMode()} threads=${params.getThreads()} ` +
        `forks=${params.getForks()}+${params.getWarmupForks()} opi=${params.getOpsPerInvocation()} ` +
        `warmup=${warmup.getCount()}x${warmup.getBatchSize()} ` +
        `measurement=${measurement.getCount()}x${measurement.getBatchSize()}`;
}
