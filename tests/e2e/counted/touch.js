// So large that it always comes from the system; each step is in a page of its own, also where pages have 2 MB.
//@@Benchmark
function touchPages() {
  const bytes = new Uint8Array(64 << 20);
  for (let page = 0; page < 32; page++) bytes[page << 21] = 1;
  return bytes[1 << 21];
}
