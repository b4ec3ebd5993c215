//! The objects of a case, and where they lie: no two of them share 128 bytes, nor one of them and anything else.

use std::alloc::{alloc, dealloc, Layout};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize};
use std::sync::Arc;

use crate::failure::{failure, Failure};
use crate::fixtures::Shared;
use crate::random::SplitMix64;
use crate::registry::registry;
use crate::sleep::GRANULE;

const PAGE: usize = 4096;
const LINE: usize = GRANULE / 2;

pub const TRIAL: usize = 0;
pub const ITERATION: usize = 1;
pub const INVOCATION: usize = 2;
pub const LEVELS: [&str; 3] = ["Trial", "Iteration", "Invocation"];

#[derive(Default)]
pub struct Instance {
    pub class: Option<usize>, // none: no object is needed, and this is what several threads share of a fixture that takes no state
    pub group: Option<usize>, // of a state of a group: whose
    pub maker: usize,         // the thread that makes and destroys it: the first that has it
    pub constructed: AtomicBool,
    pub offset: AtomicUsize, // in its block
    pub object: AtomicPtr<u8>,
    pub shared: [Shared; 3],
}

/// Memory for several instances, in pages of its own.
#[derive(Default)]
pub struct Block {
    placed: Vec<Arc<Instance>>,
    size: usize,
    alignment: usize,
    memory: Option<(*mut u8, Layout)>,
}

impl Block {
    /// Behind what is placed already, a number of lines drawn from `random` (none where there is none) after the next granule.
    pub fn place(&mut self, one: &Arc<Instance>, random: Option<&mut SplitMix64>) {
        let of = one.class.map(|class| &registry().classes[class].of).expect("an instance in a block has a class");
        let step = of.alignment.max(LINE);
        self.alignment = self.alignment.max(of.alignment.max(PAGE));
        let lines = random.map_or(0, |random| (random.next() % (PAGE / LINE) as u64) as usize * LINE / step);
        let offset = self.size.next_multiple_of(of.alignment.max(GRANULE)) + lines * step;
        one.offset.store(offset, RELAXED);
        self.size = (offset + of.size.max(1)).next_multiple_of(GRANULE);
        self.placed.push(one.clone());
    }

    pub fn reserve(&mut self) -> Result<(), Failure> {
        if self.placed.is_empty() {
            return Ok(());
        }
        let none = || failure("internal", "", format!("no memory for {} bytes of states", self.size));
        let layout = Layout::from_size_align(self.size.next_multiple_of(self.alignment), self.alignment).map_err(|_| none())?;
        let memory = unsafe { alloc(layout) };
        if memory.is_null() {
            return Err(none());
        }
        self.memory = Some((memory, layout));
        for one in &self.placed {
            one.object.store(unsafe { memory.add(one.offset.load(RELAXED)) }, RELAXED);
        }
        Ok(())
    }
}

// Written while one thread alone knows the case, or by the maker before the others are told.
const RELAXED: std::sync::atomic::Ordering = std::sync::atomic::Ordering::Relaxed;

unsafe impl Send for Block {}
unsafe impl Sync for Block {}

impl Drop for Block {
    fn drop(&mut self) {
        if let Some((memory, layout)) = self.memory {
            unsafe { dealloc(memory, layout) }
        }
    }
}
