// What an exploration tells: counts while it runs, graphs and reasons at its end.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "part.hpp"
#include "state.hpp"

namespace heddle {

struct Options {
    bool filter = true;        // check consistency as the graph grows, not only at its end
    bool first_only = false;   // stop at the first violation
    bool verify = false;       // for tests: evaluate the whole model on every complete graph, look for repeated graphs
    uint32_t depth = 0;        // the most events of a thread; 0: no limit
    uint32_t workers = 1;
    uint32_t keep = 0;         // so many complete graphs are kept
    bool stalls = false;       // threads that go on for ever without getting anywhere are a violation …
    bool waits = false;        // … if they wait in calls that block, also while others run
    std::vector<std::pair<int64_t, int>> observed;  // address and size of what final states are made of
};

struct EventDump {
    int slot, thread, index, cls, rf, partner, uid, size;
    int other = -1;                                  // the thread that is created or joined
    int part = -1;                                   // where in its access it begins, if that has several events
    int64_t address = 0, value = 0;                  // of an allocation: where its memory is, and the block that it gives again
    std::vector<int> po, addr, data, ctrl;
};

struct GraphDump {
    std::vector<EventDump> events;                   // in the order in which they were added, initial writes first
    std::vector<std::vector<int>> co;
    std::vector<std::pair<int, std::vector<TraceItem>>> traces;  // for each thread its record
    int failed_thread = -1, failed_uid = -1;         // the assertion that fails; -1: none
    int ended_thread = -1;                           // … because a local object of this thread has ended; -1: that is not why
    int flag = -1;                                   // the flag that is raised; -1: none
    std::vector<std::pair<int, int>> raised;         // by these pairs of events
    std::vector<int> stalled;                        // these threads never go on
    bool violates = false;                           // of a graph that is kept: whether an assertion fails, or a flag is raised
};

enum Counter { EXECUTIONS, BLOCKED, VIOLATIONS, CUT, STOPPED, INCONSISTENT, REPEATED, WRONG, PRUNED, ENDED, COUNTERS };

struct Totals {
    uint64_t executions = 0, blocked = 0, violations = 0, cut = 0, stopped = 0, repeated = 0, wrong = 0;
    uint64_t ended = 0;  // those in which the program comes to its end, whatever its threads were waiting for
};

struct Counts {
    std::array<std::atomic<uint64_t>, COUNTERS> at{};
    std::atomic<double> explored{0};  // the share of the search tree that is done
    void add(Counter c) { at[c].store(at[c].load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
};

// Why a thread stopped.  ``number``: of the loop, or of the reason why an instruction is not supported.
struct Reason {
    Act act;
    int uid = -1;
    Bound bound = Bound::Loop;
    int number = 0;
    auto operator<=>(const Reason &) const = default;
};

// Why there is no answer; the instruction where that was seen, and the axiom that is in the way, if one is.
struct Refusal {
    Obstacle obstacle;
    int uid = -1;
    int axiom = -1;
};

struct Findings {
    std::map<int, uint64_t> violated;                // by uid, how often
    std::map<int, GraphDump> witnesses;              // the first graph of each
    std::map<Reason, uint64_t> reasons;              // why executions ended early
    std::map<std::vector<int64_t>, uint64_t> states; // final values of what is observed
    std::vector<GraphDump> kept;
    std::map<int, uint64_t> flagged;                 // flags by number, how often they are raised
    std::map<int, GraphDump> raising;                // the first graph of each
    std::vector<GraphDump> stalled;                  // the first graph in which threads never go on
    uint64_t stalls = 0;                             // how many there are
    std::optional<Refusal> refusal;
    bool separated = false;                          // an order of operands matters, and none was chosen
    bool outgrown = false;                           // a graph has more events than the sets have room for
    std::set<int> widened;                           // sections (by uid) that access several locations
    std::set<int> not_given;                         // allocations (by uid) where freed blocks were not given out, and frees of such
    std::set<int> observed;                          // instructions (by uid) that tell where objects lie
    std::set<int> stale;                             // … and whether a freed block was given out again
    std::set<int> far;                               // instructions that make integers of addresses that are far from their objects
    std::set<int64_t> cuts;                          // where memory must be cut for accesses of different sizes
    std::map<int64_t, int> accessed;                 // where memory is accessed, and how many bytes
    Children children;                               // how threads are numbered
    std::vector<Part> left;                          // what was handed over, and not searched

    // Adds what another part of the same search has found, by a worker or a process of its own.
    void take(Findings &other);

  private:
    void take_accessed(const Findings &other);
};

inline void Findings::take(Findings &other) {
    for (auto &[uid, n] : other.violated)
        violated[uid] += n;
    witnesses.merge(other.witnesses);
    for (auto &[flag, n] : other.flagged)
        flagged[flag] += n;
    raising.merge(other.raising);
    if (stalls == 0)
        std::swap(stalled, other.stalled);
    stalls += other.stalls;
    for (auto &[reason, n] : other.reasons)
        reasons[reason] += n;
    for (auto &[state, n] : other.states)
        states[state] += n;
    std::move(other.kept.begin(), other.kept.end(), std::back_inserter(kept));
    if (!refusal)
        refusal = other.refusal;
    outgrown |= other.outgrown;
    separated |= other.separated;
    widened.merge(other.widened);
    not_given.merge(other.not_given);
    observed.merge(other.observed);
    stale.merge(other.stale);
    far.merge(other.far);
    cuts.merge(other.cuts);
    take_accessed(other);
    if (other.children.size() > children.size())
        children = other.children;
    std::move(other.left.begin(), other.left.end(), std::back_inserter(left));
}

// Of two processes each may see one of two accesses that overlap.
inline void Findings::take_accessed(const Findings &other) {
    for (const auto &[address, size] : other.accessed) {
        const auto [known, fresh] = accessed.try_emplace(address, size);
        if (!fresh && known->second != size)
            cuts.insert({address, address + size, address + known->second});
    }
    for (auto at = accessed.begin(); at != accessed.end(); ++at)
        if (const auto next = std::next(at); next != accessed.end() && next->first < at->first + at->second)
            cuts.insert({at->first, at->first + at->second, next->first, next->first + next->second});
}

} // namespace heddle
