// Does every combination of param values reach the state, of every type, unchanged and before trial setup?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Recipe {
    //@@Param({"-3", "9223372036854775807"})
    count = 0n;

    //@@Param({"LOW", "HIGH"})
    heat = '';

    //@@Param("two words, a comma and 1=1")
    name = '';

    //@@Param("0.1")
    share = 0.5;

    //@@Param("true")
    sweet = false;

    //@@Param("x")
    mark = '';

    //@@Setup
    write() { this.report('setup'); }

    report(what) {
        const bits = new DataView(new ArrayBuffer(8));
        bits.setFloat64(0, this.share);
        const hex = bits.getBigUint64(0).toString(16);
        // Concatenated, a count that stayed a text would look like a number: its type is asked.
        const types = [typeof this.count, typeof this.sweet].join();
        if (types !== 'bigint,boolean') throw new TypeError(`count and sweet are ${types}`);
        line(`${what} count=${this.count} heat=${this.heat} name=[${this.name}] share=${hex} sweet=${this.sweet} ` +
            `mark=${this.mark}`);
    }
}

//@@Benchmark
function bake(recipe) { recipe.report('call'); }
