"""BenchmarkParams, IterationParams and ThreadParams: what is running, as JMH tells it. Times are in ns."""

from urllib.parse import quote_plus

MODES = {"thrpt": "Throughput", "avgt": "AverageTime", "sample": "SampleTime", "ss": "SingleShotTime", "wall": "WallTime"}


def _encoded(text):
    """As java.net.URLEncoder writes it, which JMH uses in its id."""
    return quote_plus(text, safe="*", errors="replace").replace("~", "%7E")


class IterationParams:
    """What one phase does."""

    def __init__(self, type="MEASUREMENT", count=1, time=0, batch_size=1):
        self._told = (type, count, time, batch_size)

    def getType(self): return self._told[0]  # noqa: E704,N802 ("WARMUP" or "MEASUREMENT")
    def getCount(self): return self._told[1]  # noqa: E704,N802
    def getTime(self): return self._told[2]  # noqa: E704,N802
    def getBatchSize(self): return self._told[3]  # noqa: E704,N802


class BenchmarkParams:
    """What the case is."""

    def __init__(self, benchmark="", mode="avgt", threads=1, forks=0, warmup_forks=0, warmup=None, measurement=None,
                 time_unit="ns", operations=1, timeout=0, seed=0, params=None):
        self._benchmark, self._mode, self._threads = benchmark, mode, threads
        self._forks, self._warmup_forks = forks, warmup_forks
        self._warmup = warmup or IterationParams("WARMUP")
        self._measurement = measurement or IterationParams()
        self._time_unit, self._operations, self._timeout, self._seed = time_unit, operations, timeout, seed
        self._params = dict(params or {})

    def getBenchmark(self): return self._benchmark  # noqa: E704,N802
    def getMode(self): return self._mode  # noqa: E704,N802
    def getThreads(self): return self._threads  # noqa: E704,N802
    def getForks(self): return self._forks  # noqa: E704,N802
    def getWarmupForks(self): return self._warmup_forks  # noqa: E704,N802
    def getWarmup(self): return self._warmup  # noqa: E704,N802
    def getMeasurement(self): return self._measurement  # noqa: E704,N802
    def getTimeUnit(self): return self._time_unit  # noqa: E704,N802
    def getOpsPerInvocation(self): return self._operations  # noqa: E704,N802
    def getTimeout(self): return self._timeout  # noqa: E704,N802
    def getSeed(self): return self._seed  # noqa: E704,N802

    def getParam(self, name):  # noqa: N802
        """A param's value as text, by its name or by what follows a dot of it; None when there is none."""
        found = (text for full, text in self._params.items() if full == name or full.endswith(f".{name}"))
        return next(found, None)

    def getParamsKeys(self):  # noqa: N802
        """The short names of the params, sorted as in JMH."""
        return [key for key, _ in self._entries()]

    def id(self):
        """JMH's: benchmark, mode and params, fit for a file's name."""
        params = "".join(f"-{_encoded(key)}-{_encoded(text)}" for key, text in self._entries())
        return f"{_encoded(self._benchmark)}-{MODES[self._mode]}{params}"

    def _entries(self):
        return sorted((full.rpartition(".")[2], text) for full, text in self._params.items())


class ThreadParams:
    """Which of the case's threads it is; outside of groups every thread is a group of its own."""

    def __init__(self, thread=0, threads=1, group=0, groups=1, subgroup=0, subgroups=1, group_thread=0, group_threads=1,
                 subgroup_thread=0, subgroup_threads=1):
        self._told = (thread, threads, group, groups, subgroup, subgroups, group_thread, group_threads, subgroup_thread,
                      subgroup_threads)

    def getThreadIndex(self): return self._told[0]  # noqa: E704,N802
    def getThreadCount(self): return self._told[1]  # noqa: E704,N802
    def getGroupIndex(self): return self._told[2]  # noqa: E704,N802
    def getGroupCount(self): return self._told[3]  # noqa: E704,N802
    def getSubgroupIndex(self): return self._told[4]  # noqa: E704,N802
    def getSubgroupCount(self): return self._told[5]  # noqa: E704,N802
    def getGroupThreadIndex(self): return self._told[6]  # noqa: E704,N802
    def getGroupThreadCount(self): return self._told[7]  # noqa: E704,N802
    def getSubgroupThreadIndex(self): return self._told[8]  # noqa: E704,N802
    def getSubgroupThreadCount(self): return self._told[9]  # noqa: E704,N802
