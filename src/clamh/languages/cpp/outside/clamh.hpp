// The same as clamh.h.
#pragma once

#include "clamh.h"
