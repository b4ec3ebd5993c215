const kept = [0, 0, 0];

//@@Benchmark
function allocateBlocks() {
  for (let i = 0; i < 3; i++) kept[i] = new Array(122).fill(i); // an array of 122 elements of 8 bytes has 1024
  return 3;
}
