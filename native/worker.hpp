// One core's part of an exploration: visits execution graphs depth first (TruSt, POPL 2022, Algorithm 1).
//
// The next event is always that of the first thread that can go on.  A read tries every write to its location; a write tries
// every place in co, and afterwards *revisits* reads that are already in the graph: events that were added after
// the read and on which the write does not depend are taken back, and the read reads from the write.  That happens only if all
// that is taken back (and the read) was added in the one maximal way, so that each graph is reached exactly once.
#pragma once

#include <optional>
#include <unordered_map>

#include "check.hpp"
#include "full.hpp"
#include "machine.hpp"
#include "report.hpp"
#include "tables.hpp"

namespace heddle {

template <int W> class Pool;

template <int W> class Worker {
  public:
    Worker(const Program &program, const Model &model, const Options &options, Tables &tables, Pool<W> &pool)
        : program_(program), model_(model), options_(options), machine_(program, tables), tables_(tables), pool_(pool) {}

    Graph<W> first_graph() {
        Graph<W> g(model_, program_.classes);
        g.threads.resize(1);
        g.thread(0).pending = machine_.start(0, program_.entry, 0, false);
        return g;
    }

    void begin(typename Pool<W>::Task &task);

    Counts counts;
    Findings findings;

  private:
    using Set = Bits<W>;

    struct Place {
        int loc, init;
    };

    void visit(Graph<W> &g, double weight);
    void visit_next(Graph<W> &g, double weight);
    // Is the search over, or the part of it that was asked for?
    bool leaving() { return found_ || pool_.stopping(); }
    // What happens on the way to a part has been counted by whoever left it.
    bool on_the_way() const { return path_.size() < follow_.size(); }
    void count(Counter counter) {
        if (!on_the_way())
            counts.add(counter);
    }

    bool can_move(const ThreadEvents<W> &thread) const;
    int next_thread(const Graph<W> &g) const;
    bool can_join(const Graph<W> &g, int64_t target) const;
    std::optional<Fault> find_place(Graph<W> &g, int t, const Action &act, Place &place);
    std::optional<Fault> fault(const Graph<W> &g, const Action &act);
    int owner(int64_t address) const;
    const Extent *extent(const Graph<W> &g, int64_t address, int bytes) const;
    bool is_freed(const Graph<W> &g, const Extent &object) const;
    void enter_or_share(Graph<W> &g, double weight);

    void visit_plain(Graph<W> &g, int t, const Action &act, double weight);
    void visit_choice(Graph<W> &g, int t, const Action &act, double weight);
    void visit_read(Graph<W> &g, int t, const Action &act, double weight);
    void visit_write(Graph<W> &g, int t, const Action &act, double weight);
    void halt(Graph<W> &g, int t, Fault fault, double weight);
    void visit_free(Graph<W> &g, int t, const Action &act, double weight);
    Set past(const Graph<W> &g, int t) const;
    int64_t memory_at(const Graph<W> &g, const Set &before, int64_t address) const;
    int64_t freed_memory(const Graph<W> &g, int free) const;
    bool fits(const Graph<W> &g, int free, int64_t size) const;
    bool is_given(const Graph<W> &g, int free, const Set &among) const;
    int append_allocation(Graph<W> &g, int t, const StateRef &at, int free) const;
    void visit_allocation(Graph<W> &g, int t, const Action &act, double weight);
    void allocated(Graph<W> &g, int slot, double weight);
    std::vector<std::pair<int, Set>> given_later(const Graph<W> &g, int free);
    void revisit_allocation(const Graph<W> &g, int t, int allocation, const Set &removed, double weight);
    void leave_stuck(Graph<W> &g, int t);
    void visit_block(Graph<W> &g, int t, const Action &act, double weight);
    bool complete_block(Graph<W> &g, int t, int number, int beyond, FunctionRef<bool()> finish);
    void revisit_from_block(const Graph<W> &g, int t, int number, int read, const Set &removed, double weight);
    bool read_from(Graph<W> &g, int read, int write, const Action &act, double weight);
    bool can_read(Graph<W> &g, int read, const Action &act, StateRef &next);
    bool begins_anew(const Action &act);
    void place_write(Graph<W> &g, int write, size_t position, double weight, int revisited, const StateRef &at,
                     uint32_t stamp);
    int partner(const Graph<W> &g, int t, const Action &act, int loc) const;
    int append_write(Graph<W> &g, int t, const Action &act, int loc);
    int append_read(Graph<W> &g, int t, const StateRef &at, int loc) const;
    size_t oldest(const Graph<W> &g, int loc, const Set &po) const;
    std::vector<size_t> positions(const Graph<W> &g, int t, const Action &act, int loc) const;
    bool removable(const Graph<W> &g, int read, int write, const Set &prefix, Set &removed);
    void revisit(Graph<W> &g, int t, const StateRef &at, uint32_t stamp, int write, double weight);
    bool is_maximal(const Graph<W> &g, int slot, const Set &seen);
    bool is_latest(const Graph<W> &g, int slot, const Set &seen);
    void go_on(Graph<W> &g, int t, StateRef next, double weight);
    void enter(Graph<W> &g, int t, double weight);
    // Does the model allow the new event?
    // ``whole``: nothing that was taken out of the graph comes back at an earlier place.
    bool consistent(Graph<W> &g, int slot, bool whole = true) {
        const Checker<W> checker(g, slot);
        if (options_.filter && !keeps_axioms(g, slot, checker, whole))
            return false;
        if (model_.watched)
            g[slot].raising = checker.raising();
        return true;
    }
    bool keeps_axioms(Graph<W> &g, int slot, const Checker<W> &checker, bool whole);
    Set staying(const Graph<W> &g) const;
    bool is_beyond_mending(const Graph<W> &g) const;
    // Does the whole graph keep all axioms?
    bool is_execution(const Graph<W> &g) const {
        return ((options_.filter && !g.breaking.any()) || FullCheck<W>(g).consistent()) && is_sequence(g);
    }
    // Does it keep them with the operands of each expression in order?  If not, somebody has to try other orders.
    bool is_sequence(const Graph<W> &g) const {
        if (!g.loose.any() || FullCheck<W>(g.in_sequence()).consistent())
            return true;
        pool_.separate();
        return false;
    }
    void forbidden(Obstacle obstacle, int32_t uid) {
        if (reason_ != BEYOND_MENDING)
            pool_.refuse({obstacle, uid, reason_});
    }
    uint64_t origin(const Graph<W> &g, int slot) const;
    void done(double weight) {
        if (on_the_way())
            return;
        counts.explored.store(counts.explored.load(std::memory_order_relaxed) + weight, std::memory_order_relaxed);
    }

    void leaf(Graph<W> &g);
    void count_leaf(Graph<W> &g);
    void ended(const Graph<W> &g, int t);
    void freed(const Graph<W> &g, int slot);
    void look_for_late_uses(const Graph<W> &g, const Extent &object, const Set &before);
    void used_late(const Graph<W> &g, int use);
    void undefined(const Graph<W> &g, int32_t uid, Fault fault);
    void observe(const Graph<W> &g);
    void note_sights(const Graph<W> &g, int t);
    bool tells_layout(const Graph<W> &g, const Seen &seen) const;
    std::optional<Extent> object_at(const Graph<W> &g, int64_t address) const;
    bool is_block(const Graph<W> &g, int64_t address) const;
    int64_t final_value(const Graph<W> &g, int64_t address, int size);
    void failed(Graph<W> &g, int t);
    std::vector<int> stalled(const Graph<W> &g);
    bool is_stalled(const Graph<W> &g, int t);
    bool waits_for_waiting(const Graph<W> &g, int t) const;
    bool may_be_flagged(const Graph<W> &g) const;
    bool flagged(Graph<W> &g);
    GraphDump dump(Graph<W> &g);
    void dump_event(const Graph<W> &g, int slot, GraphDump &out) const;
    std::vector<TraceItem> trace(const Graph<W> &g, int t);
    std::vector<int64_t> signature(const Graph<W> &g) const;

    const Program &program_;
    const Model &model_;
    const Options &options_;
    Machine machine_;
    Tables &tables_;
    Pool<W> &pool_;
    std::unordered_map<int64_t, std::pair<int, LocationInfo>> known_;
    std::vector<uint32_t> path_;    // the branches from the first graph to this one
    std::vector<uint32_t> follow_;  // those to the part that is searched
    uint32_t branch_ = 0;           // so many branches of this graph have been seen
    bool found_ = false;            // the part has been searched: nothing else on the way to it is meant
    static constexpr int BEYOND_MENDING = -2;
    int reason_ = Checker<W>::NONE;  // the axiom that the last event which was not consistent broke; none if it tore a block
    int last_events_ = 20'000;  // so many are added after it is seen that memory must be cut: more such places may be seen
};

} // namespace heddle

#include "pool.hpp"
#include "worker_leaf_impl.hpp"
#include "worker_lives_impl.hpp"
#include "worker_observed_impl.hpp"
#include "worker_patience_impl.hpp"
#include "worker_reuse_impl.hpp"
#include "worker_sections_impl.hpp"
#include "worker_stalls_impl.hpp"
#include "worker_visit_impl.hpp"
