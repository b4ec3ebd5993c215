// For benchmarks that say `#include "Blackhole.hpp"`; with this folder and its parent as include paths it also serves
// the same source outside CLAMH.
#pragma once

#include "../blackhole.hpp"
