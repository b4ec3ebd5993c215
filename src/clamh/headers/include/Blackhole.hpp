#include "../../languages/cpp/outside/Blackhole.hpp"
