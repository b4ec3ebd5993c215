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

    /// [value, count, value, count, …], at most `most` pairs: where they are more, buckets are made wider, all of them by the same share
    /// of a time, so that the last one, the longest time, is as exact as the others. A wide one has the mean of what is in it.
    pub fn pairs(&self, most: usize) -> Vec<i64> {
        let used: Vec<(u64, u64)> = self.counts.iter().enumerate().filter(|(_, &count)| count > 0).map(|(at, &count)| (value(at), count)).collect();
        let begins = |halved: u32| used.iter().map(move |&(least, _)| cell(least, halved));
        let cells = |halved: u32| usize::from(!used.is_empty()) + begins(halved).zip(begins(halved).skip(1)).filter(|(one, next)| one != next).count();
        let halved = (0..64).find(|&halved| cells(halved) <= most).unwrap_or(64);
        let mut found = Vec::new();
        let (mut begin, mut buckets, mut weight, mut sum) = (u64::MAX, 0, 0.0, 0.0);
        for (least, count) in used {
            if cell(least, halved) == begin {
                found.truncate(found.len() - 2);
            } else {
                (begin, buckets, weight, sum) = (cell(least, halved), 0, 0.0, 0.0);
            }
            buckets += 1;
            weight += count as f64;
            sum += count as f64 * least as f64;
            found.extend([if buckets == 1 { least as i64 } else { (sum / weight) as i64 }, weight as i64]);
        }
        found
    }
}

/// Where the cell of a value begins when 2^halved buckets to each power of two are one; beyond that powers of two are joined.
fn cell(value: u64, halved: u32) -> u64 {
    if value < 2 {
        return value;
    }
    let octave = 63 - value.leading_zeros();
    if halved > PRECISION {
        return 1 << (octave - octave % (halved - PRECISION + 1));
    }
    let shift = octave.saturating_sub(PRECISION - halved);
    value >> shift << shift
}
