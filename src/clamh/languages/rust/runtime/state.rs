//! What generated code registers: plain records of classes, states, params, functions and source files.

use std::any::{type_name, TypeId};
use std::marker::PhantomData;
use std::mem::{align_of, size_of};

use crate::r#loop::{Repeat, Returned};

/// What the build knows of itself.
pub struct Platform {
    pub id: &'static str,
    pub compiler: &'static str,
    pub version: &'static str,
    pub flags: &'static [&'static str],
    pub optimised: bool,
    pub recorded_apart: bool, // a second executable writes down what Blackhole is given
}

#[derive(Clone, Copy)]
pub struct Type {
    pub id: TypeId,
    pub name: &'static str,
    pub size: usize,
    pub alignment: usize,
    pub destroy: unsafe fn(*mut u8),
    pub sync: bool,
    pub send: bool,
}

impl Type {
    pub fn of<T: 'static>(sync: bool, send: bool) -> Type {
        unsafe fn destroy<T>(object: *mut u8) {
            std::ptr::drop_in_place(object as *mut T);
        }
        Type { id: TypeId::of::<T>(), name: type_name::<T>(), size: size_of::<T>(), alignment: align_of::<T>(), destroy: destroy::<T>, sync, send }
    }
}

/// Whether a type is Sync and Send: its own constants are found before those of the trait, where they are there.
pub struct Probe<T>(PhantomData<T>);

pub trait NotShared {
    const SYNC: bool = false;
    const SEND: bool = false;
}

impl<T> NotShared for Probe<T> {}

impl<T: Sync> Probe<T> {
    pub const SYNC: bool = true;
}

impl<T: Send> Probe<T> {
    pub const SEND: bool = true;
}

/// What the runtime has to know of a class.
#[macro_export]
macro_rules! type_of {
    ($class:ty) => {{
        #[allow(unused_imports)]
        use $crate::generated::NotShared as _;
        type Asked = $crate::generated::Probe<$class>;
        $crate::generated::Type::of::<$class>(<Asked>::SYNC, <Asked>::SEND)
    }};
}

/// A class of which the harness makes objects.
pub struct Class {
    pub of: Type,
    pub construct: unsafe fn(place: *mut u8),
}

pub struct State {
    pub of: Type,
    pub name: &'static str,
    pub index: u32,
    pub scope: &'static str,
    pub forecast: &'static str, // what only the sources say, as JSON
    pub path: &'static str,
    pub line: u32,
}

pub struct Taken {
    pub of: Type,
    pub mutable: bool,
}

/// A benchmark, a member of a group, a group (which nothing calls: its members are called), or a fixture.
#[derive(Default)]
pub struct Function {
    pub name: &'static str,
    pub index: u32,
    pub takes: Vec<Taken>, // what `objects` must hold, in this order
    pub method: bool,      // the first is its object
    pub owner: Option<Type>,
    pub repeat: Option<Repeat>,
    pub returned: Option<Returned>,
    pub path: &'static str,
    pub line: u32,
    pub settings: &'static str,
    pub baseline: &'static str,
    pub forecast: &'static str,
    pub kind: &'static str,
    pub level: &'static str,
    pub only: Option<&'static [&'static str]>, // the benchmarks that a fixture is limited to
    pub group: &'static str,                   // of a member: the group's full name
    pub member: &'static str,                  // and its own short one
    pub threads: u32,                          // how many of one group run it if nobody says
}

pub struct Param {
    pub name: &'static str,
    pub index: u32,
    pub line: u32,
    pub of: Type,
    pub values: &'static [&'static str],
    pub column: Option<&'static [&'static str]>, // its values in the rows of its state's ParamRows
    pub kind: ParamType,
    pub assign: unsafe fn(object: *mut u8, text: &str) -> bool, // a null object only asks
}

#[derive(Clone, Copy)]
pub struct ParamType {
    pub name: &'static str, // the protocol's: integer float boolean character string enum
    pub minimum: i128,
    pub maximum: i128,
    pub constants: &'static [&'static str],
}

/// A field or method of a state with AuxCounters.
pub struct Counter {
    pub name: &'static str,
    pub index: u32,
    pub of: Type,
    pub put: Option<unsafe fn(*mut u8, f64)>, // none: a method, which is not reset
    pub read: unsafe fn(*mut u8) -> f64,
}

/// A method of a state whose value is compared between implementations: asked by `invoke`, never while measuring.
pub struct Check {
    pub name: &'static str,
    pub index: u32,
    pub of: Type,
    pub read: unsafe fn(*mut u8, &mut String),
}
