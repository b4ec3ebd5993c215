//! What a param's canonical text means for each type of field.

use std::ffi::{c_char, c_int};
use std::str::FromStr;

use crate::abi::text;
use crate::failure::{guarded, throw};

/// Gives a param's field the value of this text, which may be none of its type as only Rust knows: what FromStr refuses.
pub fn assign(stub: unsafe fn(*mut u8, &str) -> bool, object: *mut u8, text: *const u8, size: usize) -> c_int {
    let mut assigned = false;
    let given = unsafe { std::slice::from_raw_parts(text, size) };
    let thrown = guarded(|| assigned = std::str::from_utf8(given).map_or(false, |given| unsafe { stub(object, given) }));
    if thrown == 0 && !assigned {
        throw(&format!("\"{}\" is no value of the field's type", String::from_utf8_lossy(given)));
    }
    c_int::from(!assigned)
}

/// What the protocol calls a type, and the limits of one of its integers.
#[derive(Clone, Copy)]
pub struct ParamType {
    pub kind: *const c_char,
    pub minimum: i64,
    pub maximum: u64,
}

/// The types that the protocol knows, except &str; FromStr reads their canonical texts.
pub trait Value: FromStr + 'static {
    const TYPE: ParamType;
}

macro_rules! integers {
    ($($type:ident)*) => { $(impl Value for $type {
        // Of 128 bits what the protocol knows.
        const TYPE: ParamType = ParamType {
            kind: text("integer\0"),
            minimum: if $type::MIN == 0 { 0 } else if $type::BITS > 64 { i64::MIN } else { $type::MIN as i64 },
            maximum: if $type::BITS > 64 { u64::MAX } else { $type::MAX as u64 },
        };
    })* };
}
integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! others {
    ($($type:ty: $name:expr),*) => { $(impl Value for $type {
        const TYPE: ParamType = ParamType { kind: text($name), minimum: 0, maximum: 0 };
    })* };
}
others!(f64: "float\0", f32: "float\0", bool: "boolean\0", char: "character\0", String: "string\0");

/// Asks for the type of a field; method resolution asks first whether it is one that the protocol knows. Of one that it does not know, and that
/// has FromStr, the values are strings.
pub struct Asked<T>(pub std::marker::PhantomData<T>);

pub type FieldType<T> = (ParamType, fn(&str) -> Option<T>);

pub trait Field<T> {
    fn field(&self) -> FieldType<T>;
}

impl<T: Value> Field<T> for &Asked<T> {
    fn field(&self) -> FieldType<T> {
        (T::TYPE, |text| text.parse().ok().filter(|value| !is_beyond(value, text)))
    }
}

/// A number that f32 cannot hold becomes infinite; only the texts of infinity and NaN have an n.
fn is_beyond(value: &dyn std::any::Any, text: &str) -> bool {
    value.downcast_ref::<f32>().is_some_and(|value| !value.is_finite()) && !text.contains('n')
}

impl Field<&'static str> for &Asked<&'static str> {
    fn field(&self) -> FieldType<&'static str> {
        (String::TYPE, |text| Some(text.to_string().leak()))
    }
}

impl<T: FromStr> Field<T> for Asked<T> {
    fn field(&self) -> FieldType<T> {
        (String::TYPE, |text| text.parse().ok())
    }
}

/// What the protocol calls a field's type, and the function that makes a value of it from its text, or None.
#[macro_export]
macro_rules! field_type {
    ($field:ty) => {{
        #[allow(unused_imports)]
        use $crate::generated::Field as _;
        (&&$crate::generated::Asked::<$field>(::std::marker::PhantomData)).field()
    }};
}
