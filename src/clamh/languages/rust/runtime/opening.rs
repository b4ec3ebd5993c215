//! What a param's canonical text means for each type of field.

use std::str::FromStr;

/// What the protocol calls a type, and the limits of one of its integers.
#[derive(Clone, Copy)]
pub struct ParamType {
    pub name: &'static str, // ends with a zero byte
    pub minimum: i64,
    pub maximum: u64,
}

/// The types that the protocol knows.
pub trait Value: Sized {
    const TYPE: ParamType;
    fn from_text(text: &str) -> Option<Self>;
}

macro_rules! integers {
    ($($type:ident)*) => { $(impl Value for $type {
        // Of 128 bits what the protocol knows.
        const TYPE: ParamType = ParamType {
            name: "integer\0",
            minimum: if $type::MIN == 0 { 0 } else if $type::BITS > 64 { i64::MIN } else { $type::MIN as i64 },
            maximum: if $type::BITS > 64 { u64::MAX } else { $type::MAX as u64 },
        };

        fn from_text(text: &str) -> Option<$type> {
            text.parse().ok()
        }
    })* };
}
integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! others {
    ($($type:ty, $name:expr, $text:ident => $value:expr;)*) => { $(impl Value for $type {
        const TYPE: ParamType = ParamType { name: $name, minimum: 0, maximum: 0 };

        fn from_text($text: &str) -> Option<$type> {
            $value
        }
    })* };
}
others! {
    f64, "float\0", text => text.parse().ok();
    f32, "float\0", text => text.parse().ok();
    bool, "boolean\0", text => Some(text == "true");
    char, "character\0", text => text.parse().ok();
    String, "string\0", text => Some(text.to_string());
    &'static str, "string\0", text => Some(Box::leak(text.to_string().into_boxed_str()));
}

/// Asks for the type of a field; method resolution asks first whether it is one that the protocol knows.
pub struct Asked<T>(pub std::marker::PhantomData<T>);

pub trait Worded {
    type Field;
    fn kind(&self) -> ParamType;
    fn convert(&self, text: &str) -> Option<Self::Field>;
}
pub trait Parsed {
    type Field;
    fn kind(&self) -> ParamType;
    fn convert(&self, text: &str) -> Option<Self::Field>;
}

impl<T: Value> Worded for &Asked<T> {
    type Field = T;

    fn kind(&self) -> ParamType {
        T::TYPE
    }

    fn convert(&self, text: &str) -> Option<T> {
        T::from_text(text)
    }
}

impl<T: FromStr> Parsed for Asked<T> {
    type Field = T;

    fn kind(&self) -> ParamType {
        String::TYPE
    }

    fn convert(&self, text: &str) -> Option<T> {
        text.parse().ok()
    }
}

/// What the protocol calls a field's type; of one that it does not know, and that has FromStr, a string.
#[macro_export]
macro_rules! param_type {
    ($field:ty) => {{
        #[allow(unused_imports)]
        use $crate::generated::{Parsed as _, Worded as _};
        (&&$crate::generated::Asked::<$field>(::std::marker::PhantomData)).kind()
    }};
}

/// A text as a field's type has it; None when it is no value of that type.
#[macro_export]
macro_rules! convert {
    ($field:ty, $text:expr) => {{
        #[allow(unused_imports)]
        use $crate::generated::{Parsed as _, Worded as _};
        (&&$crate::generated::Asked::<$field>(::std::marker::PhantomData)).convert($text)
    }};
}
