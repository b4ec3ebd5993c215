import { bench, group, run, do_not_optimize } from 'mitata';
import { sum } from './sum.mjs';

const data = [1, 2];

bench('noop', () => {});
bench('sum of 2', () => do_not_optimize(sum(data)));

group('g', () => {
    const many = Array.from({ length: 50 }, (_, i) => i);
    bench('inner', () => {
        const half = many.slice(0, 25);
        return sum(half);
    }).baseline(true);
    bench('kept', () => {
        do_not_optimize(sum(many));
        do_not_optimize(many.length);
    });
});

bench('gen $n', function* (state) {
    const n = state.get('n');
    const xs = new Array(n).fill(1);
    yield () => sum(xs);
}).args('n', [1, 20]);

bench('range', function* (state) {
    const n = state.get('n');
    yield () => n;
}).range('n', 1, 1024);

for (const n of [1, 2]) {
    bench(`loop ${n}`, () => sum([n]));
}

await run();
