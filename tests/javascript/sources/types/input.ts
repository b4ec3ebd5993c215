import { Mode } from './shared.js';
import type { Opts } from './shared';

//@@State(Scope.Benchmark)
export class Input {
    //@@Param({"2", "3"})
    n: number = 0;
    //@@Param
    mode: Mode = Mode.Fast;
    opts!: Opts;

    //@@Setup
    prepare(): void { this.opts = { a: this.n * this.mode }; }
}
