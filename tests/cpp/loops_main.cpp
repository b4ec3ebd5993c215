// Calls every registered stub, with a count that no compiler knows, and nothing else of the worker.
#include "loop.hpp"

alignas(64) static char memory[4096];
static clamh_function *functions;

static void add(clamh_function *function) {
    function->next = functions;
    functions = function;
}

extern "C" {
void clamh_register_class(clamh_class *) {}
void clamh_register_benchmark(clamh_function *function) { add(function); }
void clamh_register_fixture(clamh_function *function) { add(function); }
void clamh_add(clamh_text *, const char *, std::size_t) {}
void clamh_add_integer(clamh_text *, std::int64_t) {}
void clamh_add_natural(clamh_text *, std::uint64_t) {}
void clamh_add_float(clamh_text *, double) {}
}

int clamh::guard(void (*does)(void *), void *with) {
    does(with);
    return 0;
}

int main(int count, char **) {
    void *objects[] = {memory, memory};
    for (const clamh_function *function = functions; function != nullptr; function = function->next) {
        function->repeat(objects, static_cast<std::uint64_t>(count));
    }
}
