// The loops written by hand: a translation unit of its own, in which there is nothing of CLAMH.
#pragma once

#include "work.hpp"

void hand_empty(unsigned long passes);
void hand_plain(const Plain &state, unsigned long passes);
void hand_static(unsigned long passes);
void hand_recursive(unsigned long passes);
void hand_iterative(unsigned long passes);
