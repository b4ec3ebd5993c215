// A baseline that the others are compared with, and a bound that none of them may beat: to change every byte costs no less than to copy
// it. first_word stops at the first blank, a mistake that its time alone would make look like a success: `beats-bound`.

#include <string.h>

static const char sentence[] = "what is read is not what is written, ";
enum { SENTENCE = sizeof sentence - 1, SIZE = 100 * SENTENCE };

//@@State(Scope.Thread)
typedef struct {
    char in[SIZE];
    unsigned char out[SIZE];  // bytes, as in the other languages
    unsigned char upper[256];
} Text;

//@@Setup
void make(Text *text) {
    for (int n = 0; n < 100; n++) memcpy(text->in + n * SENTENCE, sentence, SENTENCE);
    for (int c = 0; c < 256; c++) text->upper[c] = (unsigned char)(c >= 'a' && c <= 'z' ? c - 32 : c);
}

//@@Benchmark(baseline = Baseline.BOUND)
clamh_array copy(Text *text) {
    memcpy(text->out, text->in, SIZE);
    return clamh_array(text->out, SIZE);
}

//@@Benchmark(baseline = true)
clamh_array by_branch(Text *text) {
    for (int i = 0; i < SIZE; i++) {
        char c = text->in[i];
        if (c >= 'a' && c <= 'z') c = (char)(c - 32);
        text->out[i] = (unsigned char)c;
    }
    return clamh_array(text->out, SIZE);
}

//@@Benchmark
clamh_array by_table(Text *text) {
    for (int i = 0; i < SIZE; i++) text->out[i] = text->upper[(unsigned char)text->in[i]];
    return clamh_array(text->out, SIZE);
}

//@@Benchmark
clamh_array first_word(Text *text) {
    for (int i = 0; i < SIZE && text->in[i] != ' '; i++) text->out[i] = text->upper[(unsigned char)text->in[i]];
    return clamh_array(text->out, SIZE);
}
