"""BenchmarkParams, IterationParams and ThreadParams: what is running, with JMH's methods. Times are in ns."""

from urllib.parse import quote_plus

MODES = {
    "thrpt": "Throughput", "avgt": "AverageTime", "sample": "SampleTime", "ss": "SingleShotTime", "wall": "WallTime"
}


def _getters(count):
    """Methods that return the first values of an object, one each."""
    return (lambda self, place=place: self._values[place] for place in range(count))


class IterationParams:
    """What one phase does; the type is "WARMUP" or "MEASUREMENT"."""

    def __init__(self, type="MEASUREMENT", count=1, time=0, batch_size=1):
        self._values = (type, count, time, batch_size)

    getType, getCount, getTime, getBatchSize = _getters(4)


class BenchmarkParams:
    """What the case is."""

    def __init__(self, benchmark="", mode="avgt", threads=1, forks=0, warmup_forks=0, warmup=None, measurement=None,
                 time_unit="ns", operations=1, timeout=0, seed=0, params=None):
        self._values = (benchmark, mode, threads, forks, warmup_forks, warmup or IterationParams("WARMUP"),
                        measurement or IterationParams(), time_unit, operations, timeout, seed)
        self._params = dict(params or {})

    (getBenchmark, getMode, getThreads, getForks, getWarmupForks, getWarmup, getMeasurement, getTimeUnit,
     getOpsPerInvocation, getTimeout, getSeed) = _getters(11)

    def getParam(self, name):  # noqa: N802
        """A param's value as text, by its name or by what follows a dot of it; None if there is none."""
        found = (text for full, text in self._params.items() if full == name or full.endswith(f".{name}"))
        return next(found, None)

    def getParamsKeys(self):  # noqa: N802
        """The short names of the params, sorted as in JMH."""
        return [key for key, _ in self._entries()]

    def id(self):
        """JMH's: benchmark, mode and params, fit for a file's name."""
        params = "".join(f"-{_encode(key)}-{_encode(text)}" for key, text in self._entries())
        return f"{_encode(self.getBenchmark())}-{MODES[self.getMode()]}{params}"

    def _entries(self):
        return sorted((full.rpartition(".")[2], text) for full, text in self._params.items())


def _encode(text):
    """As java.net.URLEncoder writes it, which JMH uses in its id."""
    return quote_plus(text, safe="*", errors="replace").replace("~", "%7E")


class ThreadParams:
    """Which of the case's threads it is; outside of groups every thread is a group of its own."""

    def __init__(self, *places):
        self._values = places or (0, 1) * 5

    (getThreadIndex, getThreadCount, getGroupIndex, getGroupCount, getSubgroupIndex, getSubgroupCount,
     getGroupThreadIndex, getGroupThreadCount, getSubgroupThreadIndex, getSubgroupThreadCount) = _getters(10)
