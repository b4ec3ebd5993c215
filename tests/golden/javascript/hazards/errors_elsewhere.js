interface Shape { n: number; }
const typed = (x: number): number => x;
enum E { A, B }
//@@Benchmark
function one() { return 1; }
const element = <p class="x">text</p>;
const piped = 1 |> double(%) |> String(%);
//@@Benchmark
const two = () => 1;
const text = "never closed
//@@Benchmark
function three() { return 1; }
function half( { return 1; }
