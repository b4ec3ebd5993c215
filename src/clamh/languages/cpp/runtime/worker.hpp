// The worker's two lives: driven over pipes, or run alone from a command line.
#pragma once

#include <memory>
#include <string>

#include "case.hpp"

namespace clamh {

struct Opening {  // what `open` or the command line asks for; empty texts are not said
    std::string id, benchmark, mode = "avgt", threads = "1", batch = "1", operations_per_invocation = "1", seed = "0";
    std::map<std::string, std::string> params;  // by full name
};

std::unique_ptr<Case> open_case(const Opening &asked);  // throws Failure
bool whole_number(const std::string &text, unsigned long long most, unsigned long long &value);

int serve(int in, int out);
int run_solo(int count, char **arguments);          // after --solo
int hand_over(int count, char **arguments);  // everything else: clamh has the command line
std::string own_path();                      // of this executable

}  // namespace clamh
