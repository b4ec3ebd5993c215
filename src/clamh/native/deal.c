/* Which thread runs what: threads are dealt to groups and functions as JMH deals them (protocol/README.md, Threads). */
#include "case.h"

struct dealt deal_thread(const struct opening *opening, int thread) {
    if (!opening->group) return (struct dealt){thread, opening->threads, thread, opening->threads, 0, 1, 0, 1, 0, 1};
    int each = 0, function = 0;
    for (size_t at = 0; at < opening->shares.count; ++at) each += (int)opening->shares.items[at];
    int within = thread % each;
    while (within >= (int)opening->shares.items[function]) within -= (int)opening->shares.items[function++];
    return (struct dealt){thread, opening->threads, thread / each, opening->threads / each, function, (int)opening->shares.count,
                          thread % each, each, within, (int)opening->shares.items[function]};
}
