// Exhaustive search of a program's states, breadth first, under store buffers: every state is visited once, so the search ends
// wherever there are finitely many, however long executions are.
//
// A state is the shared memory and, for each thread, where it stands, at its next action (machine.hpp), and its store buffer.
// States are kept whole: each part once, numbered, and a state as the numbers of its parts.  What a thread does between two
// actions is no step of its own.  Atomic sections and read-modify-writes are one step.
//
// Partial-order reduction: as long as some thread's next step commutes with all that others may ever do, that step is taken at
// once, and nothing is kept in between (at most CHAIN times in a row).  What is kept is always expanded in full, so no thread is
// put off for ever.
//
// Who asks whether threads end gets the graph of the states searched for fair infinite runs (state_graph.hpp), and every state
// for threads that wait for each other.  The reduction keeps both.  In a fair run a step that commutes with all that others may
// do is taken sooner or later, and stays possible until then; taken at once, it leaves the rest as it was, so the run with the step
// moved forward has the same steps of each thread, and at most CHAIN of them come before the next step of the old run.  Nobody is
// able to do more or less because of it, but for who waits for its thread's end or for its own buffer, and they stay able.  So
// who can move between two states that are kept can do so at the second one, or has moved.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "canonical.hpp"
#include "machine.hpp"
#include "ownership.hpp"
#include "report.hpp"
#include "state_graph.hpp"
#include "store_buffer.hpp"

namespace heddle {

// A part of the way to a violation: an action of a thread, or a write of its that reaches memory, and what the thread did then.
struct Move {
    int thread = 0;
    int flush = -1;                  // how many writes are pending before the one that reaches memory; -1: it is an action
    int other = -1;                  // the thread that is created or joined
    std::vector<TraceItem> items;    // up to the thread's next action
};

struct FoundViolation {
    std::vector<Move> moves;
    int thread = -1, uid = -1;
    bool faulty = false;             // the thread's next action is at fault
    int ended_thread = -1;           // … as it uses a local object of this thread
    bool is_endless = false;         // nothing fails, but threads never end:
    std::vector<int> waiting;        // … these will never move again
    bool others_go_on = false;       // … although others may, for ever or not
    int cycle = -1;                  // … and the moves from this one on lead back to where it begins; -1: nobody has to move
};

// What is asked about threads that do not end.
struct Patience {
    bool looks = false;
    bool runs = false;               // … also of those that run for ever
    bool partly = false;             // … also of threads that wait for each other while others go on
};

// A thread that waits, and the one who alone could end that (its number + 1), if that is known.
struct Waiting {
    int thread = 0;
    int64_t holder = 0;
    bool is_join = false;
};

constexpr uint32_t UNNUMBERED = ~uint32_t{0};

struct Actor {
    StateRef state;
    StoreBuffer buffer;
    uint32_t number = UNNUMBERED;    // of the state, if it is known
    bool joined = false;             // somebody has waited for its end: what it did came before what is yet to be done
};

// Threads and memory at one moment, on the way to a state.
struct Run {
    SharedMemory memory;
    uint32_t memory_number = UNNUMBERED;
    std::vector<Actor> threads;      // those that do not exist (yet) have no state
    std::vector<int64_t> freed;      // the addresses of blocks that other threads than their own may know, ascending
    int inside = -1;                 // the thread in the midst of a step
    bool shares = false;             // that step has touched what others may touch
    std::vector<int> fresh;          // threads that may be able to go on at once
    int chain = 0;
    bool is_first = false;           // it is in the midst of the step that one state is left with
    std::vector<uint32_t> moved;     // the actors that have moved since, if they are wanted
    std::vector<Move> moves;         // if they are wanted
};

// Parts of states: equal ones have the same number.
template <class Part> class Numbered {
  public:
    uint32_t number(const std::string &text, const Part &part) {
        const auto [at, fresh] = numbers_.try_emplace(text, static_cast<uint32_t>(parts_.size()));
        if (fresh)
            parts_.push_back(part);
        return at->second;
    }
    const Part &operator[](uint32_t n) const { return parts_[n]; }
    void clear() {
        numbers_.clear();
        parts_.clear();
    }

  private:
    std::unordered_map<std::string, uint32_t> numbers_;
    std::vector<Part> parts_;
};

// States as tuples of numbers of parts, each once, in the order in which they were found, and how each was found.
class Visited {
  public:
    struct Origin {
        uint32_t from;               // the state before; UNNUMBERED for the first ones
        uint32_t which;              // of those that follow it
    };

    // The state's number.
    uint32_t insert(const std::vector<uint32_t> &state, Origin origin);
    size_t size() const { return origins_.size(); }
    std::vector<uint32_t> operator[](size_t n) const {
        return {data_.begin() + static_cast<std::ptrdiff_t>(starts_[n]), data_.begin() + static_cast<std::ptrdiff_t>(starts_[n + 1])};
    }
    Origin origin(size_t n) const { return origins_[n]; }
    void clear() { *this = Visited(); }

  private:
    void grow();
    size_t slot(const uint32_t *state, size_t length) const;

    std::vector<uint32_t> data_;
    std::vector<uint64_t> starts_{0};
    std::vector<Origin> origins_;
    std::vector<uint32_t> table_ = std::vector<uint32_t>(1024, UNNUMBERED);
};

class StateSearch {
  public:
    StateSearch(const Program &program, const LiveRegisters &live, const BufferPolicy &policy, Patience patience)
        : p_(program), registers_(live), policy_(policy), patience_(patience), tables_(p_), machine_(p_, tables_),
          canonical_(p_, registers_) {}

