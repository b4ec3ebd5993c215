//! Memory: arrays that lie alone, where the seed of the case's layout puts them.

use std::alloc::{alloc_zeroed, dealloc, handle_alloc_error, Layout};
use std::cell::Cell;
use std::mem::{align_of, size_of};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

use crate::random::split_mix;

const LINE: usize = 64;
const PAGE: usize = 4096;
const PADDING: usize = 128;

/// What an array may hold: all bytes 0 are a value of it.
///
/// # Safety
/// They are, and it can be copied.
pub unsafe trait Zero: Copy + 'static {}

macro_rules! zero {
    ($($type:ty)*) => { $(unsafe impl Zero for $type {})* };
}
zero!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool char);
unsafe impl<T: Zero, const N: usize> Zero for [T; N] {}

/// Makes arrays; one per case and thread, new in each trial. The seed moves with each array; 0: nothing is moved.
#[derive(Default)]
#[repr(C)]
pub struct Memory {
    seed: Cell<u64>,
    last: usize, // in other languages their list of arrays, which here are freed with what holds them
}

impl Memory {
    /// `count` elements, all bytes 0, with 128 bytes before and after them that belong to nobody. They start at the beginning of
    /// a page and a number of 64-byte steps drawn from the seed (none for seed 0) after that padding.
    pub fn array<T: Zero>(&self, count: usize) -> Array<T> {
        assert!(align_of::<T>() <= LINE, "Memory: an element cannot be aligned to more than 64 bytes");
        let mut start = PADDING;
        let mut seed = self.seed.get();
        if seed != 0 {
            start += (split_mix(&mut seed) % (PAGE / LINE) as u64) as usize * LINE;
            self.seed.set(seed);
        }
        let size = count.checked_mul(size_of::<T>()).and_then(|bytes| bytes.checked_add(start + PADDING));
        let layout = size.and_then(|size| Layout::from_size_align(size, PAGE).ok()).expect("Memory: no array is that large");
        let block = NonNull::new(unsafe { alloc_zeroed(layout) }).unwrap_or_else(|| handle_alloc_error(layout));
        let first = unsafe { NonNull::new_unchecked(block.as_ptr().add(start)) };
        Array { first: first.cast(), count, block: Some((block, layout)) }
    }
}

/// An array of Memory: a slice that is freed with what holds it; an empty one is its Default.
pub struct Array<T> {
    first: NonNull<T>,
    count: usize,
    block: Option<(NonNull<u8>, Layout)>,
}

unsafe impl<T: Send> Send for Array<T> {}
unsafe impl<T: Sync> Sync for Array<T> {}

impl<T> Default for Array<T> {
    fn default() -> Array<T> {
        Array { first: NonNull::dangling(), count: 0, block: None }
    }
}

impl<T> Deref for Array<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

impl<T> DerefMut for Array<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.count) }
    }
}

impl<T> Drop for Array<T> {
    fn drop(&mut self) {
        if let Some((block, layout)) = self.block {
            unsafe { dealloc(block.as_ptr(), layout) }
        }
    }
}

impl<'a, T> IntoIterator for &'a Array<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Array<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
