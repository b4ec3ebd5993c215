# Ping-pong: each of two threads waits for what the other does. Without Control, who is still waiting when the iteration
# ends would wait for ever: from stopMeasurement on no thread answers any more. sleep(0) gives the GIL to the other.
from time import sleep

RIGHT, LEFT = 0, 1


#@@State(Scope.Group)
class Table:
    def __init__(self):
        self.side = RIGHT


#@@Benchmark
#@@Group("pingpong")
def ping(control, table):
    while not control.stopMeasurement and table.side != RIGHT:
        sleep(0)
    table.side = LEFT


#@@Benchmark
#@@Group("pingpong")
def pong(control, table):
    while not control.stopMeasurement and table.side != LEFT:
        sleep(0)
    table.side = RIGHT
