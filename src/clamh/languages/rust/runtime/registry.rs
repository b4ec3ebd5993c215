//! What generated code registers: records of the core's, which live as long as the process.

use std::any::TypeId;
use std::cell::RefCell;
use std::ffi::{c_char, c_int};
use std::marker::PhantomData;
use std::mem::{align_of, size_of};
use std::ptr;

use crate::abi::{clamh_register_class, Class, Construct};
use crate::benchmark_params::{BenchmarkParams, IterationParams, ThreadParams};
use crate::blackhole::Blackhole;
use crate::control::Control;
use crate::failure::guarded;
use crate::memory::Memory;
use crate::operations::Operations;
use crate::random::Random;
use crate::suspend::Suspend;

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

/// Why several threads cannot have an object of this class; null where they can.
#[macro_export]
macro_rules! unshared {
    ($class:ty, $not_sync:expr, $not_send:expr) => {{
        #[allow(unused_imports)]
        use $crate::generated::NotShared as _;
        type Asked = $crate::generated::Probe<$class>;
        match (<Asked>::SYNC, <Asked>::SEND) {
            (false, _) => $crate::generated::text($not_sync),
            (_, false) => $crate::generated::text($not_send),
            (true, true) => ::std::ptr::null(),
        }
    }};
}

/// A list that `takes` or `unshared` of a function can point to for as long as the process lives.
pub fn keep_all<T: Copy>(all: &[T]) -> *const T {
    all.to_vec().leak().as_ptr()
}

pub fn register<T>(registers: unsafe extern "C" fn(*mut T), record: T) {
    unsafe { registers(Box::leak(Box::new(record))) }
}

/// The record of each type, of which modules may have different names.
pub struct Registry(RefCell<Vec<(TypeId, *mut Class)>>);

impl Default for Registry {
    fn default() -> Registry {
        fn add<T: Default + 'static>(registry: &Registry, kind: c_int) {
            unsafe extern "C" fn construct<T: Default>(place: *mut u8) -> c_int {
                guarded(|| (place as *mut T).write(T::default()))
            }
            let class = registry.class_of::<T>();
            unsafe {
                *class = Class { injected: kind, construct: Some(construct::<T>), ..*class };
                clamh_register_class(class);
            }
        }
        let registry = Registry(RefCell::default());
        let injected = [add::<Blackhole>, add::<Control>, add::<BenchmarkParams>, add::<IterationParams>, add::<ThreadParams>, add::<Random>,
                        add::<Memory>, add::<Operations>, add::<Suspend>]; // in the order of clamh_injected
        for (add, kind) in injected.into_iter().zip(1..) {
            add(&registry, kind);
        }
        registry
    }
}

impl Registry {
    /// The record of a class, whose constructor `class` sets.
    pub fn class_of<T: 'static>(&self) -> *mut Class {
        unsafe extern "C" fn destroy<T>(object: *mut u8) {
            guarded(|| ptr::drop_in_place(object as *mut T)); // a panic of one leaves the others
        }
        let mut classes = self.0.borrow_mut();
        if let Some((_, class)) = classes.iter().find(|(known, _)| *known == TypeId::of::<T>()) {
            return *class;
        }
        let class = Box::into_raw(Box::new(Class {
            number: u32::MAX, name: ptr::null(), scope: 0, injected: 0, size: size_of::<T>(), alignment: align_of::<T>(), construct: None,
            destroy: destroy::<T>, next: ptr::null_mut(),
        }));
        classes.push((TypeId::of::<T>(), class));
        class
    }

    /// A class whose objects can be constructed, with the core's number of its scope; its name is null if it is no state.
    pub fn class<T: 'static>(&self, number: u32, name: *const c_char, scope: c_int, construct: Construct) {
        let class = self.class_of::<T>();
        unsafe {
            *class = Class { number, name, scope, construct: Some(construct), ..*class };
            clamh_register_class(class);
        }
    }
}
