// The search itself: which states follow a state, and what is kept of them.
#include "states.hpp"

#include <chrono>
#include <stdexcept>

namespace heddle {

namespace {

constexpr int CHAIN = 32;             // so many steps at most between two states that are kept
constexpr size_t MANY_WAYS = 256;    // so many runs between two states, and inputs are left to the next state
constexpr int FEW_STEPS = 8;          // so many steps between two states are no loop yet
constexpr size_t FEW_STATES = 500;   // so many more are worth seeing before a search begins anew

uint64_t hash(const uint32_t *state, size_t length) {
    uint64_t h = length * 0x9e3779b97f4a7c15;
    for (size_t k = 0; k < length; k++) {
        h = (h ^ state[k]) * 0xff51afd7ed558ccd;
        h ^= h >> 32;
    }
    return h;
}

} // namespace

// --- what is kept ----------------------------------------------------------------------------------------------------

// Where the state is in the table, or belongs.
size_t Visited::slot(const uint32_t *state, size_t length) const {
    const size_t mask = table_.size() - 1;
    for (size_t at = hash(state, length) & mask;; at = (at + 1) & mask) {
        const uint32_t n = table_[at];
        if (n == UNNUMBERED)
            return at;
        const bool as_long = starts_[n + 1] - starts_[n] == length;
        if (as_long && std::equal(state, state + length, data_.begin() + static_cast<std::ptrdiff_t>(starts_[n])))
            return at;
    }
}

void Visited::grow() {
    table_.assign(2 * table_.size(), UNNUMBERED);
    for (size_t n = 0; n < origins_.size(); n++)
        table_[slot(data_.data() + starts_[n], starts_[n + 1] - starts_[n])] = static_cast<uint32_t>(n);
}

uint32_t Visited::insert(const std::vector<uint32_t> &state, Origin origin) {
    if (3 * origins_.size() >= 2 * table_.size())
        grow();
    const size_t at = slot(state.data(), state.size());
    if (table_[at] != UNNUMBERED)
        return table_[at];
    table_[at] = static_cast<uint32_t>(origins_.size());
    data_.insert(data_.end(), state.begin(), state.end());
    starts_.push_back(data_.size());
    origins_.push_back(origin);
    return table_[at];
}

uint32_t StateSearch::keep(Run &run, Visited::Origin origin) { return visited_.insert(numbered(run), origin); }

std::vector<uint32_t> StateSearch::numbered(Run &run) {
    if (run.memory_number == UNNUMBERED)
        run.memory_number = memories_.number(run.memory.encoded(), run.memory);
    const std::string freed(reinterpret_cast<const char *>(run.freed.data()), run.freed.size() * sizeof(int64_t));
    std::vector<uint32_t> state{run.memory_number, frees_.number(freed, run.freed)};
    std::string text;
    for (Actor &a : run.threads) {
        if (!a.state) {
            state.insert(state.end(), {UNNUMBERED, UNNUMBERED});
            continue;
        }
        if (a.number == UNNUMBERED) {
            const StateRef form = canonical_.of(a.state, text);
            a.number = actors_.number(text, form);
        }
        state.insert(state.end(), {a.number << 1 | a.joined, buffers_.number(a.buffer.encoded(), a.buffer)});
    }
    return state;
}

Run StateSearch::load(size_t n) const {
    const std::vector<uint32_t> state = visited_[n];
    Run run;
    run.memory_number = state[0];
    run.memory = memories_[state[0]];
    run.freed = frees_[state[1]];
    for (size_t k = 2; k < state.size(); k += 2) {
        if (state[k] == UNNUMBERED)
            run.threads.emplace_back();
        else
            run.threads.push_back({actors_[state[k] >> 1], buffers_[state[k + 1]], state[k] >> 1, (state[k] & 1) != 0});
    }
    return run;
}

// --- the search ------------------------------------------------------------------------------------------------------

std::vector<Run> StateSearch::first_runs() {
    Run run;
    run.threads.emplace_back();
    items_.clear();
    machine_.trace = recording_ ? &items_ : nullptr;
    StateRef start = machine_.start(0, p_.entry, 0, false);
    if (recording_)
        run.moves.push_back({0, -1, -1, items_});
    std::vector<Run> settled;
    if (arrive(run, 0, std::move(start)) == Outcome::Done)
        settle(std::move(run), settled);
    return settled;
}

void StateSearch::begin() {
    attempts_++;
    memories_.clear();
    actors_.clear();
    buffers_.clear();
    frees_.clear();
    visited_.clear();
    reasons_.clear();
    gaps_.clear();
    graph_.clear();
    next_look_ = FEW_STATES;
    next_ = wrong_at_ = 0;
    std::vector<Run> runs = first_runs();
    for (uint32_t k = 0; k < runs.size(); k++)
        keep(runs[k], {UNNUMBERED, k});
    if (found_)
        record(UNNUMBERED);
}

bool StateSearch::run(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    machine_.lets_loops_run = true;
    if (!attempts_)
        begin();
    while (!found_) {
        if (next_ == visited_.size()) {
            if (!ownership_.was_wrong()) {
                look_for_cycle();
                return true;
            }
            ownership_.learn();
            begin();
            continue;
        }
        visit(static_cast<uint32_t>(next_++));
        if (ownership_.was_wrong() && !wrong_at_)
            wrong_at_ = visited_.size();
        if (wrong_at_ && visited_.size() > 2 * wrong_at_ + FEW_STATES) {
            ownership_.learn();
            begin();
        } else if (!found_ && !wrong_at_ && next_ >= next_look_) {
            next_look_ = 2 * next_;
            look_for_cycle();
        }
        if (Clock::now() >= end)
            return found_;
    }
    return true;
}

void StateSearch::visit(uint32_t n) {
    const Run from = load(n);
    std::vector<Run> runs = expand(from);
    std::vector<StateGraph::Edge> edges;
    for (uint32_t k = 0; k < runs.size() && !found_; k++) {
        const uint32_t to = keep(runs[k], {n, k});
        if (patience_.runs)
            edges.push_back({to, graph_.number(std::move(runs[k].moved))});
    }
    if (found_)
        record(n);
    else if (patience_.looks)
        look(n, from, edges);
}

// Which of the states that follow each one leads to it.
std::vector<uint32_t> StateSearch::way_to(uint32_t n) const {
    std::vector<uint32_t> which;
    for (uint32_t at = n; at != UNNUMBERED; at = visited_.origin(at).from)
        which.push_back(visited_.origin(at).which);
    return {which.rbegin(), which.rend()};
}

// A way once more, with all that happens on it.
Run StateSearch::follow(const std::vector<uint32_t> &way) {
    recording_ = true;
    std::vector<Run> runs = first_runs();
    std::string text;
    const auto reached = [&](uint32_t which) {
        Run run(std::move(runs[which]));
        for (Actor &a : run.threads)
            // As it was kept: addresses that nobody knows are given to other objects then.  Who has stopped knows none; and
            // how main has ended can be told only once (Canonical::stop_for_good).
            if (a.state && is_visible(a.state->scalars().action.act))
                a.state = canonical_.of(a.state, text);
        return run;
    };
    for (size_t k = 0; k + 1 < way.size(); k++)
        runs = expand(reached(way[k]));
    Run last = reached(way.back());
    recording_ = false;
    return last;
}

// The way to the violation that was found after state ``n``.
void StateSearch::record(uint32_t n) {
    found_ = false;
    if (n == UNNUMBERED) {
        recording_ = true;
        first_runs();
    } else {
        const Run last = follow(way_to(n));
        recording_ = true;
        expand(last);
    }
    recording_ = false;
    if (!violation_)
        throw std::logic_error("the way to a violation is not found again");
}

std::vector<Run> StateSearch::expand(const Run &from) {
    std::vector<Run> settled;
    const int count = static_cast<int>(from.threads.size());
    able_.clear();
    waiting_.clear();
    for (int t = 0; t < count && !found_; t++)
        if (exists(from, t))
            expand(from, t, settled);
    return settled;
}

// What thread ``t`` and its store buffer may do next.
void StateSearch::expand(const Run &from, int t, std::vector<Run> &settled) {
    const auto begun = [&from] {
        Run run = from;
        run.chain = 0;
        run.is_first = true;
        run.moved.clear();
        return run;
    };
    const StoreBuffer &pending = from.threads[static_cast<size_t>(t)].buffer;
    for (size_t k = 0; k < pending.size() && !found_; k++) {
        if (!pending.is_ready(k, policy_.one_queue))
            continue;
        is_able(t, pending[k].address);
        Run run = begun();
        commit(run, t, k);
        settle(std::move(run), settled);
    }
    if (found_ || !is_visible(action(from, t).act))
        return;
    if (!can_go(from, t)) {
        if (action(from, t).act == Act::Join && pending.empty())
            waiting_.push_back({t, action(from, t).value + 1, true});
        return;
    }
    met_.reset();
    std::vector<Run> runs{begun()};
    if (action(from, t).act == Act::Choose) {
        runs.clear();
        choose(begun(), t, runs);
    } else if (act(runs.back(), t) != Outcome::Done) {
        runs.clear();
    }
    for (Run &run : runs)
        settle(std::move(run), settled);
    if (met_)
        waiting_.push_back(*met_);
    else
        is_able(t);
}

// --- from a step to the next state -----------------------------------------------------------------------------------

void StateSearch::settle(Run first, std::vector<Run> &settled) {
    std::vector<Run> work;
    met_states_.clear();
    work.push_back(std::move(first));
    while (!work.empty() && !found_) {
        Run run = std::move(work.back());
        work.pop_back();
        Progress progress = Progress::On;
        while (progress == Progress::On && !found_)
            progress = run.inside >= 0 ? go_on_inside(run, work) : go_on(run, work, settled.size());
        if (progress == Progress::Settled) {
            run.fresh.clear();
            settled.push_back(std::move(run));
        }
    }
}

StateSearch::Progress StateSearch::go_on_inside(Run &run, std::vector<Run> &work) {
    const int t = run.inside;
    if (!can_go(run, t)) {
        waits(run, {t, action(run, t).act == Act::Join ? action(run, t).value + 1 : 0, true});
        return Progress::Gone;
    }
    if (action(run, t).act == Act::Choose) {
        choose(run, t, work);
        return Progress::Gone;
    }
    return act(run, t) == Outcome::Done ? Progress::On : Progress::Gone;
}

// A step that commutes with all that others may do, if there is one.
StateSearch::Progress StateSearch::go_on(Run &run, std::vector<Run> &work, size_t settled) {
    run.is_first = false;
    while (!run.fresh.empty() && run.chain < CHAIN && !found_) {
        const int t = run.fresh.back();
        if (commit_own(run, t)) {
            run.chain++;
            return Progress::On;
        }
        if (can_go(run, t)) {
            if (is_at_section(run, t)) {
                if (try_section(run, t)) {
                    run.chain++;
                    return Progress::On;
                }
            } else if (action(run, t).act == Act::Choose) {
                if (work.size() + settled < MANY_WAYS) {
                    if (was_here(run))
                        return Progress::Settled;
                    run.chain++;
                    choose(run, t, work);
                    return Progress::Gone;
                }
            } else if (is_own_step(run, t)) {
                run.chain++;
                return act(run, t) == Outcome::Done ? Progress::On : Progress::Gone;
            }
        }
        run.fresh.pop_back();
    }
    return Progress::Settled;
}

// A loop in which a thread chooses again and again what to do next would be followed on as many ways as there is room for.  Where
// some way from the same state has been before (it may be this one), the state is kept.
bool StateSearch::was_here(Run &run) {
    if (run.chain < FEW_STEPS || patience_.runs)  // else it matters who has moved
        return false;
    return !met_states_.insert(numbered(run)).second;
}

bool StateSearch::commit_own(Run &run, int t) {
    const StoreBuffer &pending = buffer(run, t);
    for (size_t k = 0; k < pending.size(); k++)
        if (pending.is_ready(k, policy_.one_queue) && is_own_place(run, t, pending[k].address, pending[k].size, true)) {
            commit(run, t, k);
            return true;
        }
    return false;
}

// Whether an atomic section touches only what is its thread's own is seen when it is done.
bool StateSearch::try_section(Run &run, int t) {
    Run tried = run;
    tried.shares = false;
    do {
        if (!can_go(tried, t) || action(tried, t).act == Act::Choose || act(tried, t) != Outcome::Done || tried.shares)
            return false;
    } while (tried.inside == t);
    run = std::move(tried);
    return true;
}

} // namespace heddle
