//@@Benchmark
function touchPages() {
  const memory = new ArrayBuffer(1 << 20);
  const bytes = new Uint8Array(memory);
  for (let page = 0; page < 256; page++) bytes[page * 4096] = 1;
  return bytes[4096];
}
