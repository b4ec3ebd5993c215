// Calls to a gRPC server on the loopback interface, whose handler blocks for 2 ms, against the handler alone.
package rpc

import (
	"context"
	"encoding/binary"
	"net"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

const blockTime = 2 * time.Millisecond

// A request and a reply are one integer of 32 bits.
type codec struct{}

func (codec) Name() string { return "int32" }

func (codec) Marshal(value any) ([]byte, error) {
	return binary.BigEndian.AppendUint32(nil, uint32(*value.(*int32))), nil
}

func (codec) Unmarshal(bytes []byte, value any) error {
	*value.(*int32) = int32(binary.BigEndian.Uint32(bytes))
	return nil
}

// @@State(Scope.Benchmark)
type Server struct {
	//@@Param({"4", "64"})
	pool    int32 // how many handlers may run at once
	free    chan struct{}
	server  *grpc.Server
	address string
}

// @@Setup
func (state *Server) start() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	state.free = make(chan struct{}, state.pool)
	state.address = listener.Addr().String()
	state.server = grpc.NewServer(grpc.ForceServerCodec(codec{}))
	state.server.RegisterService(&grpc.ServiceDesc{
		ServiceName: "Counter",
		HandlerType: (*any)(nil),
		Methods:     []grpc.MethodDesc{{MethodName: "get", Handler: get}},
	}, state)
	go state.server.Serve(listener)
	return nil
}

// @@Teardown
func (state *Server) stop() { state.server.Stop() }

func get(service any, _ context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
	var request int32
	if err := decode(&request); err != nil {
		return nil, err
	}
	state := service.(*Server)
	state.free <- struct{}{}
	reply := state.handle(request)
	<-state.free
	return &reply, nil
}

func (state *Server) handle(request int32) int32 {
	time.Sleep(blockTime)
	return request + state.pool
}

// @@State(Scope.Thread)
type Client struct {
	connection *grpc.ClientConn
}

// @@Setup
func (state *Client) connect(server *Server) error {
	connection, err := grpc.NewClient(server.address, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodec(codec{})))
	state.connection = connection
	return err
}

// @@Teardown
func (state *Client) close() error { return state.connection.Close() }

// The upper bound: the handler, in the thread of the client.
//
// @@Benchmark(baseline = Baseline.BOUND)
// @@BenchmarkMode(Mode.Throughput)
// @@OutputTimeUnit(TimeUnit.SECONDS)
func handlerAlone(server *Server, client *Client) int32 { return server.handle(1000) }

// @@Benchmark
// @@BenchmarkMode(Mode.Throughput)
// @@OutputTimeUnit(TimeUnit.SECONDS)
func call(server *Server, client *Client) (int32, error) {
	request, reply := int32(1000), int32(0)
	err := client.connection.Invoke(context.Background(), "/Counter/get", &request, &reply)
	return reply, err
}
