//! Canonical values (protocol/README.md): one text per value, equal in every language exactly when the values are.

#[cfg(clamh_recording)]
use std::any::type_name;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
#[cfg(clamh_recording)]
use std::mem::size_of;
use std::rc::Rc;
use std::sync::Arc;

use crate::memory::Array;

/// What has a value.
pub trait Canonical {
    fn write(&self, text: &mut String);

    fn write_all(all: &[Self], text: &mut String)
    where
        Self: Sized,
    {
        write_each(all.iter(), text);
    }
}

fn write_each<'a, T: Canonical + 'a>(all: impl Iterator<Item = &'a T>, text: &mut String) {
    text.push('[');
    for (at, one) in all.enumerate() {
        if at > 0 {
            text.push(',');
        }
        one.write(text);
    }
    text.push(']');
}

fn write_bytes(bytes: impl Iterator<Item = u8>, text: &mut String) {
    text.push_str("x:");
    for byte in bytes {
        let _ = write!(text, "{byte:02x}"); // a String takes everything
    }
}

macro_rules! integers {
    ($($type:ty)*) => { $(impl Canonical for $type {
        fn write(&self, text: &mut String) {
            let _ = write!(text, "i:{self}");
        }
    })* };
}
integers!(i16 i32 i64 i128 isize u16 u32 u64 u128 usize);

macro_rules! bytes {
    ($($type:ty)*) => { $(impl Canonical for $type {
        fn write(&self, text: &mut String) {
            let _ = write!(text, "i:{self}");
        }

        fn write_all(all: &[$type], text: &mut String) {
            write_bytes(all.iter().map(|&one| one as u8), text);
        }
    })* };
}
bytes!(i8 u8);

impl Canonical for f64 {
    fn write(&self, text: &mut String) {
        let value = *self;
        let _ = if value.is_nan() {
            write!(text, "f:nan")
        } else if value.is_infinite() {
            write!(text, "f:{}", if value > 0.0 { "inf" } else { "-inf" })
        } else if value == value.floor() {
            write!(text, "i:{:.0}", if value == 0.0 { 0.0 } else { value })
        } else {
            write!(text, "f:{:016x}", value.to_bits())
        };
    }
}

impl Canonical for f32 {
    fn write(&self, text: &mut String) {
        f64::from(*self).write(text);
    }
}

impl Canonical for bool {
    fn write(&self, text: &mut String) {
        text.push_str(if *self { "b:true" } else { "b:false" });
    }
}

impl Canonical for char {
    fn write(&self, text: &mut String) {
        text.extend(['s', ':', *self]);
    }
}

impl Canonical for str {
    fn write(&self, text: &mut String) {
        text.extend(["s:", self]);
    }
}

impl Canonical for String {
    fn write(&self, text: &mut String) {
        self.as_str().write(text);
    }
}

impl Canonical for () {
    fn write(&self, _: &mut String) {}
}

impl<T: Canonical> Canonical for [T] {
    fn write(&self, text: &mut String) {
        T::write_all(self, text);
    }
}

impl<T: Canonical, const N: usize> Canonical for [T; N] {
    fn write(&self, text: &mut String) {
        T::write_all(self, text);
    }
}

macro_rules! slices {
    ($($type:ident)*) => { $(impl<T: Canonical> Canonical for $type<T> {
        fn write(&self, text: &mut String) {
            T::write_all(self, text);
        }
    })* };
}
slices!(Vec Array);

macro_rules! iterated {
    ($($type:ident)*) => { $(impl<T: Canonical> Canonical for $type<T> {
        fn write(&self, text: &mut String) {
            write_each(self.iter(), text);
        }
    })* };
}
iterated!(VecDeque BTreeSet);

impl<K: Canonical, V: Canonical> Canonical for BTreeMap<K, V> {
    fn write(&self, text: &mut String) {
        text.push('[');
        for (at, entry) in self.iter().enumerate() {
            if at > 0 {
                text.push(',');
            }
            entry.write(text);
        }
        text.push(']');
    }
}

