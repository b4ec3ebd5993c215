// Is a state of either scope one object through all iterations of a fork, and a new one in the next fork?
#include "transcript.hpp"

class StateLifetime {
public:
    //@@State(Scope.Benchmark)
    struct Shop {
        int sold = 0;
    };

    //@@State(Scope.Thread)
    struct Seller {
        int sold = 0;
    };

    //@@Benchmark
    static void sell(Shop &shop, Seller &seller) {
        transcript::line("call sell shop=%d seller=%d", ++shop.sold, ++seller.sold);
    }
};
