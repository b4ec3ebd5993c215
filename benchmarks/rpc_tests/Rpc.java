// Calls to a gRPC server on the loopback interface, whose handler blocks for 2 ms, against the handler alone.

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Rpc {
    private static final long BLOCK_MS = 2;

    // A request and a reply are one integer of 32 bits.
    private static class IntMarshaller implements MethodDescriptor.Marshaller<Integer> {
        @Override
        public InputStream stream(Integer value) {
            return new ByteArrayInputStream(ByteBuffer.allocate(4).putInt(value).array());
        }

        @Override
        public Integer parse(InputStream stream) {
            try {
                return new DataInputStream(stream).readInt();
            } catch (IOException exception) {
                throw new UncheckedIOException(exception);
            }
        }
    }

    private static final MethodDescriptor<Integer, Integer> GET = MethodDescriptor.<Integer, Integer>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName("Counter/get")
        .setRequestMarshaller(new IntMarshaller())
        .setResponseMarshaller(new IntMarshaller())
        .build();

    public abstract static class AnyServer {
        private ExecutorService executor;
        private Server server;

        abstract int handlers();

        void start(ExecutorService executor) throws IOException {
            this.executor = executor;
            server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .executor(executor)
                .addService(ServerServiceDefinition.builder("Counter")
                    .addMethod(GET, ServerCalls.asyncUnaryCall((request, reply) -> {
                        reply.onNext(handle(request));
                        reply.onCompleted();
                    }))
                    .build())
                .build()
                .start();
        }

        int handle(int request) {
            try {
                Thread.sleep(BLOCK_MS);
            } catch (InterruptedException exception) {
                Thread.currentThread().interrupt();
            }
            return request + handlers();
        }

        void finish() throws InterruptedException {
            server.shutdownNow().awaitTermination();
            executor.shutdownNow();
        }

        ManagedChannel channel() {
            return NettyChannelBuilder.forAddress(server.getListenSockets().get(0)).usePlaintext().build();
        }
    }

    // Requests wait in a queue for one of so many threads.
    @State(Scope.Benchmark)
    public static class FixedServer extends AnyServer {
        @Param({"4", "64"})
        public int pool; // how many handlers may run at once

        @Override
        int handlers() {
            return pool;
        }

        @Setup
        public void start() throws IOException {
            start(Executors.newFixedThreadPool(pool));
        }

        @TearDown
        public void stop() throws InterruptedException {
            finish();
        }
    }

    @State(Scope.Benchmark)
    public static class ForkJoinServer extends AnyServer {
        @Param({"4", "64"})
        public int pool;

        @Override
        int handlers() {
            return pool;
        }

        @Setup
        public void start() throws IOException {
            start(new ForkJoinPool(pool, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true));
        }

        @TearDown
        public void stop() throws InterruptedException {
            finish();
        }
    }

    @State(Scope.Thread)
    public static class Client {
        ManagedChannel channel;

        @Setup
        public void connect(FixedServer server) {
            channel = server.channel();
        }

        @TearDown
        public void close() {
            channel.shutdownNow();
        }
    }

    @State(Scope.Thread)
    public static class ForkJoinClient {
        ManagedChannel channel;

        @Setup
        public void connect(ForkJoinServer server) {
            channel = server.channel();
        }

        @TearDown
        public void close() {
            channel.shutdownNow();
        }
    }

    // The upper bound: the handler, in the thread of the client.
    @Benchmark //@@Benchmark(baseline = Baseline.BOUND)
    public int handlerAlone(FixedServer server, Client client) {
        return server.handle(1000);
    }

    @Benchmark
    public int call(FixedServer server, Client client) {
        return ClientCalls.blockingUnaryCall(client.channel, GET, CallOptions.DEFAULT, 1000);
    }

    @Benchmark
    public int callForkJoin(ForkJoinServer server, ForkJoinClient client) {
        return ClientCalls.blockingUnaryCall(client.channel, GET, CallOptions.DEFAULT, 1000);
    }
}
