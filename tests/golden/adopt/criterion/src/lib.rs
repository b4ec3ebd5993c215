pub fn total(v: &[u64]) -> u64 { v.iter().sum() }
