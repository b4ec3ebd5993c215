//! What generated code registers, as records of the core's, which live as long as the process.

use std::any::TypeId;
use std::ffi::{c_char, c_int};
use std::marker::PhantomData;
use std::mem::{align_of, size_of};
use std::ptr;

use crate::abi::{self, text, Assign, Compare, Construct, Count, Put, Repeat, Return};
use crate::benchmark_params::{BenchmarkParams, IterationParams, ThreadParams};
use crate::blackhole::Blackhole;
use crate::control::Control;
use crate::failure::guarded;
use crate::memory::Memory;
use crate::opening::ParamType;
use crate::operations::Operations;
use crate::random::Random;
use crate::suspend::Suspend;

#[derive(Clone, Copy)]
pub struct Type {
    id: TypeId,
    size: usize,
    alignment: usize,
    destroy: unsafe extern "C" fn(*mut u8),
    sync: bool,
    send: bool,
}

impl Type {
    pub fn of<T: 'static>(sync: bool, send: bool) -> Type {
        unsafe extern "C" fn destroy<T>(object: *mut u8) {
            guarded(|| std::ptr::drop_in_place(object as *mut T)); // a panic of one leaves the others
        }
        Type { id: TypeId::of::<T>(), size: size_of::<T>(), alignment: align_of::<T>(), destroy: destroy::<T>, sync, send }
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

/// What is to be known of a class.
#[macro_export]
macro_rules! type_of {
    ($class:ty) => {{
        #[allow(unused_imports)]
        use $crate::generated::NotShared as _;
        type Asked = $crate::generated::Probe<$class>;
        $crate::generated::Type::of::<$class>(<Asked>::SYNC, <Asked>::SEND)
    }};
}

/// What a function takes, and why not where several threads have that object: "" where they may.
pub struct Taken {
    pub of: Type,
    pub mutable: &'static str,     // by &mut
    pub unshareable: &'static str, // where the type is not {}: Sync or Send
}

/// A benchmark, a function of a group, or a fixture. Texts end with a zero byte.
pub struct Function {
    pub number: u32,
    pub place: u32,
    pub name: &'static str,
    pub group: Option<&'static str>,
    pub takes: Vec<Taken>,
    pub repeat: Repeat,
    pub returned: Option<Return>, // of a benchmark
}

pub struct Registry {
    classes: Vec<(TypeId, *mut abi::Class)>, // one record per type
    pub(crate) floor: *const abi::Function,
}

/// For as long as the process lives.
pub(crate) fn keep<T>(record: T) -> *mut T {
    Box::into_raw(Box::new(record))
}

fn register<T>(registers: unsafe extern "C" fn(*mut T), record: T) {
    unsafe { registers(keep(record)) }
}

impl Default for Registry {
    fn default() -> Registry {
        fn add<T: Default + 'static>(registry: &mut Registry, kind: c_int) {
            unsafe extern "C" fn construct<T: Default>(place: *mut u8) -> c_int {
                guarded(|| (place as *mut T).write(T::default()))
            }
            let class = registry.class_of(Type::of::<T>(true, true)); // a thread has its own of each
            unsafe {
                (*class).injected = kind;
                (*class).construct = Some(construct::<T>);
                abi::clamh_register_class(class);
            }
        }
        let mut registry = Registry { classes: Vec::new(), floor: ptr::null() };
        let injected = [add::<Blackhole>, add::<Control>, add::<BenchmarkParams>, add::<IterationParams>, add::<ThreadParams>, add::<Random>,
                        add::<Memory>, add::<Operations>, add::<Suspend>]; // in the order of clamh_injected
        for (add, kind) in injected.into_iter().zip(1..) {
            add(&mut registry, kind);
        }
        registry
    }
}

impl Registry {
    fn class_of(&mut self, of: Type) -> *mut abi::Class {
        if let Some((_, class)) = self.classes.iter().find(|(known, _)| *known == of.id) {
            return *class;
        }
        let class = keep(abi::Class {
            number: u32::MAX, name: ptr::null(), scope: 0, injected: 0, size: of.size, alignment: of.alignment, construct: None,
            destroy: of.destroy, next: ptr::null_mut(),
        });
        self.classes.push((of.id, class));
        class
    }

    /// A class of which objects are made; `state`: its name and the core's number of its scope.
    pub fn class(&mut self, of: Type, number: u32, state: Option<(&'static str, c_int)>, construct: Construct) {
        let class = self.class_of(of);
        unsafe {
            (*class).number = number;
            (*class).construct = Some(construct);
            if let Some((name, scope)) = state {
                (*class).name = text(name);
                (*class).scope = scope;
            }
            abi::clamh_register_class(class);
        }
    }

    pub fn param(&mut self, owner: Type, number: u32, name: &'static str, kind: ParamType, assign: Assign) {
        register(abi::clamh_register_param, abi::Param {
            number, name: text(name), owner: self.class_of(owner), shared: 0, kind: text(kind.name), minimum: kind.minimum, maximum: kind.maximum,
            assign, next: ptr::null_mut(),
        });
    }

    pub fn counter(&mut self, owner: Type, number: u32, name: &'static str, put: Option<Put>, read: Count) {
        let counter = abi::Counter { number, name: text(name), owner: self.class_of(owner), put, read, next: ptr::null_mut() };
        register(abi::clamh_register_counter, counter);
    }

    pub fn check(&mut self, owner: Type, number: u32, name: &'static str, read: Compare) {
        register(abi::clamh_register_check, abi::Check { number, name: text(name), owner: self.class_of(owner), read, next: ptr::null_mut() });
    }

    pub fn function(&mut self, function: Function) {
        let registers = if function.returned.is_some() { abi::clamh_register_benchmark } else { abi::clamh_register_fixture };
        register(registers, self.record(function));
    }

    /// An empty benchmark through the same stub.
    pub fn floor(&mut self, repeat: Repeat) {
        let name = "clamh::empty\0";
        self.floor = keep(self.record(Function { number: 0, place: 0, name, group: None, takes: Vec::new(), repeat, returned: None }));
    }

    fn record(&mut self, function: Function) -> abi::Function {
        let takes: Vec<*const abi::Class> = function.takes.iter().map(|taken| self.class_of(taken.of).cast_const()).collect();
        let unshared: Vec<*const c_char> = function.takes.iter().map(refusal).collect();
        abi::Function {
            number: function.number, place: function.place, name: text(function.name), group: function.group.map_or(ptr::null(), text),
            count: takes.len(), takes: takes.leak().as_ptr(), repeat: function.repeat, returned: function.returned, next: ptr::null_mut(),
            unshared: unshared.leak().as_ptr(),
        }
    }
}

/// Why several threads cannot have it; null where they can.
fn refusal(taken: &Taken) -> *const c_char {
    let missing = if !taken.of.sync { "Sync" } else { "Send" };
    let message = match taken {
        Taken { mutable, .. } if !mutable.is_empty() => mutable.to_string(),
        Taken { of, unshareable, .. } if !(of.sync && of.send) => unshareable.replace("{}", missing),
        _ => return ptr::null(),
    };
    (message + "\0").leak().as_ptr().cast()
}
