// What CLAMH links the user's crate and the worker into; platform.rs is the build's.
include!("platform.rs");

fn main() {
    ::clamh::generated::main(::clamh_user::__clamh_register, &PLATFORM)
}