    // Searches on; false if that is not done after so many seconds.
    bool run(double seconds);

    size_t states() const { return visited_.size(); }
    size_t expanded() const { return next_; }
    size_t attempts() const { return attempts_; }
    const std::optional<FoundViolation> &violation() const { return violation_; }
    const std::map<Reason, uint64_t> &reasons() const { return reasons_; }
    // Whether the program comes to its end in some run.
    bool ends() const { return ends_; }
    // Why the search is not complete, if it is not.
    const std::set<Gap> &gaps() const { return gaps_; }

  private:
    enum class Outcome { Done, Blocked, Over };   // the step is done; it cannot be done now; it leads no further
    enum class Progress { On, Settled, Gone };    // a run goes on; it has come to a state; it is no more

    // The search (states.cpp).
    void begin();
    std::vector<Run> first_runs();
    Run load(size_t n) const;
    uint32_t keep(Run &run, Visited::Origin origin);
    std::vector<uint32_t> numbered(Run &run);
    bool was_here(Run &run);
    std::vector<Run> expand(const Run &from);
    void expand(const Run &from, int t, std::vector<Run> &settled);
    void visit(uint32_t n);
    void settle(Run run, std::vector<Run> &settled);
    Progress go_on(Run &run, std::vector<Run> &work, size_t settled);
    Progress go_on_inside(Run &run, std::vector<Run> &work);
    bool commit_own(Run &run, int t);
    bool try_section(Run &run, int t);
    std::vector<uint32_t> way_to(uint32_t n) const;
    Run follow(const std::vector<uint32_t> &way);
    void record(uint32_t n);

    // Threads that do not end (states_endless.cpp).
    void look(uint32_t n, const Run &run, const std::vector<StateGraph::Edge> &edges);
    bool is_over(const Run &run) const;
    bool has_ended(const Run &run, int t) const;
    std::vector<int> unfinished(const Run &run) const;
    std::vector<int> waiting_for_each_other(const Run &run) const;
    void look_for_cycle();
    void record_stuck(uint32_t n, std::vector<int> waiting, bool others_go_on);
    void record_cycle(const Cycle &cycle);
    void waits(const Run &run, Waiting waiting);
    void moves(Run &run, int t, int64_t address = StateGraph::ITSELF) {
        if (patience_.runs)
            run.moved.push_back(graph_.actor(t, address));
    }
    void is_able(int t, int64_t address = StateGraph::ITSELF) {
        if (patience_.looks)
            able_.push_back(graph_.actor(t, address));
    }

    // Steps (states_step.cpp).
    const Action &action(const Run &run, int t) const { return run.threads[static_cast<size_t>(t)].state->action(); }
    StoreBuffer &buffer(Run &run, int t) const { return run.threads[static_cast<size_t>(t)].buffer; }
    bool exists(const Run &run, int64_t t) const {
        return t >= 0 && static_cast<size_t>(t) < run.threads.size() && run.threads[static_cast<size_t>(t)].state;
    }
    bool is_alone(const Run &run) const;
    bool is_after_all(const Run &run) const;
    bool is_at_section(const Run &run, int t) const;
    bool is_own_step(const Run &run, int t) const;
    bool is_own_place(const Run &run, int t, int64_t address, int size, bool write) const;
    bool can_go(const Run &run, int t) const;
    Outcome act(Run &run, int t);
    Outcome access(Run &run, int t);
    Outcome store(Run &run, int t);
    Outcome create(Run &run, int t);
    Outcome free(Run &run, int t);
    Outcome resume(Run &run, int t, int64_t value, uint64_t taint, int other = -1);
    Outcome arrive(Run &run, int t, StateRef state);
    Outcome stopped(Run &run, int t);
    void choose(const Run &run, int t, std::vector<Run> &work);
    void commit(Run &run, int t, size_t k);
    void write(Run &run, int t, int64_t address, int size, Content content);
    void touch(Run &run, int t, int64_t address, int64_t size, bool write);

    // Objects used where they are not, or not any more.
    int owner(int64_t address) const;
    const Extent *extent(const Run &run, int64_t address, int bytes) const;
    bool is_dead(const Run &run, const Extent &object) const;
    std::optional<Fault> fault(const Run &run, int t);
    Outcome halt(Run &run, int t, Fault fault);
    void failed(const Run &run, int t, std::optional<Fault> fault);

    const Program p_;
    const LiveRegisters registers_;
    const BufferPolicy policy_;
    const Patience patience_;
    Tables tables_;
    Machine machine_;
    Canonical canonical_;
    Ownership ownership_;
    Numbered<SharedMemory> memories_;
    Numbered<StateRef> actors_;
    Numbered<StoreBuffer> buffers_;
    Numbered<std::vector<int64_t>> frees_;
    Visited visited_;
    size_t next_ = 0, attempts_ = 0;
    size_t wrong_at_ = 0;            // so many states were known when the belief about ownership failed; 0: it has not
    std::set<std::vector<uint32_t>> met_states_;  // between two states that are kept
    bool found_ = false;             // a violation
    bool recording_ = false;         // on the way to it once more
    std::vector<TraceItem> items_;
    std::optional<FoundViolation> violation_;
    StateGraph graph_;
    StateGraph::Actors able_;        // at the state that is expanded
    std::vector<Waiting> waiting_;   // … and who waits there
    std::optional<Waiting> met_;     // the wait that the thread's step has come to
    size_t next_look_ = 0;           // the graph is searched when it has so many states
    std::map<Reason, uint64_t> reasons_;
    bool ends_ = false;
    std::set<Gap> gaps_;
};

} // namespace heddle
