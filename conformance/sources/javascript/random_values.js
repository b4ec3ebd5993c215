// Does Random give the same values in every language for the same seed, on from a fixture to the benchmark?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
class Urn {
    //@@Setup
    fill(random) {
        const values = [random.nextLong(), random.nextInt(), random.nextInt(1000), random.nextLong(1000000000000n),
            random.nextBoolean()];
        const bits = new DataView(new ArrayBuffer(8));
        bits.setFloat64(0, random.nextDouble());
        const names = ['long', 'int', 'of1000', 'of10^12', 'boolean'];
        line(`setup ${values.map((value, at) => `${names[at]}=${value}`).join(' ')} ` +
            `double=${bits.getBigUint64(0).toString(16).padStart(16, '0')}`);
    }
}

//@@Benchmark
function draw(urn, random) { line(`call int=${random.nextInt()}`); }
