extern "C" {
    fn mmap(address: *mut u8, length: usize, protection: i32, flags: i32, file: i32, offset: i64) -> *mut u8;
    fn munmap(address: *mut u8, length: usize) -> i32;
}

//@@Benchmark
fn touch_pages() -> i32 {
    unsafe {
        let memory = mmap(std::ptr::null_mut(), 10 * 4096, 3, 0x22, -1, 0);
        for page in 0..10 {
            *memory.add(page * 4096) = 1;
        }
        let sum = *memory.add(4096) as i32;
        munmap(memory, 10 * 4096);
        sum
    }
}
