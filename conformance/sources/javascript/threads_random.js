// Has every thread random numbers of its own, the same in every language for the same seed?
import { line } from './transcript.mjs';

//@@Benchmark
function draw(threadParams, random) {
    line(`call long=${random.nextLong()} of1000=${random.nextInt(1000)}`, threadParams.getThreadIndex());
}
