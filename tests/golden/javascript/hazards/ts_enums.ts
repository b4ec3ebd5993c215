// An enum's constants are the values of a param of its type; a wrong one is said.
export enum Color { Red, Green = 5, 'Odd one' }
export const enum Size { S = 's', L = 'l' }

//@@State(Scope.Benchmark)
class Input {
    //@@Param
    color: Color = Color.Red;
    //@@Param({"L"})
    size = Size.S as Size;
    //@@Param({"S", "XL"})
    other: Size = Size.S;
}

//@@Benchmark
function paint(input: Input) { return input.color; }
