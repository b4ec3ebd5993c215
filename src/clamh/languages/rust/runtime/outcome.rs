//! What a benchmark returned: an `Err` is its failure, as an exception is in JMH; everything else counts as used.

use std::fmt::Debug;

use crate::blackhole::sink;

/// A value whose type is known where this is written. Method resolution asks first whether it is a Result whose error can be
/// shown, then whether it is a Result. Only a Result costs a test of what it is.
pub struct Outcome<'a, T>(pub &'a T);

pub trait Use {
    fn used(&self);
}

impl<T, E: Debug> Use for &&Outcome<'_, Result<T, E>> {
    #[inline(always)]
    fn used(&self) {
        match self.0 {
            Ok(value) => sink(value),
            Err(error) => failed(error),
        }
    }
}

impl<T, E> Use for &Outcome<'_, Result<T, E>> {
    #[inline(always)]
    fn used(&self) {
        match self.0 {
            Ok(value) => sink(value),
            Err(_) => failed(&std::any::type_name::<E>()),
        }
    }
}

impl<T> Use for Outcome<'_, T> {
    #[inline(always)]
    fn used(&self) {
        sink(self.0);
    }
}

#[cold]
#[inline(never)]
fn failed(error: &dyn Debug) -> ! {
    panic!("it returned Err({error:?})")
}

/// What a benchmark returned counts as used, or has failed it.
#[macro_export]
macro_rules! sink {
    ($value:expr) => {{
        #[allow(unused_imports)]
        use $crate::generated::Use as _;
        match $value {
            ref value => (&&&$crate::generated::Outcome(value)).used(),
        }
    }};
}

/// Appends the canonical value of what a benchmark returned, unless that has failed it.
#[macro_export]
macro_rules! returned {
    ($text:expr, $value:expr) => {
        match $value {
            ref value => {
                $crate::sink!(*value);
                $crate::canonical!($text, *value);
            }
        }
    };
}
