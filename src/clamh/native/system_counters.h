/* What the system counts of this process while it measures: events whose descriptors the driver left here, and resource usage. */
#pragma once

#include "channel.h"

void choose_counters(void);  /* from CLAMH_COUNTERS, which a child of the benchmark does not inherit */
void begin_counting(void);   /* the last thing before a measured part begins, outside of clock readings */
void end_counting(void);     /* the first thing after it */
void add_counts(struct clamh_text *event); /* what was counted between the last two; nothing without CLAMH_COUNTERS */
