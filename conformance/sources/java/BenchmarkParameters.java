// Does BenchmarkParams say what is running: mode, params, threads, iterations, batch sizes, forks?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;

public class BenchmarkParameters {
    @State(Scope.Benchmark)
    public static class Shop {
        @Param("3")
        public int seats;

        @Param("a b/ü*~")
        public String label;

        @Setup
        public void open(BenchmarkParams params) {
            Transcript.line("setup " + said(params) + " seats=" + params.getParam("seats"));
            Transcript.line("id " + params.id().substring(params.id().indexOf("sell")));
        }
    }

    @Benchmark
    public void sell(Shop shop, BenchmarkParams params) {
        Transcript.line("call " + said(params));
    }

    private static String said(BenchmarkParams params) {
        String name = params.getBenchmark();
        return name.substring(name.lastIndexOf('.') + 1) + " " + params.getMode().shortLabel()
            + " threads=" + params.getThreads() + " forks=" + params.getForks() + "+" + params.getWarmupForks()
            + " opi=" + params.getOpsPerInvocation()
            + " warmup=" + params.getWarmup().getCount() + "x" + params.getWarmup().getBatchSize()
            + " measurement=" + params.getMeasurement().getCount() + "x" + params.getMeasurement().getBatchSize();
    }
}
