//! What a param's text means for each type of field.

use std::str::FromStr;

use crate::state::ParamType;
use crate::system;

/// The types that the protocol knows.
pub trait Value: Sized {
    const TYPE: ParamType;
    fn from_text(text: &str) -> Option<Self>;
}

/// Decimal or 0x hexadecimal with optional sign and `_` between digits; no digits, or other characters, are no number.
fn integer(text: &str) -> Option<(bool, u128)> {
    let negative = text.starts_with('-');
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (digits, base) = match unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (unsigned, 10),
    };
    let mut value = 0u128;
    let mut digit_before = false;
    for one in digits.chars() {
        if one == '_' && digit_before {
            digit_before = false;
            continue;
        }
        value = value.checked_mul(u128::from(base))?.checked_add(u128::from(one.to_digit(base)?))?;
        digit_before = true;
    }
    digit_before.then_some((negative, value))
}

macro_rules! integers {
    ($($type:ident $signed:expr,)*) => { $(impl Value for $type {
        // Of 128 bits what a line of the protocol can say.
        const TYPE: ParamType = ParamType {
            name: "integer",
            minimum: if !$signed { 0 } else if $type::BITS > 64 { i64::MIN as i128 } else { $type::MIN as i128 },
            maximum: if $type::BITS > 64 { u64::MAX as i128 } else { $type::MAX as i128 },
            constants: &[],
        };

        fn from_text(text: &str) -> Option<$type> {
            let (negative, magnitude) = integer(text)?;
            let value = i128::try_from(magnitude).ok()?;
            let value = if negative { -value } else { value };
            if value < Self::TYPE.minimum || value > Self::TYPE.maximum { None } else { Some(value as $type) }
        }
    })* };
}
integers!(i8 true, i16 true, i32 true, i64 true, i128 true, isize true, u8 false, u16 false, u32 false, u64 false, u128 false, usize false,);

macro_rules! others {
    ($($type:ty, $name:expr, $maximum:expr, $text:ident => $value:expr;)*) => { $(impl Value for $type {
        const TYPE: ParamType = ParamType { name: $name, minimum: 0, maximum: $maximum, constants: &[] };

        fn from_text($text: &str) -> Option<$type> {
            $value
        }
    })* };
}
others! {
    f64, "float", 0, text => system::float(text);
    f32, "float", 0, text => system::short_float(text);
    bool, "boolean", 1, text => match text { "true" => Some(true), "false" => Some(false), _ => None };
    char, "character", 0x10ffff, text => { let mut all = text.chars(); all.next().filter(|_| all.next().is_none()) };
    String, "string", 0, text => Some(text.to_string());
    &'static str, "string", 0, text => Some(Box::leak(text.to_string().into_boxed_str()));
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
