// The same as clamh.h, by the name of CLAMH's forerunner.
#pragma once

#include "clamh.h"
