// When one of several threads fails, are the others let go and torn down, and does the row name what failed?
use clamh::ThreadParams;

mod transcript;

//@@State(Scope.Thread)
#[derive(Default)]
struct Office {
    thread: i32,
}

impl Office {
    //@@Setup(Level.Trial)
    fn open(&mut self, params: &ThreadParams) {
        self.thread = params.getThreadIndex();
        transcript::line_of(self.thread, "setup Trial Office");
    }

    //@@TearDown(Level.Trial)
    fn leave(&self) {
        transcript::line_of(self.thread, "teardown Trial Office");
    }
}

// Its setup fails in thread 1.
//@@State(Scope.Thread)
#[derive(Default)]
struct Printer;

impl Printer {
    //@@Setup(Level.Trial)
    fn load(&self, office: &Office) {
        if office.thread == 1 {
            transcript::line_of(1, "setup Trial Printer fails");
            panic!("out of paper");
        }
    }
}

//@@Benchmark
fn copy(_: &Printer) {}

// Thread 1 fails while thread 0 goes on.
//@@Benchmark
fn print(office: &Office) {
    if office.thread == 1 {
        transcript::line_of(1, "call print fails");
        panic!("out of paper");
    }
}
