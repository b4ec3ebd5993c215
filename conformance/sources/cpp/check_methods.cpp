// Is what a state's Check methods return reported, as the invocation left the state, before the iteration is torn down?
#include <algorithm>
#include <string>
#include <vector>

#include "Blackhole.hpp"
#include "transcript.hpp"

class CheckMethods {
public:
    struct Store {
        std::vector<int> goods;

    private:
        //@@Check
        long kept() const {
            transcript::line("check kept");
            return static_cast<long>(goods.size());
        }
    };

    //@@State(Scope.Thread)
    struct Shelf : Store {
        //@@Setup(Level.Iteration)
        void stock() {
            transcript::line("setup Iteration");
            goods = {3, 1, 2};
        }

        //@@Setup(Level.Invocation)
        void ready() {
            transcript::line("setup Invocation");
            goods.push_back(0);
        }

        //@@TearDown(Level.Invocation)
        void done() {
            transcript::line("teardown Invocation");
            goods.push_back(9);
        }

        //@@TearDown(Level.Iteration)
        void sell() {
            transcript::line("teardown Iteration");
            goods.clear();
        }

        //@@TearDown(Level.Trial)
        void close() { transcript::line("teardown Trial"); }

        //@@Check
        const std::vector<int> &sorted() {
            transcript::line("check sorted");
            return goods;
        }
    };

    //@@State(Scope.Benchmark)
    struct Sign {
        //@@Check
        static std::string words() {
            transcript::line("check words");
            return "open";
        }
    };

    //@@Benchmark
    static void sort(Shelf &shelf) {
        transcript::line("call sort");
        std::sort(shelf.goods.begin(), shelf.goods.end());
    }

    //@@Benchmark
    static bool many(Sign &, harness_utils::Blackhole &blackhole) {
        transcript::line("call many");
        for (int number = 0; number < 150; ++number) blackhole.consume(number);
        return true;
    }
};
