# Does no group hang whose members wait for each other: producer and consumer, ping-pong, a call that lasts until it is stopped?
import threading

from transcript import line

# A queue of one place: 0 is empty.
#@@State(Scope.Group)
class Queue:
    #@@Setup(Level.Iteration)
    def open(self):
        self.place, self.lock = 0, threading.Lock()
        line("setup Iteration Queue")

    #@@TearDown(Level.Iteration)
    def shut(self):
        line("teardown Iteration Queue")

#@@State(Scope.Group)
class Table:
    #@@Setup(Level.Iteration)
    def open(self):
        self.place, self.lock = 0, threading.Lock()
        line("setup Iteration Table")

    #@@TearDown(Level.Iteration)
    def shut(self):
        line("teardown Iteration Table")

# Changes the place from one value to another, when it has that one, or until it is stopped.
def turn(one, before, after, control):
    while not control.stopMeasurement:
        with one.lock:
            if one.place == before:
                one.place = after
                return

#@@Benchmark
#@@Group("queue")
#@@GroupThreads(2)
def put(queue, control):
    turn(queue, 0, 1, control)

#@@Benchmark
#@@Group("queue")
def take(queue, control):
    turn(queue, 1, 0, control)

#@@Benchmark
#@@Group("table")
def ping(table, control):
    turn(table, 0, 1, control)

#@@Benchmark
#@@Group("table")
def pong(table, control):
    turn(table, 1, 0, control)

# Its first invocation lasts until the other member's time is over.
#@@Benchmark
#@@Group("watch")
def guard(control):
    while not control.stopMeasurement:
        pass

#@@Benchmark
#@@Group("watch")
def work():
    return 1
