//! What Blackhole is given, in the build that records: it takes every T, and stable Rust cannot ask whether that is Canonical. So the names of
//! these types are known.

use std::any::type_name;

use crate::abi::{clamh_next_consumed, Text};
use crate::canonical::Canonical;
use crate::memory::Array;

pub fn consume<T>(value: &T) {
    let text = unsafe { &mut *clamh_next_consumed() };
    if !by_name(type_name::<T>(), value as *const T as *const u8, text) {
        text.add("object");
    }
}

macro_rules! named {
    ($name:expr, $at:expr, $text:expr, $($type:ty),*) => { $(
        if $name == type_name::<$type>() {
            unsafe { &*($at as *const $type) }.write($text);
            return true;
        }
    )* };
}

macro_rules! numbers {
    ($name:expr, $at:expr, $text:expr, $($type:ty)*) => { $(
        named!($name, $at, $text, $type, &$type, &mut $type, Option<$type>, Box<$type>, Vec<$type>, &Vec<$type>, &mut Vec<$type>, &[$type], &mut [$type],
               Vec<Vec<$type>>, &Vec<Vec<$type>>, Box<[$type]>, Array<$type>, &Array<$type>);
        if $name.strip_prefix("&").unwrap_or($name) == format!("[{}; {}]", type_name::<$type>(), array_length($name)) {
            let first = if $name.starts_with('&') { unsafe { *($at as *const *const $type) } } else { $at as *const $type };
            unsafe { std::slice::from_raw_parts(first, array_length($name)) }.write($text);
            return true;
        }
    )* };
}

/// N of `[T; N]`, 0 of everything else.
fn array_length(name: &str) -> usize {
    name.rsplit_once("; ").and_then(|(_, count)| count.strip_suffix(']')).and_then(|count| count.parse().ok()).unwrap_or(0)
}

fn by_name(name: &str, at: *const u8, text: &mut Text) -> bool {
    if name == "()" {
        text.add("null");
        return true;
    }
    numbers!(name, at, text, i32 i64 u32 u64 usize f64 f32 u8 i8 i16 u16 isize i128 u128 bool char String);
    named!(name, at, text, &str, &&str, Option<&str>, Vec<&str>, &Vec<&str>, &[&str], &&[&str], Box<str>);
    false
}
