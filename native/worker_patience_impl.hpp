// Part of class Worker: models that forbid what the search counts on (included by worker.hpp).
//
// The search finds all executions if an event can always be added in the maximal way: a read from the latest write, a write
// after all others.  On the way to an execution it adds events that a revisit takes back later, and a model that
// forbids one of them would hide the execution.  An axiom that does so is patient: it may stay broken as long as a revisit can take
// away an event that breaks it (the thesis, section 4.3.1, tells such transient violations from permanent ones).
#pragma once

namespace heddle {

template <int W> bool Worker<W>::keeps_axioms(Graph<W> &g, int slot, const Checker<W> &checker, bool whole) {
    constexpr int NONE = Checker<W>::NONE;
    const int brought = g.brought(slot);
    g.breaking.clear(slot);
    if (brought >= 0)
        g.breaking.clear(brought);
    reason_ = checker.broken(false);
    if (reason_ == NONE && brought >= 0)
        reason_ = Checker<W>(g, brought).broken(false);
    if (reason_ != NONE || !checker.keeps_blocks())
        return false;
    if (!model_.patient)
        return true;
    if (checker.broken(true) != NONE)
        g.breaking.set(slot);
    if (brought >= 0 && Checker<W>(g, brought).broken(true) != NONE)
        g.breaking.set(brought);
    if (!whole || !g.breaking.any() || !is_beyond_mending(g))
        return true;
    reason_ = BEYOND_MENDING;
    return false;
}

// Do events that stay in all graphs to come break an axiom by themselves?
template <int W> bool Worker<W>::is_beyond_mending(const Graph<W> &g) const {
    if (!g.blocks.empty())
        return false;
    const Set kept = staying(g);
    if (!(kept | g.initial).meets(g.breaking))
        return false;  // an axiom is broken at the last of the events that break it
    Graph<W> rest(g);
    rest.restrict_to(kept | g.initial);
    return !FullCheck<W>(rest).consistent();
}

// Events that no revisit will take back or change.  One takes back what was added after the read that is revisited, if that was added
// in the maximal way (``removable``).  So an event stays
// - if no read that may be revisited was added before it,
// - or if it was not added in the maximal way, with regard to events that stay: then reads that lead to it cannot be
//   revisited either,
// - or if it leads to one that stays.
template <int W> typename Worker<W>::Set Worker<W>::staying(const Graph<W> &g) const {
    Set kept, settled;  // settled: reads that no write will revisit
    for (int before = 0, after = 1; before != after;) {
        before = kept.count() + settled.count();
        Set earlier;
        bool open = false;
        for (int e : g.order) {
            const Event<W> &event = g[e];
            const Set seen = earlier & kept;
            const bool late = event.kind == Kind::Read ? g[event.rf].after.meets(seen)
                                                       : event.after.meets(seen) || event.readers.meets(seen);
            if (late) {
                settled |= event.porf & earlier;
                settled.set(e);
                kept |= event.porf - g.initial;
                kept.set(e);
            }
            open |= event.kind == Kind::Read && !settled.test(e);
            if (!open) {
                kept |= event.porf - g.initial;
                kept.set(e);
            }
            earlier.set(e);
        }
        after = kept.count() + settled.count();
    }
    return kept;
}

} // namespace heddle
