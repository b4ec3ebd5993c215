#include "../include/b63/b63.h"
