// Part of class Worker: what happens at the end of an execution (included by worker.hpp).
#pragma once

namespace heddle {

// An assertion fails: the graph as it is now is the witness.
template <int W> void Worker<W>::failed(Graph<W> &g, int t) {
    const Action &act = g.thread(t).pending->action();
    const int uid = act.uid;
    if (!on_the_way() && !findings.witnesses.contains(uid) && is_execution(g)) {
        GraphDump graph = dump(g);
        graph.failed_thread = t;
        graph.failed_uid = uid;
        if (const Extent *object = extent(g, act.address, 1); object && object->depth && object->ended != Extent::LIVES)
            graph.ended_thread = owner(act.address);
        findings.witnesses.emplace(uid, std::move(graph));
        if (options_.first_only) {
            findings.violated[uid]++;
            count(VIOLATIONS);
            pool_.stop();
        }
    }
}

template <int W> bool Worker<W>::may_be_flagged(const Graph<W> &g) const {
    if (!model_.watched)
        return !model_.flags.empty();
    return std::any_of(g.order.begin(), g.order.end(), [&](int e) { return g[e].raising.any(); });
}

// Does the graph raise a flag of the model?  Its execution may well go on.
template <int W> bool Worker<W>::flagged(Graph<W> &g) {
    bool any = false;
    if (!may_be_flagged(g))
        return false;
    std::vector<std::pair<int, int>> pairs;
    for (size_t k = 0; k < model_.flags.size(); k++) {
        if (!Checker<W>(g).raises(model_.flags[k], pairs))
            continue;
        if (!is_sequence(g))
            return any;
        if (g.loose.any() && !Checker<W>(g.in_sequence()).raises(model_.flags[k], pairs)) {
            pool_.separate();
            return any;
        }
        any = true;
        const int flag = static_cast<int>(k);
        findings.flagged[flag]++;
        if (!findings.raising.contains(flag)) {
            GraphDump graph = dump(g);
            graph.flag = flag;
            graph.raised = pairs;
            findings.raising.emplace(flag, std::move(graph));
        }
        if (options_.first_only)
            pool_.stop();
    }
    return any;
}

template <int W> void Worker<W>::leaf(Graph<W> &g) {
    if (tables_.mixed()) {
        pool_.stop();
        return;
    }
    for (const ThreadEvents<W> &thread : g.threads)
        if (thread.stuck) {
            count(PRUNED);
            return;
        }
    const bool known = options_.filter && !g.breaking.any();
    if ((!known || options_.verify) && !FullCheck<W>(g).consistent()) {
        count(known ? WRONG : INCONSISTENT);
        return;
    }
    if (options_.verify && !pool_.first_time(signature(g)))
        count(REPEATED);
    count_leaf(g);
}

template <int W> void Worker<W>::count_leaf(Graph<W> &g) {
    bool blocked = false, cut = false, stopped = false, violated = false, ended = false;
    for (size_t t = 0; t < g.threads.size(); t++) {
        const StateRef &state = g.threads[t].pending;
        if (!state)
            continue;
        const Action &act = state->action();
        switch (act.act) {
        case Act::End: case Act::Exit: ended |= t == 0 || act.act == Act::Exit; break;
        case Act::Fails:
            violated = true;
            findings.violated[act.uid]++;
            failed(g, static_cast<int>(t));
            break;
        case Act::Waits: case Act::Spins: case Act::Join: blocked = true; break;
        case Act::Widens: case Act::Overlaps: stopped = begins_anew(act); break;
        case Act::Unsupported: case Act::Undefined: case Act::Indeterminate:
            stopped = true;
            findings.reasons[{act.act, act.uid, Bound::Loop, act.info}]++;
            if (act.act == Act::Indeterminate && options_.first_only && program_.fill < 0)
                pool_.stop();  // somebody has to guess: then the search begins anew
            break;
        default:  // a bound: of a loop, of recursion, or of the thread's events
            cut = true;
            findings.reasons[{Act::Cut, act.uid, is_visible(act.act) ? Bound::Depth : act.bound, act.info}]++;
        }
    }
    if (options_.stalls && !violated && !stopped) {
        if (const std::vector<int> threads = stalled(g); !threads.empty() && is_execution(g)) {
            violated = true;
            if (findings.stalls++ == 0) {
                findings.stalled.push_back(dump(g));
                findings.stalled.back().stalled = threads;
            }
            if (options_.first_only)
                pool_.stop();
        }
    }
    // An execution that raises a flag counts by its end, and as a violation too.
    const bool raises = flagged(g);
    if (raises && !violated)
        count(VIOLATIONS);
    const Counter kind = violated ? VIOLATIONS : stopped ? STOPPED : blocked ? BLOCKED : cut ? CUT : EXECUTIONS;
    count(kind);
    if (ended)
        count(ENDED);
    if (kind == EXECUTIONS || kind == VIOLATIONS || kind == CUT) {
        if (!options_.observed.empty() && kind == EXECUTIONS)
            observe(g);
        if (options_.keep && pool_.keep_graph() && is_sequence(g)) {
            findings.kept.push_back(dump(g));
            findings.kept.back().violates = violated || raises;
        }
    }
}

template <int W> void Worker<W>::observe(const Graph<W> &g) {
    if (!is_sequence(g))
        return;
    std::vector<int64_t> values;
    for (const auto &[address, size] : options_.observed) {
        const Pieces pieces(program_, address, size);
        int64_t value = 0;
        for (int k = 0; k < pieces.count; k++)
            value |= pieces.share(final_value(g, address + pieces.offset[k], pieces.size(k)), k);
        values.push_back(value);
    }
    findings.states[values]++;
    if (tables_.mixed())
        pool_.stop();
}

template <int W> int64_t Worker<W>::final_value(const Graph<W> &g, int64_t address, int size) {
    const int l = tables_.location(address, size);
    if (l < 0)
        return 0;
    if (static_cast<size_t>(l) >= g.locations.size() || g.location(l).init < 0)
        return tables_.info(l).initial;
    const Event<W> &last = g[g.location(l).co.back()];
    if (last.poison)
        findings.reasons[{Act::Indeterminate}]++;
    return last.value;
}

// Two graphs with the same signature are the same execution.
template <int W> std::vector<int64_t> Worker<W>::signature(const Graph<W> &g) const {
    std::vector<int64_t> s;
    auto name = [&](int slot) {
        const Event<W> &e = g[slot];
        return e.thread < 0 ? -1 - int64_t{e.loc} : (int64_t{e.thread} << 32) + e.index;
    };
    for (size_t t = 0; t < g.threads.size(); t++)
        for (int slot : g.threads[t].events) {
            const Event<W> &e = g[slot];
            s.insert(s.end(), {name(slot), e.cls, e.loc, e.value});
            if (e.rf >= 0)
                s.push_back(name(e.rf));
            if (e.given >= 0)
                s.push_back(name(e.given));
        }
    for (const Location<W> &l : g.locations)
        if (l.co.size() > 1)
            for (int w : l.co)
                s.push_back(name(w));
    return s;
}

template <int W> void Worker<W>::dump_event(const Graph<W> &g, int slot, GraphDump &out) const {
    const Event<W> &e = g[slot];
    EventDump d{slot, e.thread, e.index, e.cls, e.rf, e.partner, -1, 0, -1, -1, 0, e.value, {}, {}, {}, {}};
    if (e.state) {
        const Action &act = e.state->action();
        d.uid = act.uid;
        d.part = act.part;
        if (act.act == Act::Create)
            d.other = static_cast<int>(e.value);
        else if (act.act == Act::Join)
            d.other = static_cast<int>(act.value);
        else if (act.act == Act::Allocate)
            d.address = act.address;
    }
    if (e.loc >= 0) {
        const LocationInfo info = tables_.info(e.loc);
        d.address = info.address;
        d.size = info.size;
    }
    auto list = [](const Set &set) {
        std::vector<int> slots;
        set.each([&](int s) { slots.push_back(s); });
        return slots;
    };
    d.po = list(e.po);
    d.addr = list(e.addr);
    d.data = list(e.data);
    d.ctrl = list(e.ctrl);
    out.events.push_back(std::move(d));
}

template <int W> GraphDump Worker<W>::dump(Graph<W> &g) {
    if (g.loose.any()) {
        Graph<W> sequence = g.in_sequence();
        return dump(sequence);
    }
    GraphDump out;
    for (const Location<W> &l : g.locations)
        if (l.init >= 0 && l.members.count() > 1)
            dump_event(g, l.init, out);
    Set unfinished;  // accesses of which some pieces are missing: nobody has seen anything of them
    for (size_t t = 0; t < g.threads.size(); t++)
        if (g.inside_block(static_cast<int>(t)) && g.threads[t].pending->action().part >= 0)
            unfinished |= g.block(g[g.threads[t].events.back()].block).members;
    for (int slot : g.order)
        if (!unfinished.test(slot))
            dump_event(g, slot, out);
    for (const Location<W> &l : g.locations)
        if (l.co.size() > 1)
            out.co.push_back(l.co);
    for (size_t t = 0; t < g.threads.size(); t++)
        if (g.threads[t].pending)
            out.traces.emplace_back(static_cast<int>(t), trace(g, static_cast<int>(t)));
    return out;
}

// Runs a thread again along its events, to see every concurrent instruction.
template <int W> std::vector<TraceItem> Worker<W>::trace(const Graph<W> &g, int t) {
    std::vector<TraceItem> items;
    machine_.trace = &items;
    const int creator = g.thread(t).creator;
    StateRef at;
    if (creator < 0) {
        at = machine_.start(t, program_.entry, 0, false);
    } else {
        const Action &create = g[creator].state->action();
        at = machine_.start(t, static_cast<uint32_t>(create.info), create.value, true);
    }
    for (int slot : g.thread(t).events)
        at = machine_.resume(at, g[slot].value, g[slot].kind == Kind::Read ? origin(g, slot) : 0);
    machine_.trace = nullptr;
    return items;
}

} // namespace heddle
