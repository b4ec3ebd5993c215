#include "../../languages/cpp/runtime/include/Blackhole.hpp"
