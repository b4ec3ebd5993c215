// Ping-pong: each of two threads waits for what the other does. Without Control, who is still waiting when the iteration
// ends would wait for ever: from stopMeasurement on no thread answers any more.

#include <stdatomic.h>
#include <stdbool.h>

//@@State(Scope.Group)
typedef struct {
    atomic_bool left;
} Table;

static void play(Control *control, Table *table, bool from) {
    for (bool side = from; !clamh_control_stop_measurement(control) && !atomic_compare_exchange_weak(&table->left, &side, !from); side = from) {
    }
}

//@@Benchmark
//@@Group("pingpong")
void ping(Control *control, Table *table) { play(control, table, false); }

//@@Benchmark
//@@Group("pingpong")
void pong(Control *control, Table *table) { play(control, table, true); }
