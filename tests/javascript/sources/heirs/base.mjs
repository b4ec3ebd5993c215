// What heirs.mjs extends: neither class is a state by itself.
export class Base {
    //@@Param("1")
    size = 0;

    //@@Param("a")
    static shared = '';

    //@@Setup
    fill() { console.log(`fill ${this.constructor.name} ${this.size} ${Base.shared}`); this.filled = this.size; }

    //@@Teardown
    leave() { console.log(`leave ${this.constructor.name}`); }
}
