macro_rules! rules { (@Param $x:tt) => {}; }
fn nothing() { let x @ _ = 3; }
