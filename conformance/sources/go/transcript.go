// What a scenario did: one line per call, `PID EVENT` or `PID/THREAD EVENT`, appended at once to the file that CLAMH_TRANSCRIPT names.

package scenarios

import (
	"fmt"
	"os"
	"sync"
)

var transcript = sync.OnceValue(func() *os.File {
	file, err := os.OpenFile(os.Getenv("CLAMH_TRANSCRIPT"), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		panic(err)
	}
	return file
})

func line(event string, values ...any) { appended("", fmt.Sprintf(event, values...)) }

// What thread `thread` of the benchmark did, by ThreadParams: the order of different threads counts between barriers only.
func lineOf(thread int, event string, values ...any) {
	appended(fmt.Sprintf("/%d", thread), fmt.Sprintf(event, values...))
}

func appended(thread, event string) {
	if os.Getenv("CLAMH_TRANSCRIPT") == "" {
		return
	}
	if _, err := fmt.Fprintf(transcript(), "%d%s %s\n", os.Getpid(), thread, event); err != nil {
		panic(err)
	}
}
