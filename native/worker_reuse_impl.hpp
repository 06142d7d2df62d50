// Part of class Worker: freed blocks that are given out again (included by worker.hpp).
//
// An allocation gives a new block or, like a read of what a free has written, one that is in the graph and that no other
// allocation gives.  The free then comes before it, as the end of a thread before its join: C17, 7.22.3, has the one synchronize
// with the other.  So a free that is added later revisits allocations, of which the maximal ones give new blocks.
//
// What is old of such a block is its address alone.  Its memory is that which a new one would have: what the address means depends on
// what comes before the access.
#pragma once

namespace heddle {

// What comes before the next event of a thread.
template <int W> Bits<W> Worker<W>::past(const Graph<W> &g, int t) const {
    const ThreadEvents<W> &thread = g.thread(t);
    const int last = thread.events.empty() ? thread.creator : thread.events.back();
    Set before;
    if (last >= 0) {
        before = g[last].porf;
        before.set(last);
    }
    return before;
}

// Where the memory is that an address of the program's means to whoever has this behind it.
template <int W> int64_t Worker<W>::memory_at(const Graph<W> &g, const Set &before, int64_t address) const {
    if (!g.allocations.meets(before))
        return address;
    const Extent *block = extent(g, address, 0);
    int latest = -1;
    (g.allocations & before).each([&](int m) {
        if (g[m].given >= 0 && block && g[m].value == block->address && (latest < 0 || g[m].porf.test(latest)))
            latest = m;
    });
    return latest < 0 ? address : address - block->address + g[latest].state->action().address;
}

template <int W> int64_t Worker<W>::freed_memory(const Graph<W> &g, int free) const {
    return memory_at(g, g[free].porf, g[free].state->action().address);
}

// May an allocation of this size give the block that was freed, if nobody else does?
template <int W> bool Worker<W>::fits(const Graph<W> &g, int free, int64_t size) const {
    const Action &act = g[free].state->action();
    const Extent *block = extent(g, act.address, 0);
    if (!block || block->address != act.address || block->size < size)
        return false;
    const int64_t memory = freed_memory(g, free);
    bool made = false, again = false;
    g.allocations.each([&](int m) { made |= g[m].state->action().address == memory; });
    g.frees.each([&](int other) { again |= other != free && freed_memory(g, other) == memory; });
    return made && !again;
}

template <int W> bool Worker<W>::is_given(const Graph<W> &g, int free, const Set &among) const {
    bool found = false;
    (g.allocations & among).each([&](int m) { found |= g[m].given == free; });
    return found;
}

template <int W> int Worker<W>::append_allocation(Graph<W> &g, int t, const StateRef &at, int free) const {
    const Action &act = at->action();
    const int slot = g.append(t, act.cls, at, free);
    g.depend(slot, act);
    g[slot].given = free;
    g[slot].value = free < 0 ? 0 : g[free].state->action().address;
    return slot;
}

template <int W> void Worker<W>::visit_allocation(Graph<W> &g, int t, const Action &act, double weight) {
    const StateRef at = g.thread(t).pending;
    std::vector<int> choices{-1};
    if (act.block)
        findings.not_given.insert(act.uid);
    else
        for (int f : g.order)  // not by their slots: those depend on what was visited before
            if (g.frees.test(f) && g[f].block < 0 && !is_given(g, f, g.alive) && fits(g, f, act.value))
                choices.push_back(f);
    for (int f : choices) {
        if (leaving())
            return;
        const int slot = append_allocation(g, t, at, f);
        allocated(g, slot, weight / static_cast<double>(choices.size()));
        g.remove(slot);
    }
}

// The search goes on behind the allocation, if the model allows that.
template <int W> void Worker<W>::allocated(Graph<W> &g, int slot, double weight) {
    g.compute_columns(slot);
    if (consistent(g, slot))
        go_on(g, g[slot].thread, machine_.resume(g[slot].state, g[slot].value, 0), weight);
    else
        done(weight);
}

// The allocations that may give the block of this free, which is the last event, with what has to be taken back for it.
template <int W> std::vector<std::pair<int, Bits<W>>> Worker<W>::given_later(const Graph<W> &g, int free) {
    std::vector<std::pair<int, Set>> found;
    if (g[free].block >= 0) {
        findings.not_given.insert(g[free].state->action().uid);
        return found;
    }
    const Set prefix = g[free].porf;
    for (int m : g.order) {
        Set removed;
        if (g.allocations.test(m) && !prefix.test(m) && g[m].given < 0 && g[m].block < 0 &&
            fits(g, free, g[m].state->action().value) && removable(g, m, free, prefix, removed))
            found.emplace_back(m, removed);
    }
    return found;
}

// The free, which is the next event of the thread, comes before this allocation, which gives its block.
template <int W>
void Worker<W>::revisit_allocation(const Graph<W> &g, int t, int allocation, const Set &removed, double weight) {
    Graph<W> copy(g);
    const StateRef at = g.thread(t).pending, other_at = g[allocation].state;
    Set keep = g.alive - removed;
    keep.clear(allocation);
    copy.restrict_to(keep);
    const int free = copy.append(t, at->action().cls, at, -1);
    copy.depend(free, at->action());
    copy.compute_columns(free);
    if (!consistent(copy, free)) {
        done(weight);
        return;
    }
    freed(copy, free);
    copy.thread(t).pending = machine_.resume(at, 0, 0);
    ended(copy, t);
    note_sights(copy, t);
    const int slot = append_allocation(copy, g[allocation].thread, other_at, free);
    copy.restamp(slot, g[allocation].stamp);
    allocated(copy, slot, weight);
}

} // namespace heddle
