// Is a benchmark of a base class also one of every class that inherits it, called on that class's object?
mod transcript;

trait Shop {
    fn goods(&self) -> &str {
        "anything"
    }

    //@@Setup
    fn open(&self) {
        transcript::line(&format!("setup {}", self.goods()));
    }

    //@@Benchmark
    fn sell(&self) {
        transcript::line(&format!("call sell {}", self.goods()));
    }
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Store;

impl Shop for Store {}

//@@State(Scope.Thread)
#[derive(Default)]
struct Bakery;

impl Shop for Bakery {
    fn goods(&self) -> &str {
        "bread"
    }
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Dairy;

impl Shop for Dairy {
    fn goods(&self) -> &str {
        "milk"
    }
}
