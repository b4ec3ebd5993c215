//! Canonical values (protocol/README.md): one text per value, equal in every language exactly when the values are.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
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
        write_list(all.iter(), text);
    }
}

fn write_list(parts: impl Iterator<Item = impl Canonical>, text: &mut String) {
    text.push('[');
    for (at, part) in parts.enumerate() {
        if at > 0 {
            text.push(',');
        }
        part.write(text);
    }
    text.push(']');
}

fn write_float(value: f64, text: &mut String) {
    let _ = match value {
        _ if value.is_nan() => write!(text, "f:nan"), // a String takes everything
        _ if value.is_infinite() => write!(text, "f:{}", if value > 0.0 { "inf" } else { "-inf" }),
        _ if value == value.floor() => write!(text, "i:{:.0}", if value == 0.0 { 0.0 } else { value }),
        _ => write!(text, "f:{:016x}", value.to_bits()),
    };
}

macro_rules! integers {
    ($($type:ty)*) => { $(impl Canonical for $type {
        fn write(&self, text: &mut String) {
            let _ = write!(text, "i:{self}");
        }

        fn write_all(all: &[$type], text: &mut String) {
            if std::mem::size_of::<$type>() > 1 {
                return write_list(all.iter(), text);
            }
            text.push_str("x:");
            for byte in all {
                let _ = write!(text, "{:02x}", *byte as u8);
            }
        }
    })* };
}
integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// What `write` does for each type, whose generic parameters stand in brackets.
macro_rules! written {
    ($self:ident $text:ident; $([$($generic:tt)*] $type:ty => $body:expr;)*) => { $(impl<$($generic)*> Canonical for $type {
        fn write(&$self, $text: &mut String) {
            $body
        }
    })* };
}
written! {
    self text;
    [] f64 => write_float(*self, text);
    [] f32 => write_float(f64::from(*self), text);
    [] bool => text.push_str(if *self { "b:true" } else { "b:false" });
    [] char => text.extend(['s', ':', *self]);
    [] str => text.extend(["s:", self]);
    [] String => self.as_str().write(text);
    [] () => { let _ = text; };
    [T: Canonical] [T] => T::write_all(self, text);
    [T: Canonical, const N: usize] [T; N] => T::write_all(self, text);
    [T: Canonical] Vec<T> => T::write_all(self, text);
    [T: Canonical] Array<T> => T::write_all(self, text);
    [T: Canonical] VecDeque<T> => write_list(self.iter(), text);
    [T: Canonical] BTreeSet<T> => write_list(self.iter(), text);
    [K: Canonical, V: Canonical] BTreeMap<K, V> => write_list(self.iter(), text);
    [T: Canonical + ?Sized] &T => (**self).write(text);
    [T: Canonical + ?Sized] &mut T => (**self).write(text);
    [T: Canonical + ?Sized] Box<T> => (**self).write(text);
    [T: Canonical + ?Sized] Rc<T> => (**self).write(text);
    [T: Canonical + ?Sized] Arc<T> => (**self).write(text);
    [T: Canonical] Option<T> => match self {
        Some(value) => value.write(text),
        None => text.push_str("null"),
    };
    [T: Canonical, E: Canonical] Result<T, E> => match self {
        Ok(value) => value.write(text),
        Err(value) => value.write(text),
    };
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
