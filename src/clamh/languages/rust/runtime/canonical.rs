//! Canonical values (protocol/README.md): one text per value, equal in every language exactly when the values are.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use crate::abi::{clamh_add_bytes, clamh_add_float, Text};
use crate::memory::Array;

/// What has a value.
pub trait Canonical {
    fn write(&self, text: &mut Text);

    fn write_all(all: &[Self], text: &mut Text)
    where
        Self: Sized,
    {
        write_list(all.iter(), text);
    }
}

fn write_list(parts: impl Iterator<Item = impl Canonical>, text: &mut Text) {
    text.add("[");
    for (at, part) in parts.enumerate() {
        text.add(if at > 0 { "," } else { "" });
        part.write(text);
    }
    text.add("]");
}

macro_rules! integers {
    ($($type:ty)*) => { $(impl Canonical for $type {
        fn write(&self, text: &mut Text) {
            write!(text, "i:{self}");
        }

        fn write_all(all: &[$type], text: &mut Text) {
            if std::mem::size_of::<$type>() > 1 {
                return write_list(all.iter(), text);
            }
            unsafe { clamh_add_bytes(text, all.as_ptr().cast(), all.len()) }
        }
    })* };
}
integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// What the method of a trait does for each type, whose generic parameters stand in brackets.
macro_rules! written {
    ($trait:ident $write:ident $self:ident $text:ident; $([$($generic:tt)*] $type:ty => $body:expr;)*) => { $(impl<$($generic)*> $trait for $type {
        fn $write(&$self, $text: &mut Text) {
            $body
        }
    })* };
}
written! {
    Canonical write self text;
    [] f64 => unsafe { clamh_add_float(text, *self) };
    [] f32 => f64::from(*self).write(text);
    [] bool => write!(text, "b:{self}");
    [] char => write!(text, "s:{self}");
    [] str => write!(text, "s:{self}");
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
        None => text.add("null"),
    };
    [T: Canonical, E: Canonical] Result<T, E> => match self {
        Ok(value) => value.write(text),
        Err(value) => value.write(text),
    };
}

macro_rules! tuples {
    ($($name:ident $at:tt),*; $($more:tt)*) => {
        impl<$($name: Canonical),*> Canonical for ($($name,)*) {
            fn write(&self, text: &mut Text) {
                text.add("[");
                $(text.add(if $at > 0 { "," } else { "" });
                self.$at.write(text);)*
                text.add("]");
            }
        }
        tuples!($($more)*);
    };
    () => {};
}
tuples!(A 0; A 0, B 1; A 0, B 1, C 2; A 0, B 1, C 2, D 3;);

/// A value whose type is known where this is written. Method resolution looks first whether it is Canonical, then whether it is a Result.
pub struct Shown<'a, T: ?Sized>(pub &'a T);

pub trait Show {
    fn show(&self, text: &mut Text);
}

written! {
    Show show self text;
    [T: Canonical + ?Sized] &&Shown<'_, T> => self.0.write(text);
    // An error without a value hides no value of a success.
    [T: Canonical, E] &Shown<'_, Result<T, E>> => match self.0 {
        Ok(value) => value.write(text),
        Err(_) => text.add("object"),
    };
    [T: ?Sized] Shown<'_, T> => text.add("object");
}

/// Appends the canonical value of an expression.
#[macro_export]
macro_rules! canonical {
    ($text:expr, $value:expr) => {{
        #[allow(unused_imports)]
        use $crate::generated::Show as _;
        match $value {
            ref value => (&&&$crate::generated::Shown(value)).show($text),
        }
    }};
}
