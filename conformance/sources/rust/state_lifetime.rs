// Is a state of either scope one object through all iterations of a fork, and a new one in the next fork?
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Shop {
    sold: i32,
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Seller {
    sold: i32,
}

//@@Benchmark
fn sell(shop: &mut Shop, seller: &mut Seller) {
    shop.sold += 1;
    seller.sold += 1;
    transcript::line(&format!("call sell shop={} seller={}", shop.sold, seller.sold));
}
