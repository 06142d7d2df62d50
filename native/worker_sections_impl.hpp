// Part of class Worker: atomic sections over several locations, and accesses to several pieces of memory (included by worker.hpp).
//
// The events of a section are a *block*: for acyclicity they are one event (check.hpp), and who reads from a part of it
// depends on all of it.  So are the reads of an access, and its writes.  So a block's writes are added together, and revisit together.  A block that read something outdated
// belongs into the past of what the graph holds; its next events may have no place there.  Then it is left as it is, with its reads
// only, and the others go on: a write of theirs may revisit one of these reads, or its own writes may revisit what is in
// their way.
#pragma once

namespace heddle {

template <int W> void Worker<W>::leave_stuck(Graph<W> &g, int t) {
    g.thread(t).stuck = true;
    enter_or_share(g, 0);
    g.thread(t).stuck = false;
}

// Adds the rest of a block, its writes and the fence at its end, in every consistent way, the last places in co first.
// ``finish`` is called with each and may end that by returning true.  Places of the first write that are before this one in co, or
// right after it, are left out.
template <int W> bool Worker<W>::complete_block(Graph<W> &g, int t, int number, int beyond, FunctionRef<bool()> finish) {
    const StateRef at = g.thread(t).pending;
    const Action act = at->action();
    if (act.block != number || !is_visible(act.act))
        return finish();
    Place place{-1, -1};
    const bool writes = act.act != Act::Fence;
    if (writes && find_place(g, t, act, place))
        return false;
    StateRef next = machine_.resume(at, 0, 0);
    auto go = [&](int slot) {
        if (!consistent(g, slot))
            return false;
        std::swap(g.thread(t).pending, next);
        const bool stop = complete_block(g, t, number, -1, finish);
        std::swap(g.thread(t).pending, next);
        return stop;
    };
    bool stop = false;
    if (!writes) {
        const int slot = g.append(t, act.cls, at, -1);
        g.compute_columns(slot);
        stop = go(slot);
        g.remove(slot);
        return stop;
    }
    const std::vector<size_t> all = positions(g, t, act, place.loc);
    const std::vector<int> &co = g.location(place.loc).co;
    const size_t least = beyond < 0 ? 0 : static_cast<size_t>(std::find(co.begin(), co.end(), beyond) - co.begin()) + 2;
    const int slot = append_write(g, t, act, place.loc);
    for (size_t k = 0; k < all.size() && all[k] >= least && !stop; k++) {
        g.set_co(slot, all[k]);
        stop = go(slot);
        g.unset_co(slot);
    }
    g.remove(slot);
    return stop;
}

// The thread comes to the first write of a block.
template <int W> void Worker<W>::visit_block(Graph<W> &g, int t, const Action &act, double weight) {
    std::vector<int> written;
    for (StateRef at = g.thread(t).pending; at->action().block == act.block; at = machine_.resume(at, 0, 0)) {
        Place place;
        if (at->action().act == Act::Fence)
            continue;
        if (const auto fault = find_place(g, t, at->action(), place)) {
            halt(g, t, *fault, weight);
            return;
        }
        written.push_back(place.loc);
    }
    const std::vector<int> &events = g.thread(t).events;
    const int last = events.empty() ? g.thread(t).creator : events.back();
    Set prefix;
    if (last >= 0) {
        prefix = g[last].porf;
        prefix.set(last);
    }
    std::vector<std::pair<int, Set>> revisits;
    for (int loc : written) {
        const Set others = g.location(loc).members - prefix;
        for (int r : g.order) {
            Set removed;
            if (others.test(r) && g[r].kind == Kind::Read && removable(g, r, -1, prefix, removed))
                revisits.emplace_back(r, removed);
        }
    }
    const double share = weight / static_cast<double>(1 + revisits.size());
    bool possible = false;
    complete_block(g, t, act.block, -1, [&] {
        enter(g, t, possible ? 0 : share);
        possible = true;
        return leaving();
    });
    if (!possible) {
        done(share);
        leave_stuck(g, t);
    }
    for (const auto &[r, removed] : revisits) {
        if (leaving())
            return;
        revisit_from_block(g, t, act.block, r, removed, share);
    }
}

template <int W>
void Worker<W>::revisit_from_block(const Graph<W> &g, int t, int number, int read, const Set &removed, double weight) {
    const Event<W> &e = g[read];
    Graph<W> copy(g);
    Set keep = g.alive - removed;
    keep.clear(read);
    copy.restrict_to(keep);
    bool possible = false;
    complete_block(copy, t, number, -1, [&] {
        const std::vector<int> &events = copy.thread(t).events;
        size_t k = events.size() - 1;
        while (copy[events[k]].kind != Kind::Write || copy[events[k]].loc != e.loc)
            k--;
        note_sights(copy, t);
        revisit(copy, e.thread, e.state, e.stamp, events[k], possible ? 0 : weight);
        possible = true;
        return leaving();
    });
    if (!possible)
        done(weight);
}

// What a block has read before may forbid that its next event is the last in co.  Among the ways that are consistent with what
// was there before the event, was this one the last?
template <int W> bool Worker<W>::is_latest(const Graph<W> &g, int slot, const Set &seen) {
    const Event<W> &e = g[slot];
    if (e.partner >= 0 && model_.atomic)
        return true;  // there is one place only
    Set keep = seen;
    keep.clear(slot);
    bool closed = true;
    keep.each([&](int s) { closed &= g[s].rf < 0 || keep.test(g[s].rf); });
    if (!closed)
        return false;  // something else that would be taken back was not added in the last way
    Graph<W> before(g);
    before.restrict_to(keep);
    const std::vector<int> co = before.location(e.loc).co;
    if (e.kind == Kind::Write) {
        size_t k = co.size();
        while (!e.before.test(co[k - 1]))
            k--;
        return !complete_block(before, e.thread, e.state->action().block, co[k - 1], [] { return true; });
    }
    const int again = append_read(before, e.thread, e.state, e.loc);
    const Set porf = before[again].porf;
    for (size_t k = co.size(); co[--k] != e.rf;) {
        before.set_rf(again, co[k]);
        StateRef next;
        if (can_read(before, again, e.state->action(), next))
            return false;
        before.unset_rf(again);
        before[again].porf = porf;
    }
    return true;
}

} // namespace heddle
