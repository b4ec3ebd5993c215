// Does what runs while the clock is suspended cost the score nothing: once, nested, and left early?
use clamh::Suspend;

mod transcript;

//@@Benchmark
fn never() {
    transcript::line("call never");
}

//@@Benchmark
fn once(suspend: &Suspend) {
    suspend.run(|| transcript::line("call once"));
}

//@@Benchmark
fn nested(suspend: &mut Suspend) {
    let _paused = suspend.pause();
    transcript::line("call outer");
    suspend.run(|| {
        let _inner = suspend.pause();
        transcript::line("call inner");
    });
}

//@@Benchmark
fn breaks(suspend: &Suspend) {
    for at in 0..5 {
        // two suspensions: one goes on, one breaks
        let _paused = suspend.pause();
        if at == 0 {
            continue;
        }
        transcript::line("call breaks");
        break;
    }
}

//@@Benchmark
fn returns(suspend: &Suspend) -> i32 {
    let _paused = suspend.pause();
    transcript::line("call returns");
    return 1;
}

//@@Benchmark
fn fails(suspend: &Suspend) {
    std::panic::set_hook(Box::new(|_| {}));
    let failed = std::panic::catch_unwind(|| suspend.run(|| panic!("out of paper")));
    if failed.is_err() {
        transcript::line("call fails");
    }
}
