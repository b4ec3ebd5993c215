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

/// Where the cell of a value begins when 2^halved buckets to each power of two are one; beyond that powers of two are joined.
fn cell(value: u64, halved: u32) -> u64 {
    if value < 2 {
        return value;
    }
    let octave = 63 - value.leading_zeros();
    if halved > PRECISION {
        return 1 << (octave - octave % (1 + halved - PRECISION));
    }
    let shift = octave.saturating_sub(PRECISION - halved);
    value >> shift << shift
}

impl Histogram {
    pub fn begin(&mut self) {
        self.counts = vec![0; MOST];
    }

    pub fn add(&mut self, value: i64) {
        self.counts[bucket(value as u64)] += 1;
    }

    /// [value, count, value, count, …], at most `most` pairs: where there are more, buckets are made wider, all of them by the same share of a
    /// time, so that the last one, the longest time, is as exact as the others. A wide one has the mean of what is in it.
    pub fn pairs(&self, most: usize) -> Vec<i64> {
        let mut halved = 0;
        while halved < 64 && self.cells(halved) > most {
            halved += 1;
        }
        let mut found: Vec<i64> = Vec::new();
        let mut begin = None;
        let (mut buckets, mut weight, mut sum) = (0, 0.0, 0.0); // of the cell that is being filled
        for (least, count) in self.used() {
            if begin == Some(cell(least, halved)) {
                found.truncate(found.len() - 2);
            } else {
                begin = Some(cell(least, halved));
                (buckets, weight, sum) = (0, 0.0, 0.0);
            }
            (buckets, weight, sum) = (buckets + 1, weight + count as f64, sum + count as f64 * least as f64);
            found.extend([if buckets == 1 { least as i64 } else { (sum / weight) as i64 }, weight as i64]);
        }
        found
    }

    fn cells(&self, halved: u32) -> usize {
        let mut begins: Vec<u64> = self.used().map(|(least, _)| cell(least, halved)).collect();
        begins.dedup();
        begins.len()
    }

    fn used(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.counts.iter().enumerate().filter(|(_, &count)| count > 0).map(|(at, &count)| (value(at), count))
    }
}
