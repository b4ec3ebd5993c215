// What only a wrapper knows.
#pragma once

#include "../../../native/clamh_abi.h"

namespace clamh {

struct Generated {
    const char *sources;  // JSON
    const char *const *catalog, *const *openings;
    unsigned openings_count;
    const clamh_function *floor;
    bool optimised, records;
};
extern const Generated generated;

}  // namespace clamh
