// The objects of a case, and where they lie: no two of them share 128 bytes, nor one of them and anything else.
#pragma once

#include "fixtures.hpp"
#include "random.hpp"
#include "state.hpp"

namespace clamh {

enum Level { level_trial, level_iteration, level_invocation, levels };

struct Instance {
    Class *type = nullptr;  // null: none is needed, and this is what several threads share of a fixture that takes no state
    int group = -1;         // of a state of a group: whose
    int maker = 0;          // the thread that makes and destroys it: the first that has it
    bool constructed = false;
    std::size_t offset = 0;  // in its block
    void *object = nullptr;
    Shared shared[levels];
};

// Memory for several instances, in pages of its own.
struct Block {
    List<Instance *> placed;

    Block() = default;
    Block(Block &&other) noexcept;
    Block &operator=(Block &&other) noexcept;
    ~Block();

    // Behind what is placed already, a number of lines drawn from `random` (none when it is null) after the next granule.
    void place(Instance &one, SplitMix64 *random);
    void reserve();  // throws Failure

private:
    std::size_t size = 0, alignment = 0;
    char *memory = nullptr;
};

}  // namespace clamh
