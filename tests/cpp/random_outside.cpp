// random_outside SEED CALL...: a line of values for each call, of a generator of its own.
#include "clamh.h"
#include "random_values.hpp"

int main(int count, char **arguments) {
    for (int at = 2; at < count; ++at) {
        Random random(std::stoull(arguments[1]));
        std::puts(thousand(arguments[at], random).c_str());
    }
}
