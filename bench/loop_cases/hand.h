// The loops written by hand: a translation unit of its own, in which there is nothing of CLAMH.
#ifndef HAND_H
#define HAND_H

#include "work.h"

void by_hand_empty(unsigned long passes);
void by_hand_plain(const Plain *state, unsigned long passes);
void by_hand_recursive(const Number *state, unsigned long passes);
void by_hand_iterative(const Number *state, unsigned long passes);

#endif
