// Is a process that ends with another code than 0 after everything was measured a failure that keeps its iterations?
mod transcript;

extern "C" {
    fn atexit(function: extern "C" fn()) -> i32;
    fn _exit(code: i32) -> !;
}

extern "C" fn leave() {
    unsafe { _exit(5) }
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Party;

impl Party {
    //@@Setup
    fn invite(&self) {
        unsafe { atexit(leave) };
        transcript::line("setup Trial");
    }

    //@@TearDown
    fn clean(&self) {
        transcript::line("teardown Trial");
    }
}

//@@Benchmark
fn dance(_: &Party) {
    transcript::line("call dance");
}
