#include "clamh.h"
