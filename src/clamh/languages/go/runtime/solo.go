package clamh

func runSolo([]string) int  { return 2 }
func handOver([]string) int { return 2 }
