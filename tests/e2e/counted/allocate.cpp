#include <memory>

//@@Benchmark
int allocate_blocks() {
    std::unique_ptr<char[]> blocks[3];
    for (auto &block : blocks) {
        block.reset(new char[1024]);
        static_cast<volatile char *>(block.get())[0] = 1;
    }
    return 3;
}