macro_rules! inside {
    ($($type:ty)*) => { $(impl<T: Canonical + ?Sized> Canonical for $type {
        fn write(&self, text: &mut String) {
            (**self).write(text);
        }
    })* };
}
inside!(&T &mut T Box<T> Rc<T> Arc<T>);

impl<T: Canonical> Canonical for Option<T> {
    fn write(&self, text: &mut String) {
        match self {
            Some(value) => value.write(text),
            None => text.push_str("null"),
        }
    }
}

impl<T: Canonical, E: Canonical> Canonical for Result<T, E> {
    fn write(&self, text: &mut String) {
        match self {
            Ok(value) => value.write(text),
            Err(value) => value.write(text),
        }
    }
}

macro_rules! tuples {
    ($($name:ident $at:tt),*; $($more:tt)*) => {
        impl<$($name: Canonical),*> Canonical for ($($name,)*) {
            fn write(&self, text: &mut String) {
                text.push('[');
                $(if $at > 0 {
                    text.push(',');
                }
                self.$at.write(text);)*
                text.push(']');
            }
        }
        tuples!($($more)*);
    };
    () => {};
}
tuples!(A 0; A 0, B 1; A 0, B 1, C 2; A 0, B 1, C 2, D 3;);

/// A value whose type is known where this is written. Method resolution asks first whether it is Canonical.
pub struct Shown<'a, T: ?Sized>(pub &'a T);

pub trait OfCanonical {
    fn show(&self, text: &mut String);
}
pub trait NotCanonical {
    fn show(&self, text: &mut String);
}

impl<T: Canonical + ?Sized> OfCanonical for &Shown<'_, T> {
    fn show(&self, text: &mut String) {
        self.0.write(text);
    }
}

impl<T: ?Sized> NotCanonical for Shown<'_, T> {
    fn show(&self, text: &mut String) {
        text.push_str("object");
    }
}

/// Appends the canonical value of an expression.
#[macro_export]
macro_rules! canonical {
    ($text:expr, $value:expr) => {{
        #[allow(unused_imports)]
        use $crate::generated::{NotCanonical as _, OfCanonical as _};
        match $value {
            ref value => (&&$crate::generated::Shown(value)).show($text),
        }
    }};
}

/// Blackhole takes every T, and stable Rust cannot ask whether it is Canonical: of the types below the names are known.
#[cfg(clamh_recording)]
pub fn consume<T>(value: &T) {
    let mut text = String::new();
    if !by_name(type_name::<T>(), value as *const T as *const u8, size_of::<T>(), &mut text) {
        text.push_str("object");
    }
    crate::guard::add(unsafe { crate::abi::clamh_next_consumed() }, &text);
}

#[cfg(clamh_recording)]
macro_rules! named {
    ($name:expr, $at:expr, $text:expr, $($type:ty),*) => { $(
        if $name == type_name::<$type>() {
            unsafe { &*($at as *const $type) }.write($text);
            return true;
        }
    )* };
}

#[cfg(clamh_recording)]
macro_rules! numbers {
    ($name:expr, $at:expr, $size:expr, $text:expr, $($type:ty)*) => { $(
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
#[cfg(clamh_recording)]
fn array_length(name: &str) -> usize {
    name.rsplit_once("; ").and_then(|(_, count)| count.strip_suffix(']')).and_then(|count| count.parse().ok()).unwrap_or(0)
}

#[cfg(clamh_recording)]
fn by_name(name: &str, at: *const u8, size: usize, text: &mut String) -> bool {
    if size == 0 && name == "()" {
        text.push_str("null");
        return true;
    }
    numbers!(name, at, size, text, i32 i64 u32 u64 usize f64 f32 u8 i8 i16 u16 isize i128 u128 bool char String);
    named!(name, at, text, &str, &&str, Option<&str>, Vec<&str>, &Vec<&str>, &[&str], &&[&str], Box<str>);
    false
}
