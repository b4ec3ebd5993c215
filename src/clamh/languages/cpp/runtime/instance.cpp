#include "instance.hpp"

#include <new>

namespace clamh {

namespace {

constexpr std::size_t page = 4096, line = granule / 2;

std::size_t larger(std::size_t a, std::size_t b) { return a > b ? a : b; }
std::size_t rounded(std::size_t size, std::size_t to) { return (size + to - 1) / to * to; }

}  // namespace

Block::Block(Block &&other) noexcept
    : placed(static_cast<List<Instance *> &&>(other.placed)), size(other.size), alignment(other.alignment), memory(other.memory) {
    other.memory = nullptr;
}

Block &Block::operator=(Block &&other) noexcept {
    this->~Block();
    return *::new (static_cast<void *>(this)) Block(static_cast<Block &&>(other));
}

Block::~Block() {
    if (memory != nullptr) ::operator delete(memory, std::align_val_t(alignment));
}

void Block::place(Instance &one, SplitMix64 *random) {
    const std::size_t step = larger(one.type->alignment, line);
    alignment = larger(alignment, larger(one.type->alignment, page));
    const std::size_t lines = random == nullptr ? 0 : random->next() % (page / line) * line / step;
    one.offset = rounded(size, larger(one.type->alignment, granule)) + lines * step;
    size = rounded(one.offset + one.type->size, granule);
    placed.push(&one);
}

void Block::reserve() {
    if (placed.empty()) return;
    memory = static_cast<char *>(::operator new(rounded(size, alignment), std::align_val_t(alignment), std::nothrow));
    if (memory == nullptr) throw Failure{"internal", "", written("no memory for %zu bytes of states", size)};
    for (Instance *one : placed) one->object = memory + one->offset;
}

}  // namespace clamh
