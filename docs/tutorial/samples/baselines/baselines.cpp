// A baseline that the others are compared with, and a bound that none of them may beat: to change every byte costs no less than to copy
// it. first_word stops at the first blank, a mistake that its time alone would make look like a success: `beats-bound`.

#include <cstring>
#include <string>
#include <vector>

//@@State(Scope.Thread)
struct Text {
    std::string in;
    std::vector<unsigned char> out;  // bytes, as in the other languages
    unsigned char upper[256] = {};

    //@@Setup
    void make() {
        for (int n = 0; n < 100; n++) in += "what is read is not what is written, ";
        out.resize(in.size());
        for (int c = 0; c < 256; c++) upper[c] = static_cast<unsigned char>(c >= 'a' && c <= 'z' ? c - 32 : c);
    }
};

//@@Benchmark(baseline = Baseline.BOUND)
const std::vector<unsigned char> &copy(Text &text) {
    std::memcpy(text.out.data(), text.in.data(), text.in.size());
    return text.out;
}

//@@Benchmark(baseline = true)
const std::vector<unsigned char> &by_branch(Text &text) {
    for (std::size_t i = 0; i < text.in.size(); i++) {
        char c = text.in[i];
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
        text.out[i] = static_cast<unsigned char>(c);
    }
    return text.out;
}

//@@Benchmark
const std::vector<unsigned char> &by_table(Text &text) {
    for (std::size_t i = 0; i < text.in.size(); i++) {
        text.out[i] = text.upper[static_cast<unsigned char>(text.in[i])];
    }
    return text.out;
}

//@@Benchmark
const std::vector<unsigned char> &first_word(Text &text) {
    for (std::size_t i = 0; i < text.in.size() && text.in[i] != ' '; i++) {
        text.out[i] = text.upper[static_cast<unsigned char>(text.in[i])];
    }
    return text.out;
}
