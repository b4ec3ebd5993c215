#include <sys/mman.h>
#include <cstddef>
#include <ctime>

//@@Benchmark
int touch_pages() {
    char *memory = static_cast<char *>(mmap(nullptr, 10 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    for (std::size_t page = 0; page < 10; ++page) memory[page * 4096] = 1;
    int sum = memory[4096];
    munmap(memory, 10 * 4096);
    return sum;
}

//@@Benchmark
int sleep_shortly() {
    timespec time{0, 20'000};
    return nanosleep(&time, nullptr);
}
