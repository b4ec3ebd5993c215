//! Random: the generator that every language has, with the same sequence for the same seed (protocol/README.md).
//!
//! xoshiro256** of Blackman and Vigna (2018), seeded by SplitMix64 of Steele, Lea and Flood (2014).

/// The next number of SplitMix64.
pub(crate) fn split_mix(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = *seed;
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// One per case and thread, new in each trial. Rust has no overloads: what takes a bound is called `…Below`.
#[repr(C)]
pub struct Random {
    words: [u64; 4],
}

impl Default for Random {
    fn default() -> Random {
        let mut seed = 0;
        Random { words: [(); 4].map(|()| split_mix(&mut seed)) }
    }
}

impl Random {
    #[inline]
    pub fn nextLong(&mut self) -> i64 {
        self.next() as i64
    }

    #[inline]
    pub fn nextInt(&mut self) -> i32 {
        (self.next() >> 32) as i32
    }

    #[inline]
    pub fn nextBoolean(&mut self) -> bool {
        self.next() >> 63 != 0
    }

    #[inline]
    pub fn nextDouble(&mut self) -> f64 {
        (self.next() >> 11) as f64 / 9_007_199_254_740_992.0
    }

    #[inline]
    pub fn nextFloat(&mut self) -> f32 {
        (self.next() >> 40) as f32 / 16_777_216.0
    }

    /// From 0 to bound − 1, each equally likely.
    #[inline]
    pub fn nextIntBelow(&mut self, bound: i32) -> i32 {
        assert!(bound > 0, "the bound of nextIntBelow must be above 0");
        let limit = bound as u32;
        let least = limit.wrapping_neg() % limit;
        loop {
            let product = (self.next() >> 32) * u64::from(limit);
            if product as u32 >= least {
                return (product >> 32) as i32;
            }
        }
    }

    #[inline]
    pub fn nextLongBelow(&mut self, bound: i64) -> i64 {
        assert!(bound > 0, "the bound of nextLongBelow must be above 0");
        let limit = bound as u64;
        loop {
            let drawn = self.next() >> 1;
            let rest = drawn % limit;
            if drawn - rest <= (1 << 63) - limit {
                return rest as i64;
            }
        }
    }

    pub fn nextBytes(&mut self, bytes: &mut [u8]) {
        for eight in bytes.chunks_mut(8) {
            let drawn = self.next().to_le_bytes();
            eight.copy_from_slice(&drawn[..eight.len()]);
        }
    }

    #[inline]
    fn next(&mut self) -> u64 {
        let words = &mut self.words;
        let drawn = words[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = words[1] << 17;
        words[2] ^= words[0];
        words[3] ^= words[1];
        words[1] ^= words[2];
        words[0] ^= words[3];
        words[2] ^= shifted;
        words[3] = words[3].rotate_left(45);
        drawn
    }
}
