// Does every combination of param values reach the state, of every type, unchanged and before trial setup?
mod transcript;

#[derive(Debug, Default)]
enum Heat {
    #[default]
    LOW,
    HIGH,
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Recipe {
    //@@Param({"-3", "9223372036854775807"})
    count: i64,

    //@@Param
    heat: Heat,

    //@@Param("two words, a comma and 1=1")
    name: String,

    //@@Param("0.1")
    share: f64,

    //@@Param("true")
    sweet: bool,

    //@@Param("x")
    mark: char,
}

impl Recipe {
    //@@Setup
    fn write(&self) {
        self.report("setup");
    }

    fn report(&self, what: &str) {
        transcript::line(&format!(
            "{what} count={} heat={:?} name=[{}] share={:016x} sweet={} mark={}",
            self.count, self.heat, self.name, self.share.to_bits(), self.sweet, self.mark
        ));
    }
}

//@@Benchmark
fn bake(recipe: &Recipe) {
    recipe.report("call");
}
