//! Times by how often they were seen, in the protocol's buckets: exact below 2,048 ns, 1,024 to each power of two above.

const PRECISION: u32 = 10;
const EXACT: u64 = 2 << PRECISION;
pub const MOST: usize = (EXACT + (64 - PRECISION as u64 - 1) * (EXACT / 2)) as usize;

#[derive(Default)]
pub struct Histogram {
    pub counts: Vec<u64>, // empty until it is used: by bucket
}

pub fn bucket(value: u64) -> usize {
    if value < EXACT {
        return value as usize;
    }
    let shift = 63 - value.leading_zeros() - PRECISION;
    (u64::from(shift) * (EXACT / 2) + (value >> shift)) as usize
}

/// The least value of a bucket, which stands for all of it, as in JMH.
pub fn value(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    if bucket < EXACT {
        return bucket;
    }
    let shift = bucket / (EXACT / 2) - 1;
    (bucket - shift * (EXACT / 2)) << shift
}

impl Histogram {
    pub fn begin(&mut self) {
        self.counts = vec![0; MOST];
    }

    pub fn add(&mut self, value: i64) {
        self.counts[bucket(value as u64)] += 1;
    }

    /// [value, count, value, count, …], at most `most` pairs: neighbours are joined, by weight, until they fit.
    pub fn pairs(&self, most: usize) -> Vec<i64> {
        let used = self.counts.iter().filter(|&&count| count > 0).count();
        let joined = used.div_ceil(most); // how many buckets become one
        let mut found = Vec::new();
        let (mut taken, mut weight, mut sum) = (0, 0.0, 0.0);
        for (at, &count) in self.counts.iter().enumerate().filter(|(_, &count)| count > 0) {
            weight += count as f64;
            sum += count as f64 * value(at) as f64;
            taken += 1;
            if joined == 1 {
                found.extend([value(at) as i64, count as i64]);
            } else if taken % joined == 0 || taken == used {
                found.extend([(sum / weight) as i64, weight as i64]);
                (weight, sum) = (0.0, 0.0);
            }
        }
        found
    }
}
