// Part of class Worker: objects used where they are not, or not any more (included by worker.hpp).
//
// An event that does not come before the end of an object, in po and rf, can come after it: without the event and what follows
// it, the graph is an execution too, in which its thread is about to use what is gone.
#pragma once

namespace heddle {

// The thread in whose memory the address is; -1: in no thread's.
template <int W> int Worker<W>::owner(int64_t address) const {
    const int64_t region = static_cast<int64_t>(static_cast<uint64_t>(address) >> program_.shift);
    return region < FIRST_THREAD_REGION ? -1 : static_cast<int>((region - FIRST_THREAD_REGION) / REGIONS);
}

// The object of a thread that these bytes lie in; none where they lie in no object, or in a global one.
template <int W> const Extent *Worker<W>::extent(const Graph<W> &g, int64_t address, int bytes) const {
    const int t = owner(address);
    if (t < 0 || static_cast<size_t>(t) >= g.threads.size() || !g.thread(t).pending)
        return nullptr;
    return g.thread(t).pending->extent(address, bytes);
}

template <int W> bool Worker<W>::is_freed(const Graph<W> &g, const Extent &object) const {
    bool found = false;
    g.frees.each([&](int e) { found |= freed_memory(g, e) == object.address; });
    return found;
}

// What is wrong with an access.  Where a use after an object's life is no violation, it is told, and goes on.
template <int W> std::optional<Fault> Worker<W>::fault(const Graph<W> &g, const Action &act) {
    if (owner(act.address) < 0)
        return std::nullopt;
    const Extent *object = extent(g, act.address, act.size);
    if (!object)
        return Fault::NoObject;
    if (object->ended == Extent::LIVES && !is_freed(g, *object))
        return std::nullopt;
    if (program_.claims_lives)
        return Fault::NoLife;
    undefined(g, act.uid, Fault::NoLife);
    return std::nullopt;
}

// Freeing a block is an event without an order of its own.
template <int W> void Worker<W>::visit_free(Graph<W> &g, int t, const Action &act, double weight) {
    const int64_t address = memory_at(g, past(g, t), act.address);
    const Extent *found = extent(g, address, 0);
    const bool is_block = found && found->address == address && !found->depth && !is_freed(g, *found);
    if (!is_block && program_.claims_frees) {
        halt(g, t, Fault::NoBlock, weight);
        return;
    }
    if (!is_block)
        undefined(g, act.uid, Fault::NoBlock);
    std::vector<std::pair<int, Set>> revisits;
    if (is_block && g.allocations.any()) {
        const int slot = g.append(t, act.cls, g.thread(t).pending, -1);
        revisits = given_later(g, slot);
        g.remove(slot);
    }
    const double share = weight / static_cast<double>(1 + revisits.size());
    visit_plain(g, t, act, share);
    for (const auto &[allocation, removed] : revisits) {
        if (leaving())
            return;
        revisit_allocation(g, t, allocation, removed, share);
    }
}

// The event frees a block, if there is one.
template <int W> void Worker<W>::freed(const Graph<W> &g, int slot) {
    if (const Extent *object = extent(g, freed_memory(g, slot), 0))
        look_for_late_uses(g, *object, g[slot].porf);
}

// The thread has come to its next action: local objects of its may have ended on the way.
template <int W> void Worker<W>::ended(const Graph<W> &g, int t) {
    const StateRef &state = g.thread(t).pending;
    const std::vector<int> &events = g.thread(t).events;
    const Scalars &now = state->scalars();
    if (events.empty() || g[events.back()].state->scalars().endings == now.endings)
        return;  // nobody knows objects of a thread without events
    Set before = g[events.back()].porf;
    before.set(events.back());
    for (const Extent &object : state->extents())
        if (object.ended == now.events)
            look_for_late_uses(g, object, before);
}

// Uses of an object that do not come before its end.
template <int W> void Worker<W>::look_for_late_uses(const Graph<W> &g, const Extent &object, const Set &before) {
    for (size_t l = 0; l < g.locations.size(); l++) {
        if (g.locations[l].init < 0 || !object.holds(tables_.info(static_cast<int>(l)).address, 1))
            continue;
        (g.locations[l].members - before - g.initial).each([&](int use) {
            if (g[use].partner < 0)  // the write of a read-modify-write goes with its read
                used_late(g, use);
        });
    }
}

template <int W> void Worker<W>::used_late(const Graph<W> &g, int use) {
    const int32_t uid = g[use].state->action().uid;
    if (!program_.claims_lives) {
        undefined(g, uid, Fault::NoLife);
        return;
    }
    if (on_the_way() || findings.witnesses.contains(uid))
        return;
    const Set late = g.with_blocks(Set::single(use));
    Set keep = g.alive;
    g.alive.each([&](int e) {
        if (late.test(e) || g[e].porf.meets(late))
            keep.clear(e);
    });
    Graph<W> without(g);
    const int t = g[use].thread;
    without.restrict_to(keep);
    without.thread(t).pending = machine_.halt(without.thread(t).pending, Fault::NoLife);
    failed(without, t);
    if (!options_.first_only && findings.witnesses.contains(uid)) {
        findings.violated[uid]++;
        count(VIOLATIONS);
    }
}

// An execution has no meaning from here on, which is no violation.
template <int W> void Worker<W>::undefined(const Graph<W> &g, int32_t uid, Fault fault) {
    if (!on_the_way() && is_execution(g))
        findings.reasons[{Act::Undefined, uid, Bound::Loop, static_cast<int>(fault)}]++;
}

} // namespace heddle
