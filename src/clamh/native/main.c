/* Driven when the driver has left its two pipes in the environment; otherwise run by a person. */
#include "registry.h"
#include "worker.h"

int clamh_main(const struct clamh_artifact *artifact, int count, char **arguments) {
    the_artifact = artifact;
    const char *const in = getenv("CLAMH_IN"), *const out = getenv("CLAMH_OUT");
    uint64_t reading, writing;
    if (in != NULL && out != NULL) {
        if (read_natural(in, 1 << 20, &reading) && read_natural(out, 1 << 20, &writing)) return serve((int)reading, (int)writing);
        fprintf(stderr, "CLAMH_IN and CLAMH_OUT must be numbers of open descriptors\n");
        return 2;
    }
    return run_solo(count, arguments);
}
