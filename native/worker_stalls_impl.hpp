// Part of class Worker: threads that never go on, though the scheduler is fair and memory shows them every write in the
// end (GenMC's and Dartagnan's liveness; included by worker.hpp).
//
// In a graph to which nothing can be added some threads may wait or spin.  If all that they read in what they try over and over
// is what memory holds in the end, they find the same whenever they try again.
#pragma once

namespace heddle {

// Does what the thread tries over and over read what memory holds in the end?
template <int W> bool Worker<W>::is_stalled(const Graph<W> &g, int t) {
    const Action &act = g.threads[static_cast<size_t>(t)].pending->action();
    if (act.act == Act::Join)
        return true;
    if ((act.act != Act::Waits && act.act != Act::Spins) || act.info == Action::NEVER)
        return false;
    const std::vector<int> &events = g.threads[static_cast<size_t>(t)].events;
    for (size_t k = static_cast<size_t>(act.info); k < events.size(); k++) {
        const Event<W> &e = g[events[k]];
        if (e.kind == Kind::Read && g[g.location(e.loc).co.back()].value != e.value)
            return false;
    }
    return true;
}

// Is it a call that blocks what the thread waits for in the end, and no loop that somebody spins in?
template <int W> bool Worker<W>::waits_for_waiting(const Graph<W> &g, int t) const {
    for (size_t n = 0; n <= g.threads.size(); n++) {
        if (t < 0 || static_cast<size_t>(t) >= g.threads.size() || !g.threads[static_cast<size_t>(t)].pending)
            return true;  // there is no such thread
        const Action &act = g.threads[static_cast<size_t>(t)].pending->action();
        if (act.act != Act::Join)
            return act.act == Act::Waits;
        t = static_cast<int>(act.value);
    }
    return true;  // threads join each other
}

// The threads that never go on; none if the program ends, or somebody can still do something about it.
template <int W> std::vector<int> Worker<W>::stalled(const Graph<W> &g) {
    std::vector<int> found;
    std::vector<bool> still(g.threads.size(), false), ended(g.threads.size(), false);
    bool all = true;
    for (size_t t = 0; t < g.threads.size(); t++) {
        if (!g.threads[t].pending)
            continue;
        const Act act = g.threads[t].pending->action().act;
        ended[t] = act == Act::End;
        still[t] = !ended[t] && is_stalled(g, static_cast<int>(t));
        all = all && (ended[t] || still[t]);
        if (still[t])
            found.push_back(static_cast<int>(t));
    }
    if (all && (!options_.waits ||
                std::any_of(found.begin(), found.end(), [&](int t) { return waits_for_waiting(g, t); })))
        return found;
    if (!options_.waits)
        return {};
    // While others run, or until the program ends: for locks of each other, and of threads that have ended.
    for (size_t before = found.size() + 1; before != found.size();) {
        before = found.size();
        std::erase_if(found, [&](int t) {
            const Action &act = g.threads[static_cast<size_t>(t)].pending->action();
            const int64_t other = act.act == Act::Join ? act.value : act.act == Act::Waits ? act.value - 1 : -1;
            const size_t o = static_cast<size_t>(other);
            const bool stuck = other >= 0 && o < still.size() && (still[o] || (act.act == Act::Waits && ended[o]));
            still[static_cast<size_t>(t)] = stuck;
            return !stuck;
        });
    }
    return found;
}

} // namespace heddle
