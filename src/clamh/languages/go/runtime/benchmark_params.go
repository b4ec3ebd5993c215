// BenchmarkParams, IterationParams and ThreadParams: what is running, as in JMH. Times are in ns.
package clamh

import (
	"net/url"
	"strings"
)

var modeNames = map[string]string{"avgt": "AverageTime", "thrpt": "Throughput", "sample": "SampleTime",
	"ss": "SingleShotTime", "wall": "WallTime"}

// IterationParams describes the iterations of one kind.
type IterationParams struct {
	kind          string
	count         int
	batch, timeNs int64
}

// GetType is "WARMUP" or "MEASUREMENT".
func (params *IterationParams) GetType() string   { return params.kind }
func (params *IterationParams) GetCount() int     { return params.count }
func (params *IterationParams) GetTime() int64    { return params.timeNs }
func (params *IterationParams) GetBatchSize() int { return int(params.batch) }

// BenchmarkParams describes the case.
type BenchmarkParams struct {
	benchmark, mode, timeUnit   string
	threads, forks, warmupForks int
	warmup, measurement         IterationParams
	operations, timeoutNs       int64
	seed                        uint64
	params                      []paramValue // in the order of their short names
}

// GetBenchmark is its full name.
func (params *BenchmarkParams) GetBenchmark() string { return params.benchmark }

// GetMode is one of avgt thrpt sample ss wall.
func (params *BenchmarkParams) GetMode() string                  { return params.mode }
func (params *BenchmarkParams) GetThreads() int                  { return params.threads }
func (params *BenchmarkParams) GetForks() int                    { return params.forks }
func (params *BenchmarkParams) GetWarmupForks() int              { return params.warmupForks }
func (params *BenchmarkParams) GetWarmup() *IterationParams      { return &params.warmup }
func (params *BenchmarkParams) GetMeasurement() *IterationParams { return &params.measurement }

// GetTimeUnit is one of ns us ms s m h d.
func (params *BenchmarkParams) GetTimeUnit() string        { return params.timeUnit }
func (params *BenchmarkParams) GetOpsPerInvocation() int64 { return params.operations }
func (params *BenchmarkParams) GetTimeout() int64          { return params.timeoutNs }
func (params *BenchmarkParams) GetSeed() uint64            { return params.seed }

// GetParamsKeys has the short names of params, sorted as in JMH.
func (params *BenchmarkParams) GetParamsKeys() (keys []string) {
	for _, value := range params.params {
		keys = append(keys, value.key())
	}
	return keys
}

// ID is JMH's: benchmark, mode and params, fit for a file's name.
func (params *BenchmarkParams) ID() string {
	id := encode(params.benchmark) + "-" + modeNames[params.mode]
	for _, value := range params.params {
		id += "-" + encode(value.key()) + "-" + encode(value.text)
	}
	return id
}

// As java.net.URLEncoder writes it, which JMH uses here.
func encode(text string) string {
	return strings.NewReplacer("~", "%7E", "%2A", "*").Replace(url.QueryEscape(text))
}

// GetParam is a param's value as text, by its full name or what follows a `.`; "" when there is none.
func (params *BenchmarkParams) GetParam(name string) string {
	for _, value := range params.params {
		if strings.HasSuffix("."+value.param.name, "."+name) {
			return value.text
		}
	}
	return ""
}

// ThreadParams says which of the threads this is, in all, in its group, and among those that run the same function of
// the group (JMH's subgroup). Without groups every thread is a group of its own.
type ThreadParams struct{ place place }

func (params *ThreadParams) GetThreadIndex() int         { return params.place.thread }
func (params *ThreadParams) GetThreadCount() int         { return params.place.threads }
func (params *ThreadParams) GetGroupIndex() int          { return params.place.group }
func (params *ThreadParams) GetGroupCount() int          { return params.place.groups }
func (params *ThreadParams) GetSubgroupIndex() int       { return params.place.subgroup }
func (params *ThreadParams) GetSubgroupCount() int       { return params.place.subgroups }
func (params *ThreadParams) GetGroupThreadIndex() int    { return params.place.groupThread }
func (params *ThreadParams) GetGroupThreadCount() int    { return params.place.groupThreads }
func (params *ThreadParams) GetSubgroupThreadIndex() int { return params.place.subgroupThread }
func (params *ThreadParams) GetSubgroupThreadCount() int { return params.place.subgroupThreads }
