// Part of class Worker: whether executions depend on where objects lie (included by worker.hpp).
//
// The program says which operations might tell (heddle.addresses.observed), here it is seen what they do tell: two addresses within one
// object, or a number in the first page, are the same whatever the addresses of objects are.
#pragma once

namespace heddle {

// The thread has come to its next action: what has it told on the way?
template <int W> void Worker<W>::note_sights(const Graph<W> &g, int t) {
    if (on_the_way())
        return;
    for (const Seen &seen : g.thread(t).pending->seen())
        if (tells_layout(g, seen)) {
            const bool stale = seen.sight >= Sight::Block && seen.sight <= Sight::Parts;
            (seen.sight == Sight::Far ? findings.far : stale ? findings.stale : findings.observed).insert(seen.uid);
        }
}

template <int W> bool Worker<W>::tells_layout(const Graph<W> &g, const Seen &seen) const {
    const bool left = seen.left_is_address, right = seen.right_is_address, both = left && right;
    const auto one = left ? object_at(g, seen.left) : std::nullopt, two = right ? object_at(g, seen.right) : std::nullopt;
    const bool within = both && one && two && one->address == two->address;
    const auto is_inside = [](const std::optional<Extent> &object, int64_t at) { return object && object->holds(at, 1); };
    const bool is_number = !both && (left ? one && Program::is_never(seen.right) : two && Program::is_never(seen.left));
    switch (seen.sight) {
    case Sight::Equal: return !within && !is_number && !(is_inside(one, seen.left) && is_inside(two, seen.right));
    case Sight::Order: return !within && !is_number;
    case Sight::Same: return !within;
    case Sight::Number:
    case Sight::Always:
    case Sight::Parts:
    case Sight::Far: return true;
    case Sight::Block: return !within && both && is_block(g, seen.left) && is_block(g, seen.right);
    case Sight::Freed: return (left && is_block(g, seen.left)) || (right && is_block(g, seen.right));
    }
    return true;
}

// The object that an address is of, or that ends there.
template <int W> std::optional<Extent> Worker<W>::object_at(const Graph<W> &g, int64_t address) const {
    if (owner(address) >= 0) {
        const Extent *object = extent(g, address, 0);
        return object ? std::optional(*object) : std::nullopt;
    }
    for (const Function &function : program_.functions)
        if (function.address == address)
            return Extent{address, 1, 0};
    for (const GlobalBlock &block : program_.globals)
        if (const Extent object{block.base, static_cast<int64_t>(block.bytes.size()), 0}; object.holds(address, 0))
            return object;
    return std::nullopt;
}

// May the address be of a block of the heap?
template <int W> bool Worker<W>::is_block(const Graph<W> &g, int64_t address) const {
    if (owner(address) < 0)
        return false;
    const auto object = object_at(g, address);
    const auto region = static_cast<Region>((static_cast<uint64_t>(address) >> program_.shift) % REGIONS);
    return region != Region::ThreadLocal && (!object || !object->depth);
}

} // namespace heddle
