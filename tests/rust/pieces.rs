// Are the runtime's pieces right? test_runtime.py puts this among a copy of its files.
use crate::canonical::{listed, shortened, Canonical};
use crate::counters::delay;
use crate::failure::foreign;
use crate::generated::{Plain as _, Valued as _};
use crate::histogram::{bucket, value, Histogram};
use crate::memory::Memory;
use crate::message::{decode, parts, quote, Event};
use crate::random::Random;
use crate::score::short;
use std::collections::BTreeMap;

fn canonical<T: Canonical>(value: T) -> String {
    let mut text = String::new();
    value.write(&mut text);
    text
}

#[test]
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
    let mut text = String::new();
    crate::canonical!(&mut text, Unknown);
    crate::canonical!(&mut text, 7);
    assert_eq!(text, "objecti:7");
}

#[test]
fn frames_of_std_are_not_the_users_wherever_its_sources_were() {
    for place in ["/rustc/59807616e/library/core/src/option.rs:1:2", "/usr/src/rustc-1.96.0/library/std/src/panicking.rs:833:13",
                  "/opt/stable/lib/rustlib/src/rust/library/std/src/rt.rs:1:2", "/clamh/worker.rs:3:4"] {
        assert!(foreign("std::rt::lang_start", place), "{place}");
    }
    assert!(!foreign("own::sort", "/own/library/sort.rs:1:2") && foreign("clamh_user::__clamh_b0", "sort.rs:1:2"));
}

#[test]
fn long_texts_and_many_are_digests() {
    assert_eq!(shortened(&"a".repeat(1024)), "a".repeat(1024));
    assert_eq!(shortened(&"a".repeat(1025)), "sha256:4a82297889eb505cf6b5cbdf69977afab4632d6557539782f657bd7dc78091a5:1025");
    let many = listed((0..150).map(|one| format!("i:{one}")).collect());
    assert_eq!((many.len(), many[99].as_str()), (101, "i:99"));
    assert_eq!(many[100], "sha256:3051dfd14a7a5509f0a534616faa4e5574b810738a93077da439804457af43b3:150");
}

#[test]
fn lines_are_decoded_and_quoted() {
    assert_eq!(decode(b"a\t%09b%25\t"), Some(vec![b"a".to_vec(), b"\tb%".to_vec(), vec![]]));
    assert_eq!(decode("%C3%A9".as_bytes()), Some(vec!["é".as_bytes().to_vec()]));
    for broken in ["%4", "%zz", "%", "%c3"] {
        assert_eq!(decode(broken.as_bytes()), None, "{broken}");
    }
    for (bytes, wanted) in [
        (&b"q\"\\\n\x01"[..], r#""q\"\\\u000a\u0001""#), (b"\xff\xc3\xa9\xed\xa0\x80", r#""\udcffé\udced\udca0\udc80""#),
        (b"\xf0\x9f\x98\x80\xc0\xaf", "\"😀\\udcc0\\udcaf\""), (b"", "\"\""),
    ] {
        let mut out = String::new();
        quote(&mut out, bytes);
        assert_eq!(out, wanted);
    }
    let mut event = Event::new("x");
    event.real("a", 3.0).real("b", 0.5).real("c", 1e300).begin("d", '[').numbers("", &[1, -2]).text("", "t").end(']').boolean("e", true);
    assert_eq!(event.close(), b"{\"event\":\"x\",\"a\":3,\"b\":0.5,\"c\":1e300,\"d\":[[1,-2],\"t\"],\"e\":true}\n");
    assert_eq!(parts(0).collect::<Vec<_>>(), [(0, 0..0, true)]);
    assert_eq!(parts(20_000).collect::<Vec<_>>(), [(0, 0..16384, false), (1, 16384..20_000, true)]);
}

#[test]
fn buckets_are_the_protocols_and_are_joined_to_fit() {
    let least = |one: u64| value(bucket(one));
    assert_eq!([0, 2047, 2048, 2049, 2050, 4095, 4096, 4099, 4100, 1_000_000].map(least), [0, 2047, 2048, 2048, 2050, 4094, 4096, 4096, 4100, 999_936]);
    assert_eq!(least(u64::MAX >> 1), 2047 << 52);
    let mut histogram = Histogram::default();
    histogram.begin();
    [10, 10, 20, 30, 40, 50].into_iter().for_each(|one| histogram.add(one));
    assert_eq!(histogram.pairs(5), [10, 2, 20, 1, 30, 1, 40, 1, 50, 1]);
    assert_eq!(histogram.pairs(2), [10, 2, 35, 4]);
    let mut late = Histogram::default();
    late.begin();
    (0..1024).for_each(|at| late.add(2048 + 2 * at));
    [1_000_000, 3_000_000].into_iter().for_each(|one| late.add(one));
    let pairs = late.pairs(312);
    assert_eq!((pairs.len(), &pairs[512..]), (516, &[999_936, 1, 2_998_272, 1][..]));
}

#[test]
fn arrays_lie_apart_and_are_zero() {
    let memory = Memory::seeded(7);
    let (mut a, b) = (memory.array::<u64>(100), memory.array::<f32>(3));
    assert!(a.iter().all(|&one| one == 0) && b.len() == 3 && a.as_ptr() as usize % 64 == 0);
    a[99] = 1;
    assert_eq!(a.iter().sum::<u64>(), 1);
    assert!(Memory::default().array::<u8>(1).as_ptr() as usize % 4096 == 128);
}

#[test]
fn random_numbers_stay_below_their_bound() {
    let mut random = Random::seeded(1);
    assert!((0..1000).all(|_| (0..3).contains(&random.nextIntBelow(3)) && (0..5).contains(&random.nextLongBelow(5))));
    let mut bytes = [0; 11];
    random.nextBytes(&mut bytes);
    assert!(bytes.iter().any(|&one| one != 0));
}

#[test]
fn numbers_are_printed_as_g_does() {
    for (number, wanted) in [(0.0, "0"), (1e6, "1e+06"), (0.002, "0.002"), (123456.7, "123457"), (1e-5, "1e-05"), (2.5, "2.5")] {
        assert_eq!(short(number), wanted);
    }
}

#[test]
fn a_thread_waited_for_what_the_system_says_unless_it_counts_nothing() {
    assert_eq!(["0 46804 1\n", "5 0 1\n", "0 0 0\n", ""].map(delay), [Some(46804), Some(0), None, None]);
}
