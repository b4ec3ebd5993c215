// Do the fixtures and params of a state's base class run with its own, and in which order?
mod transcript;

trait Venue {
    //@@Setup
    fn m_build(&mut self) {
        transcript::line("setup Venue");
    }

    //@@Setup
    fn paint(&mut self) {
        transcript::line("setup paint of Venue");
    }

    //@@TearDown
    fn demolish(&mut self) {
        transcript::line("teardown Venue");
    }
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Shop {
    //@@Param("3")
    seats: i32,
}

impl Venue for Shop {}

impl Shop {
    //@@Setup
    fn open(&mut self) {
        transcript::line(&format!("setup Shop seats={}", self.seats));
    }

    //@@Setup
    fn wash(&mut self) {
        transcript::line("setup wash of Shop");
    }

    //@@TearDown
    fn shut(&mut self) {
        transcript::line("teardown Shop");
    }

    //@@TearDown
    fn air(&mut self) {
        transcript::line("teardown air of Shop");
    }
}

//@@Benchmark
fn sell(shop: &Shop) {
    transcript::line(&format!("call sell seats={}", shop.seats));
}
