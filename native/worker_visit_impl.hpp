// Part of class Worker: the search itself (included by worker.hpp).
#pragma once

namespace heddle {

template <int W> bool Worker<W>::can_join(const Graph<W> &g, int64_t target) const {
    if (target < 0 || static_cast<size_t>(target) >= g.threads.size())
        return false;
    const StateRef &state = g.thread(static_cast<int>(target)).pending;
    return state && state->action().act == Act::End;
}

template <int W> bool Worker<W>::can_move(const ThreadEvents<W> &thread) const {
    return thread.pending && !thread.stuck && is_visible(thread.pending->action().act);
}

template <int W> int Worker<W>::next_thread(const Graph<W> &g) const {
    // Nothing comes between the two halves of a read-modify-write.
    for (size_t t = 0; t < g.threads.size(); t++)
        if (can_move(g.threads[t]) && g.threads[t].pending->action().act == Act::RmwStore)
            return static_cast<int>(t);
    // An atomic section goes on to its end, unless it cannot.
    if (!g.blocks.empty())
        for (size_t t = 0; t < g.threads.size(); t++)
            if (g.inside_block(static_cast<int>(t)) && can_move(g.threads[t]))
                return static_cast<int>(t);
    for (size_t t = 0; t < g.threads.size(); t++) {
        const StateRef &state = g.threads[t].pending;
        if (!can_move(g.threads[t]))
            continue;
        const Action &act = state->action();
        if (options_.depth && g.threads[t].events.size() >= options_.depth)
            continue;
        if (act.act != Act::Join || can_join(g, act.value))
            return static_cast<int>(t);
    }
    return -1;
}

// Searches all that the task's graph leads to, or the part of it that is meant.
template <int W> void Worker<W>::begin(typename Pool<W>::Task &task) {
    path_ = std::move(task.path);
    follow_ = std::move(task.follow);
    found_ = false;
    note_sights(task.graph, 0);
    if (pool_.handing_over())
        findings.left.push_back({path_.size() < follow_.size() ? follow_ : path_, task.weight});
    else
        visit(task.graph, path_.size() < follow_.size() ? 1 : task.weight);
}

template <int W> void Worker<W>::visit(Graph<W> &g, double weight) {
    if (Stack::is_low()) {
        Stack::on_new([&] { visit(g, weight); });
        return;
    }
    if (!on_the_way())
        pool_.count_graph();
    const uint32_t before = branch_;
    branch_ = 0;
    visit_next(g, weight);
    branch_ = before;
}

template <int W> void Worker<W>::visit_next(Graph<W> &g, double weight) {
    if (tables_.mixed() && --last_events_ < 0)
        pool_.stop();
    if (leaving())
        return;
    const int t = next_thread(g);
    if (t < 0) {
        leaf(g);
        done(weight);
        return;
    }
    const Action act = g.thread(t).pending->action();
    if (act.act == Act::Load || act.act == Act::RmwLoad)
        visit_read(g, t, act, weight);
    else if (act.act == Act::Store || act.act == Act::RmwStore)
        act.block ? visit_block(g, t, act, weight) : visit_write(g, t, act, weight);
    else if (act.act == Act::Choose)
        visit_choice(g, t, act, weight);
    else if (act.act == Act::Free)
        visit_free(g, t, act, weight);
    else if (act.act == Act::Allocate)
        visit_allocation(g, t, act, weight);
    else
        visit_plain(g, t, act, weight);
}

// The thread continues with its next action; everything is as before afterwards.
template <int W> void Worker<W>::go_on(Graph<W> &g, int t, StateRef next, double weight) {
    std::swap(g.thread(t).pending, next);
    enter(g, t, weight);
    std::swap(g.thread(t).pending, next);
}

// The thread has come to its next action.
template <int W> void Worker<W>::enter(Graph<W> &g, int t, double weight) {
    const Action &act = g.thread(t).pending->action();
    if (act.act == Act::Fails)
        failed(g, t);
    ended(g, t);
    note_sights(g, t);
    begins_anew(act);
    enter_or_share(g, weight);
}

// Does the exploration have to begin anew, as the thread's section is not what it was taken for?
template <int W> bool Worker<W>::begins_anew(const Action &act) {
    if (act.act == Act::Widens)
        pool_.widen(act.uid);
    else if (act.act == Act::Overlaps)
        tables_.overlap(act.address, act.size, act.value, act.info);
    return act.act == Act::Widens || act.act == Act::Overlaps;
}

// The next branch of the search.  The graph is left to another worker if there is little in the queue, and to another process if
// this one hands over.  On the way to a part only one branch is meant.
template <int W> void Worker<W>::enter_or_share(Graph<W> &g, double weight) {
    const uint32_t branch = branch_++;
    const bool follows = on_the_way();
    if (follows && (found_ || branch != follow_[path_.size()]))
        return;
    path_.push_back(branch);
    if (follows)
        visit(g, weight);
    else if (pool_.handing_over())
        findings.left.push_back({path_, weight});
    else if (pool_.hungry(weight))
        pool_.put({Graph<W>(g), weight, path_, {}});
    else
        visit(g, weight);
    path_.pop_back();
    found_ = follows;
}

// --- fences, creation, joining, choices ------------------------------------------------------------------------------

template <int W> void Worker<W>::halt(Graph<W> &g, int t, Fault fault, double weight) {
    go_on(g, t, machine_.halt(g.thread(t).pending, fault), weight);
}

template <int W> void Worker<W>::visit_plain(Graph<W> &g, int t, const Action &act, double weight) {
    const StateRef at = g.thread(t).pending;
    int other = -1;
    int64_t value = 0;
    uint64_t taint = 0;
    if (act.act == Act::Join) {
        const ThreadEvents<W> &joined = g.thread(static_cast<int>(act.value));
        other = joined.events.empty() ? joined.creator : joined.events.back();
        value = joined.pending->action().value;
        taint = joined.pending->action().data_taint & POISON;
    }
    const int slot = g.append(t, act.cls, at, other);
    g.depend(slot, act);
    int child = -1;
    if (act.act == Act::Create) {
        child = tables_.child(t, at->scalars().children);
        value = child;
        if (static_cast<size_t>(child) >= g.threads.size())
            g.threads.resize(static_cast<size_t>(child) + 1);
        g.thread(child).creator = slot;
        g.thread(child).pending = machine_.start(child, static_cast<uint32_t>(act.info), act.value, true);
    }
    g[slot].value = value;
    g.compute_columns(slot);
    const bool possible = consistent(g, slot);
    if (!possible) {
        if (!act.block)
            forbidden(Obstacle::ForbiddenFence, act.uid);
        done(weight);
    } else {
        if (child >= 0) {
            note_sights(g, child);
            if (g.thread(child).pending->action().act == Act::Fails)
                failed(g, child);
        }
        if (act.act == Act::Free)
            freed(g, slot);
        go_on(g, t, machine_.resume(at, value, taint), weight);
    }
    if (child >= 0) {
        g.thread(child).pending = StateRef{};
        g.thread(child).creator = -1;
    }
    g.remove(slot);
    if (!possible && act.block)
        leave_stuck(g, t);
}

template <int W> void Worker<W>::visit_choice(Graph<W> &g, int t, const Action &act, double weight) {
    const StateRef at = g.thread(t).pending;
    const int slot = g.append(t, act.cls, at, -1);
    g.compute_columns(slot);
    for (int v = 0; v < act.info && !leaving(); v++) {
        g[slot].value = v;
        go_on(g, t, machine_.resume(at, v, 0), weight / act.info);
    }
    g.remove(slot);
}

// --- reads -----------------------------------------------------------------------------------------------------------

// Where the access goes, or what is wrong with it.
template <int W> std::optional<Fault> Worker<W>::find_place(Graph<W> &g, int t, const Action &action, Place &place) {
    Action act = action;
    if (g.allocations.any())
        act.address = memory_at(g, past(g, t), act.address);
    if (const auto found = fault(g, act))
        return found;
    auto [at, fresh] = known_.try_emplace(act.address, -1, LocationInfo{});
    if (fresh || at->second.second.size != act.size) {
        const int loc = tables_.location(act.address, act.size, action.address);
        if (loc < 0) {
            known_.erase(at);
            return Fault::NoObject;
        }
        at->second = {loc, tables_.info(loc)};
    }
    const LocationInfo &info = at->second.second;
    place.loc = at->second.first;
    place.init = g.init_of(place.loc, info.initial, info.poison ? 0xff : 0);
    return std::nullopt;
}

template <int W> uint64_t Worker<W>::origin(const Graph<W> &g, int slot) const {
    uint64_t taint = with_poison(0, g[slot].poison, g[slot].state->action().size);
    if (program_.dependencies) {
        const uint32_t reads = g[slot].state->scalars().reads;
        if (reads >= static_cast<uint32_t>(MOST_READS))
            pool_.refuse({Obstacle::TooManyReads, g[slot].state->action().uid});
        else
            taint |= uint64_t{1} << reads;
    }
    return taint;
}

template <int W> int Worker<W>::append_read(Graph<W> &g, int t, const StateRef &at, int loc) const {
    const int slot = g.append(t, at->action().cls, at, -1);
    g.set_location(slot, loc);
    g.depend(slot, at->action());
    return slot;
}

// The first write in co that an event with these predecessors may read from, or come after, as far as coherence tells.
template <int W> size_t Worker<W>::oldest(const Graph<W> &g, int loc, const Set &po) const {
    if (!model_.coherent || !options_.filter)
        return 0;
    const std::vector<int> &co = g.location(loc).co;
    size_t k = co.size() - 1;
    while (k > 0 && !po.test(co[k]) && !g[co[k]].readers.meets(po))
        k--;
    return k;
}

template <int W> void Worker<W>::visit_read(Graph<W> &g, int t, const Action &act, double weight) {
    Place place;
    if (const auto fault = find_place(g, t, act, place)) {
        halt(g, t, *fault, weight);
        return;
    }
    const int slot = append_read(g, t, g.thread(t).pending, place.loc);
    const std::vector<int> writes = g.location(place.loc).co;
    const size_t least = oldest(g, place.loc, g[slot].po);
    const double share = weight / static_cast<double>(writes.size() - least);
    bool possible = false;
    for (size_t k = writes.size(); k-- > least && !leaving();)
        possible |= read_from(g, slot, writes[k], act, share);
    g.remove(slot);
    if (!possible && act.block && !leaving())
        leave_stuck(g, t);
}

// Does the model allow the read what it reads?  ``next`` may get the thread's state after it.
template <int W> bool Worker<W>::can_read(Graph<W> &g, int read, const Action &act, StateRef &next) {
    if (act.act != Act::RmwLoad) {
        g.compute_columns(read);
        return consistent(g, read);
    }
    // What the event is depends on what it reads; with several pieces, on what all of them read.
    if (act.part >= 0 && !act.last)
        return true;
    next = machine_.resume(g[read].state, g[read].value, origin(g, read));
    const int cls = next->action().act == Act::RmwStore ? act.cls : act.failed_cls;
    const Set all = act.part >= 0 ? g.block(g[read].block).members : Set::single(read);
    all.each([&](int piece) {
        if (g[piece].cls != cls) {
            g.leave(piece);
            g.enter(piece, cls);
        }
        g.clear_columns(piece);
    });
    all.each([&](int piece) { g.compute_columns(piece); });
    bool possible = true;
    all.each([&](int piece) { possible = possible && consistent(g, piece); });
    return possible;
}

// The read (without rf so far) reads from ``write``, if the model allows it, and the search goes on.
template <int W> bool Worker<W>::read_from(Graph<W> &g, int read, int write, const Action &act, double weight) {
    const Set before = g[read].porf;
    const int t = g[read].thread;
    const StateRef at = g[read].state;
    g.set_rf(read, write);
    StateRef next;
    const bool possible = can_read(g, read, act, next);
    if (possible) {
        if (!next)
            next = machine_.resume(at, g[read].value, origin(g, read));
        // A thread that stops here can only be woken by a revisit, which takes back maximal reads only.  A flag that this very
        // read raises may be lost where it reads something newer, and synchronizes.
        const Act stopped = next->action().act;
        if (g[write].after.any() && !act.block && (stopped == Act::Waits || stopped == Act::Spins)) {
            count(PRUNED);
            if (!on_the_way() && may_be_flagged(g) && is_execution(g) && flagged(g))
                count(VIOLATIONS);
            done(weight);
        } else {
            go_on(g, t, std::move(next), weight);
        }
    } else {
        // The last write can always be read, or the search would miss executions.
        if (!act.block && !g[write].after.any() && g.order.back() == read)
            forbidden(Obstacle::ForbiddenRead, act.uid);
        count(INCONSISTENT);
        done(weight);
    }
    g.unset_rf(read);
    g[read].porf = before;
    g[read].rf = -1;
    return possible;
}

// --- writes ----------------------------------------------------------------------------------------------------------

// The read that goes with the write of a read-modify-write: the last event, or an earlier one of the same section.
template <int W> int Worker<W>::partner(const Graph<W> &g, int t, const Action &act, int loc) const {
    if (act.act != Act::RmwStore)
        return -1;
    const std::vector<int> &events = g.thread(t).events;
    size_t k = events.size() - 1;
    while (g[events[k]].loc != loc || g[events[k]].kind != Kind::Read)
        k--;
    return events[k];
}

template <int W> int Worker<W>::append_write(Graph<W> &g, int t, const Action &act, int loc) {
    const StateRef at = g.thread(t).pending;
    const int read = partner(g, t, act, loc);
    const int slot = g.append(t, act.cls, at, -1);
    g[slot].partner = read;
    g[slot].value = act.value;
    g[slot].poison = poisoned(act.data_taint);
    g.set_location(slot, loc);
    g.depend(slot, act);
    g.compute_columns(slot);
    return slot;
}

// The places in co that are worth trying, the last one first.
template <int W>
std::vector<size_t> Worker<W>::positions(const Graph<W> &g, int t, const Action &act, int loc) const {
    const std::vector<int> &co = g.location(loc).co;
    if (act.act == Act::RmwStore && model_.atomic) {
        const int source = g[partner(g, t, act, loc)].rf;
        const auto at = std::find(co.begin(), co.end(), source);
        return {static_cast<size_t>(at - co.begin()) + 1};
    }
    const size_t least = oldest(g, loc, g.po_of_next(t, g.thread(t).pending));
    std::vector<size_t> all;
    for (size_t k = co.size(); k > least; k--)
        all.push_back(k);
    return all;
}

template <int W> void Worker<W>::visit_write(Graph<W> &g, int t, const Action &act, double weight) {
    Place place;
    if (const auto fault = find_place(g, t, act, place)) {
        halt(g, t, *fault, weight);
        return;
    }
    const StateRef at = g.thread(t).pending;
    const std::vector<size_t> here = positions(g, t, act, place.loc);
    const int slot = append_write(g, t, act, place.loc);
    const Set prefix = g[slot].porf;
    std::vector<std::pair<int, Set>> revisits;
    const Set others = g.location(place.loc).members - prefix;
    for (int r : g.order) {  // not by their slots: those depend on what was visited before
        Set removed;
        if (others.test(r) && g[r].kind == Kind::Read && removable(g, r, slot, prefix, removed))
            revisits.emplace_back(r, removed);
    }
    const double share = weight / static_cast<double>(here.size() + revisits.size());
    for (size_t position : here)
        place_write(g, slot, position, share, -1, at, 0);
    g.remove(slot);
    for (const auto &[r, removed] : revisits) {
        if (leaving())  // to try what is left on every level would take far longer than a search
            return;
        Graph<W> copy(g);
        const StateRef read_at = g[r].state;
        Set keep = g.alive - removed;
        keep.clear(r);
        copy.restrict_to(keep);
        const std::vector<size_t> there = positions(copy, t, act, place.loc);
        const int write = append_write(copy, t, act, place.loc);
        for (size_t position : there)
            place_write(copy, write, position, share / static_cast<double>(there.size()), g[r].thread, read_at,
                        g[r].stamp);
    }
}

// Puts the write at a place in co; with ``revisited`` the next event of that thread is a read that then reads from it.
template <int W>
void Worker<W>::place_write(Graph<W> &g, int write, size_t position, double weight, int revisited, const StateRef &at,
                            uint32_t stamp) {
    const int t = g[write].thread;
    g.set_co(write, position);
    if (!consistent(g, write, revisited < 0)) {
        if (revisited < 0 && g[write].partner < 0 && !g[write].after.any())
            forbidden(Obstacle::ForbiddenWrite, g[write].state->action().uid);
        count(INCONSISTENT);
        done(weight);
    } else {
        const StateRef written = g[write].state;
        StateRef next = machine_.resume(written, 0, 0);
        if (revisited < 0) {
            go_on(g, t, std::move(next), weight);
        } else {
            std::swap(g.thread(t).pending, next);
            ended(g, t);
            note_sights(g, t);
            revisit(g, revisited, at, stamp, write, weight);
            std::swap(g.thread(t).pending, next);
        }
    }
    g.unset_co(write);
}

// The next event of the thread is a read, at its old place in the order of additions, that reads from the write.
template <int W>
void Worker<W>::revisit(Graph<W> &g, int t, const StateRef &at, uint32_t stamp, int write, double weight) {
    const Action act = at->action();
    const int read = append_read(g, t, at, g[write].loc);
    g.restamp(read, stamp);
    read_from(g, read, write, act, weight);
    g.remove(read);
}

// --- revisiting ------------------------------------------------------------------------------------------------------

// May the write with this prefix revisit the read?  ``removed`` gets what has to be taken back for it.
template <int W>
bool Worker<W>::removable(const Graph<W> &g, int read, int write, const Set &prefix, Set &removed) {
    Set seen = prefix | g.initial;
    bool after = false;
    for (int e : g.order) {
        if (e == read)
            after = true;
        if (!after) {
            seen.set(e);
            continue;
        }
        if (e == write || prefix.test(e))
            continue;  // the write itself, and what it depends on
        seen.set(e);
        if (!is_maximal(g, e, seen))
            return false;
        if (e != read)
            removed.set(e);
    }
    return true;
}

// Was the event added in the one way that is tried last: reading from, or becoming, the last write in co?
template <int W> bool Worker<W>::is_maximal(const Graph<W> &g, int slot, const Set &seen) {
    const Event<W> &e = g[slot];
    switch (e.kind) {
    case Kind::Read:
        return seen.test(e.rf) && (!g[e.rf].after.meets(seen) || (e.block >= 0 && is_latest(g, slot, seen)));
    case Kind::Write:
        return !e.readers.meets(seen) && (!e.after.meets(seen) || (e.block >= 0 && is_latest(g, slot, seen)));
    default:
        switch (e.state->action().act) {
        case Act::Choose:
        case Act::Allocate: return e.value == 0;
        case Act::Free: return !is_given(g, slot, seen);
        default: return true;
        }
    }
}

} // namespace heddle
