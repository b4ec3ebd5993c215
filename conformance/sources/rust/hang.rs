// A benchmark that never comes back: the driver ends it after its timeout, and the row says so.
use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::time::Duration;

mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Road {
    iteration: AtomicI32,
}

impl Road {
    //@@Setup(Level.Iteration)
    fn enter(&self) {
        self.iteration.fetch_add(1, SeqCst);
        transcript::line("setup Iteration");
    }
}

//@@Benchmark
fn drive(road: &Road) {
    if road.iteration.load(SeqCst) == 2 {
        transcript::line("drive fails");
        while road.iteration.load(SeqCst) == 2 {
            std::thread::sleep(Duration::from_millis(1)); // as long as it likes, but not on a CPU that others need
        }
    }
    transcript::line("call drive");
}
