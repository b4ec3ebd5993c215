#include "recorder.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include "worker.hpp"

namespace clamh {

void become_recorder(const List<Case *> &cases, const Text &line, const Channel &channel) {
    const Text path = own_path().add(".recording");
    if (access(path.c_str(), X_OK) != 0) {
        const char *const why = "is missing: it is built with the artifact, which was moved without it";
        throw Failure{"unsupported", "invoke", written("%s %s", path.c_str(), why)};
    }
    Text left;
    for (const Case *open : cases) left.add(open->line).add('\n');
    left.add(line).add('\n').add(channel.pending);
    std::FILE *file = std::tmpfile();
    if (file == nullptr || std::fwrite(left.c_str(), 1, left.size(), file) != left.size() || std::fflush(file) != 0) {
        throw Failure{"internal", "invoke", written("no temporary file: %s", std::strerror(errno))};
    }
    const int descriptor = fileno(file);
    lseek(descriptor, 0, SEEK_SET);
    for (const int kept : {descriptor, channel.in, channel.out}) fcntl(kept, F_SETFD, 0);
    setenv("CLAMH_IN", written("%d", channel.in).c_str(), 1);
    setenv("CLAMH_OUT", written("%d", channel.out).c_str(), 1);
    setenv("CLAMH_REPLAY", written("%d:%zu", descriptor, cases.size()).c_str(), 1);
    std::fflush(stdout);
    char *arguments[] = {const_cast<char *>(path.c_str()), nullptr};
    execv(path.c_str(), arguments);
    throw Failure{"internal", "invoke", written("%s: %s", path.c_str(), std::strerror(errno))};
}

long long replay(Channel &channel) {
    const char *left = std::getenv("CLAMH_REPLAY");
    int descriptor = -1;
    long long answered = 0;
    if (left == nullptr || std::sscanf(left, "%d:%lld", &descriptor, &answered) != 2) return 0;
    unsetenv("CLAMH_REPLAY");
    char bytes[4096];
    ssize_t got;
    while ((got = read(descriptor, bytes, sizeof bytes)) > 0) channel.pending.add(bytes, static_cast<std::size_t>(got));
    close(descriptor);
    return answered;
}

}  // namespace clamh
