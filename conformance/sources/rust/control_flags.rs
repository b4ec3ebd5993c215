// Does Control say in the measured calls that the measurement has begun and is not over, in every iteration anew?
use clamh::Control;

mod transcript;

//@@State(Scope.Thread)
#[derive(Default)]
struct Shop;

impl Shop {
    //@@TearDown(Level.Iteration)
    fn shut(&mut self) {
        transcript::line("teardown Iteration");
    }
}

//@@Benchmark
fn sell(_: &Shop, control: &Control) {
    transcript::line(&format!("call sell {} {}", control.startMeasurement(), control.stopMeasurement()));
}
