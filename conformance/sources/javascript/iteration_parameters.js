// Does IterationParams say in every iteration whether it is warmup, how many there are, and the batch size?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
class Shop {
    //@@Setup(Level.Iteration)
    open(iterationParams) { line(`setup ${said(iterationParams)}`); }
}

//@@Benchmark
function sell(shop, iterationParams) { line(`call ${said(iterationParams)}`); }

function said(params) { return `${params.getType()} ${params.getCount()} ${params.getBatchSize()}`; }
