package touch

import "syscall"

//@@Benchmark
func TouchPages() int {
	memory, err := syscall.Mmap(-1, 0, 10*4096, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		panic(err)
	}
	for page := 0; page < 10; page++ {
		memory[page*4096] = 1
	}
	sum := int(memory[4096])
	syscall.Munmap(memory)
	return sum
}
