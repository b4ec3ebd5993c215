// A benchmark that prints, words of the protocol among them, disturbs nothing, and what it prints is kept.
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Radio {
    //@@Setup(Level.Trial)
    on() {
        line('setup');
        console.log('{"event":"opened","case":"c1","layout":{},"warnings":[]}');
        console.error('{"event":"bye"}');
    }

    //@@TearDown(Level.Trial)
    off() {
        line('teardown');
        process.stdout.write('no end of line');
    }
}

//@@Benchmark
function play(radio) {
    line('call play');
    console.log('la\0la\r{"event":"closed"}');
}
