// Checking what a case is asked to be, and making it.
#include "worker.hpp"

#include <cstdlib>

namespace clamh {

bool whole_number(const std::string &text, unsigned long long most, unsigned long long &value) {
    value = 0;
    for (const char c : text) {
        const unsigned long long digit = static_cast<unsigned long long>(c - '0');
        if (c < '0' || c > '9' || digit > most || value > (most - digit) / 10) return false;
        value = value * 10 + digit;
    }
    return !text.empty();
}

namespace {

Failure usage(const std::string &message) { return {"usage", "", message}; }

unsigned long long number(const char *field, const std::string &text, unsigned long long least, unsigned long long most) {
    unsigned long long value;
    if (!whole_number(text, most, value) || value < least) {
        throw usage(std::string(field) + "=" + text + " is no whole number from " + std::to_string(least) + " to " +
                    std::to_string(most));
    }
    return value;
}

}  // namespace

std::unique_ptr<Case> open_case(const Opening &asked) {
    constexpr unsigned long long many = 1ULL << 62;
    auto made = std::make_unique<Case>();
    made->id = asked.id;
    made->benchmark = nullptr;
    for (const Function *benchmark : registry().benchmarks) {
        if (benchmark->name == asked.benchmark) made->benchmark = benchmark;
    }
    if (asked.benchmark == the_floor->name) made->benchmark = the_floor;
    if (made->benchmark == nullptr) throw usage("no benchmark is called " + asked.benchmark);
    if (const std::string fault = registry().fault(); !fault.empty()) throw Failure{"internal", "", fault};
    if (asked.mode != "avgt" && asked.mode != "thrpt") throw usage("mode " + asked.mode + " is none of avgt, thrpt");
    number("threads", asked.threads, 1, 1);
    made->mode = asked.mode;
    made->batch = static_cast<long long>(number("batch", asked.batch, 1, many));
    made->operations_per_invocation = static_cast<long long>(number("opi", asked.operations_per_invocation, 1, many));
    made->seed = number("seed", asked.seed, 0, ~0ULL);
    if (made->benchmark != the_floor) made->needs = registry().needs(*made->benchmark);  // not even a fixture of all
    std::map<std::string, std::string> given = asked.params;
    for (Param *param : made->needs.params) {
        const auto found = given.find(param->name);
        if (found == given.end()) throw usage(std::string("param ") + param->name + " is not given");
        if (!param->assign(nullptr, found->second.c_str(), found->second.size())) {
            throw usage(std::string("param ") + param->name + " is of type " + param->type.name + " and cannot be \"" +
                        found->second + "\"");
        }
        made->values.push_back({param, found->second});
        given.erase(found);
    }
    if (!given.empty()) throw usage("no state of " + asked.benchmark + " has a param " + given.begin()->first);
    made->reserve();
    return made;
}

}  // namespace clamh
