// What test_loops.py looks at: one product with a number of its own per benchmark, so that it is found in the machine code.
'use strict';

//@@State(Scope.Benchmark)
class Plain {
    //@@Param("3")
    number = 0;
    real = 1.5;
    numbers = [3, 4];
    inner = { number: 3 };
    //@@Setup
    fill() { this.number += 1; this.real += 0.25; this.numbers[0] += 1; this.inner.number += 1; }
}

//@@State(Scope.Benchmark)
class Static {
    //@@Param("3")
    static number = 0;
}

let variable = 1;
//@@Setup
function write() { variable += 1; }

const unwritten = 1000459;

//@@Benchmark
function field(plain) { return Math.imul(plain.number, 1000003); }

//@@Benchmark
function element(plain) { return Math.imul(plain.numbers[0], 1000033); }

//@@Benchmark
function nested(plain) { return Math.imul(plain.inner.number, 1000037); }

//@@Benchmark
function ofClass(/** @type {Static} */ held) { return Math.imul(Static.number, 1000039); }

//@@Benchmark
function ofModule() { return Math.imul(variable, 1000081); }

//@@Benchmark
function real(plain) { return plain.real * 1000.0625; }

//@@Benchmark
function made(plain) { return { product: Math.imul(plain.number, 1000099) }; }

//@@Benchmark
function consumed(plain, blackhole) {
    blackhole.consume(Math.imul(plain.number, 1000117));
    blackhole.consume(Math.imul(plain.number, 1000121));
}

//@@Benchmark
function consumedObject(plain, blackhole) {
    blackhole.consume([Math.imul(plain.number, 1000133)]);
    blackhole.consume([Math.imul(plain.number, 1000151)]);
}

//@@Benchmark
function constant() { return Math.imul(unwritten, 3); }

//@@Benchmark
function chain(plain) {
    let product = plain.number;
    for (let turn = 0; turn < 16; turn += 1) product = Math.imul(product, 1000171) ^ turn;
    return product;
}

class Own {
    number = 3;
    //@@Benchmark
    method() { return Math.imul(this.number, 1000159); }
}
module.exports = { Own, more() { variable += 1; } };
