/* What invocations return and give to Blackhole, in a process that measures nothing any more. */
#ifndef CLAMH_INVOKE_H
#define CLAMH_INVOKE_H

#include "channel.h"
#include "case.h"

enum outcome invoke_case(struct open_case *open, uint64_t calls, struct channel *channel);

#endif
