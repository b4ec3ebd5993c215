"""The objects besides states that a benchmark or fixture may take; also what `import clamh_runtime` gives a source."""

from .blackhole import Blackhole, RecordingBlackhole
from .control import Control
from .memory import Memory
from .operations import Operations
from .benchmark_params import BenchmarkParams, IterationParams, ThreadParams
from .random import Random

NAMES = ("Blackhole", "Control", "BenchmarkParams", "IterationParams", "ThreadParams", "Random", "Memory", "Operations")

__all__ = [*NAMES, "NAMES", "RecordingBlackhole"]
