class Outer {
    //@@State(Scope.Thread)
    static Inner = class {};
}
module.exports = { Outer };
