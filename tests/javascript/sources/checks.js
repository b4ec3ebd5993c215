// What test_protocol.py asks for checks.
'use strict';

//@@State(Scope.Thread)
class Doubtful {
    //@@Param({"throws", "says nothing", "promises"})
    does = '';

    //@@Check
    answer() {
        if (this.does === 'throws') throw new RangeError('no answer');
        return this.does === 'promises' ? Promise.resolve(42) : undefined;
    }

    //@@Teardown
    teardown() { console.log('teardown'); }
}

//@@Benchmark
function ask(doubtful) { return doubtful.does.length; }
