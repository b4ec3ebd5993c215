//@@State(Scope.Benchmark)
//@@StateLabel("input")
export class InputValue {
    //@@Param({"25", "30"})
    number = 0;
}
//@@State(Scope.Thread)
class Hidden {
    //@@Param({"a", "b"})
    text;
    //@@Setup
    async fill(input) { this.text += input.number; }
}
export { Hidden as Renamed };
//@@State(Scope.Benchmark)
export default class Whole {}
