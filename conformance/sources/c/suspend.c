// Does what runs while the clock is suspended cost the score nothing: once, nested, and left early?
#include "clamh.h"
#include "transcript.h"

//@@Benchmark
void never(void) { transcript_line(-1, "call never"); }

//@@Benchmark
void once(Suspend *suspend) {
    clamh_pause(suspend) transcript_line(-1, "call once");
}

//@@Benchmark
void nested(Suspend *suspend) {
    clamh_pause(suspend) {
        transcript_line(-1, "call outer");
        clamh_pause(suspend) transcript_line(-1, "call inner");
    }
}

//@@Benchmark
void breaks(Suspend *suspend) {
    for (int at = 0; at < 2; ++at) {
        clamh_pause(suspend) {
            if (at == 0) continue; // both leave the block
            transcript_line(-1, "call breaks");
            break;
        }
    }
}

//@@Benchmark
int returns(Suspend *suspend) {
    clamh_pause(suspend) {
        transcript_line(-1, "call returns");
        return 1;
    }
    return 0;
}

//@@Benchmark
void fails(Suspend *suspend) {
    clamh_pause(suspend) {
        transcript_line(-1, "call fails");
        goto failed;
    }
failed:;
}
