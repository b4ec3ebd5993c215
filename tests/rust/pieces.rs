// Are the runtime's pieces right? test_runtime.py puts this among a copy of its files.
use crate::abi::Text;
use crate::canonical::Canonical;
use crate::failure::foreign;
use crate::memory::Memory;
use crate::random::Random;
use std::collections::BTreeMap;

/// What is written into a text of the core's, whose layout is clamh_abi.h's.
fn written(writes: impl FnOnce(&mut Text)) -> String {
    #[repr(C)]
    struct Grown(*const u8, usize, usize);
    extern "C" {
        fn free(bytes: *const u8);
    }
    let mut grown = Grown(std::ptr::null(), 0, 0);
    writes(unsafe { &mut *(&mut grown as *mut Grown).cast() });
    let bytes = if grown.1 == 0 { Vec::new() } else { unsafe { std::slice::from_raw_parts(grown.0, grown.1) }.to_vec() };
    unsafe { free(grown.0) }
    String::from_utf8(bytes).unwrap()
}

fn canonical<T: Canonical>(value: T) -> String {
    written(|text| value.write(text))
}

#[test]
#[cfg_attr(miri, ignore)] // the core writes numbers, and Miri runs no C
fn values_are_canonical() {
    for (found, wanted) in [
        (canonical(-42), "i:-42"), (canonical(u64::MAX), "i:18446744073709551615"), (canonical(i64::MIN), "i:-9223372036854775808"),
        (canonical(-7i8), "i:-7"), (canonical(42.0), "i:42"), (canonical(-0.0), "i:0"), (canonical(0.5), "f:3fe0000000000000"),
        (canonical(0.5f32), "f:3fe0000000000000"), (canonical(f64::NAN), "f:nan"), (canonical(-f32::INFINITY), "f:-inf"),
        (canonical(true), "b:true"), (canonical('é'), "s:é"), (canonical("literal"), "s:literal"), (canonical(vec![1, 2]), "[i:1,i:2]"),
        (canonical([0u8, 255]), "x:00ff"), (canonical([0.5, 2.0]), "[f:3fe0000000000000,i:2]"), (canonical(vec!["p", "q"]), "[s:p,s:q]"),
        (canonical(BTreeMap::from([(1, true)])), "[[i:1,b:true]]"), (canonical(None::<i32>), "null"), (canonical(Some(3)), "i:3"),
        (canonical(Box::new(vec![vec![1], vec![]])), "[[i:1],[]]"), (canonical(()), ""),
    ] {
        assert_eq!(found, wanted);
    }
    assert_eq!(canonical(1e300), format!("i:{:.0}", 1e300));
    struct Unknown;
    assert_eq!(written(|text| crate::canonical!(text, Unknown)) + &written(|text| crate::canonical!(text, 7)), "objecti:7");
    let done: Result<i32, Unknown> = Ok(7);
    assert_eq!(written(|text| crate::canonical!(text, done)) + &written(|text| crate::canonical!(text, Err::<i32, i32>(8))), "i:7i:8");
}

#[test]
fn frames_of_std_are_not_the_users_wherever_its_sources_were() {
    for place in ["/rustc/59807616e/library/core/src/option.rs:1:2", "/usr/src/rustc-1.96.0/library/std/src/panicking.rs:833:13",
                  "/opt/stable/lib/rustlib/src/rust/library/std/src/rt.rs:1:2", "/clamh/guard.rs:3:4", "./nptl/pthread_create.c:442:8"] {
        assert!(foreign("std::rt::lang_start", place), "{place}");
    }
    assert!(!foreign("own::sort", "/own/clamh/sort.rs:1:2"));
    assert!(!foreign("own::sort", "/own/library/sort.rs:1:2") && foreign("clamh_user::__clamh_b0", "sort.rs:1:2"));
}

#[test]
fn arrays_lie_apart_and_are_zero() {
    let mut memory = Memory::default();
    unsafe { *(&mut memory as *mut Memory as *mut u64) = 7 }; // as the core gives it a seed
    let (mut a, b) = (memory.array::<u64>(100), memory.array::<f32>(3));
    assert!(a.iter().all(|&one| one == 0) && b.len() == 3 && a.as_ptr() as usize % 64 == 0);
    a[99] = 1;
    assert_eq!(a.iter().sum::<u64>(), 1);
    assert!(Memory::default().array::<u8>(1).as_ptr() as usize % 4096 == 128);
}

#[test]
fn random_numbers_stay_below_their_bound() {
    let mut random = Random::default();
    assert!((0..1000).all(|_| (0..3).contains(&random.nextIntBelow(3)) && (0..5).contains(&random.nextLongBelow(5))));
    let mut bytes = [0; 11];
    random.nextBytes(&mut bytes);
    assert!(bytes.iter().any(|&one| one != 0));
}
