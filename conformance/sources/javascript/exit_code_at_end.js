// Is a process that ends with another code than 0 after everything was measured a failure that keeps its iterations?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Party {
    //@@Setup
    invite() {
        process.on('exit', () => { process.exitCode = 5; });
        line('setup Trial');
    }

    //@@TearDown
    clean() { line('teardown Trial'); }
}

//@@Benchmark
function dance(party) { line('call dance'); }
