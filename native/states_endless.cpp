// Threads that do not end: states in which some will never move again, and fair infinite runs.
#include "states.hpp"

#include <algorithm>

namespace heddle {

namespace {

// The thread will not end, but has no meaning either: the program is over, or what it does is left out of the search.
bool leaves(const Action &a) {
    return !is_visible(a.act) && a.act != Act::End && a.act != Act::Spins && (a.act != Act::Waits || a.info == Action::NEVER);
}

} // namespace

// What a thread's step, which is the first after a state, has come to.
void StateSearch::waits(const Run &run, Waiting waiting) {
    if (run.is_first)
        met_ = waiting;
}

bool StateSearch::has_ended(const Run &run, int t) const { return exists(run, t) && action(run, t).act == Act::End; }

// No fair run comes through here: the process ends, or somebody has left the runs that count.  The search goes on all the same:
// what others do afterwards they may do before, and what is believed about ownership rests on seeing it.
bool StateSearch::is_over(const Run &run) const {
    return std::any_of(run.threads.begin(), run.threads.end(), [](const Actor &a) { return a.state && leaves(a.state->action()); });
}

// The state has been expanded.
void StateSearch::look(uint32_t n, const Run &run, const std::vector<StateGraph::Edge> &edges) {
    const bool over = is_over(run);
    if (patience_.runs)
        graph_.add(over, able_, edges);
    std::vector<int> left = unfinished(run);
    const auto spins = [&](int t) { return action(run, t).act == Act::Spins; };
    const bool ends = able_.empty() && !over && (patience_.runs || std::none_of(left.begin(), left.end(), spins));
    std::vector<int> waiting = ends ? std::move(left) : patience_.partly ? waiting_for_each_other(run) : std::vector<int>{};
    if (!waiting.empty())
        record_stuck(n, std::move(waiting), !ends);
}

std::vector<int> StateSearch::unfinished(const Run &run) const {
    std::vector<int> found;
    for (int t = 0; t < static_cast<int>(run.threads.size()); t++)
        if (exists(run, t) && !has_ended(run, t))
            found.push_back(t);
    return found;
}

// Threads each of which waits for another one of these, or for what one has that has ended.
std::vector<int> StateSearch::waiting_for_each_other(const Run &run) const {
    std::vector<Waiting> left(waiting_);
    const auto is_hopeless = [&](const Waiting &w) {
        const int64_t who = w.holder - 1;
        const bool waits = std::any_of(left.begin(), left.end(), [who](const Waiting &other) { return other.thread == who; });
        return waits || (!w.is_join && who >= 0 && who < static_cast<int64_t>(run.threads.size()) && has_ended(run, static_cast<int>(who)));
    };
    for (size_t before = left.size() + 1; left.size() < before;) {
        before = left.size();
        std::vector<Waiting> kept;
        std::copy_if(left.begin(), left.end(), std::back_inserter(kept), is_hopeless);
        left = std::move(kept);
    }
    std::vector<int> threads;
    for (const Waiting &w : left)
        threads.push_back(w.thread);
    return threads;
}

void StateSearch::look_for_cycle() {
    if (!patience_.runs)
        return;
    if (const auto cycle = graph_.fair_cycle())
        record_cycle(*cycle);
}

void StateSearch::record_stuck(uint32_t n, std::vector<int> waiting, bool others_go_on) {
    violation_ = FoundViolation{};
    violation_->moves = follow(way_to(n)).moves;
    violation_->is_endless = true;
    violation_->thread = waiting.front();
    violation_->waiting = std::move(waiting);
    violation_->others_go_on = others_go_on;
    found_ = true;
}

// The cycle is gone round twice: what a thread did before it came there is different the first time.
void StateSearch::record_cycle(const Cycle &cycle) {
    Run run = follow(way_to(cycle.start));
    const auto go_round = [&] {
        recording_ = true;
        for (uint32_t which : cycle.which)
            run = Run(std::move(expand(run)[which]));
        recording_ = false;
    };
    go_round();
    const size_t first = run.moves.size();
    go_round();
    found_ = true;
    violation_ = FoundViolation{};
    violation_->is_endless = true;
    violation_->cycle = static_cast<int>(first);
    std::vector<bool> moving(run.threads.size(), false);
    for (size_t k = first; k < run.moves.size(); k++)
        if (run.moves[k].flush < 0)
            moving[static_cast<size_t>(run.moves[k].thread)] = true;
    violation_->thread = static_cast<int>(std::find(moving.begin(), moving.end(), true) - moving.begin());
    for (int t : unfinished(run))
        if (!moving[static_cast<size_t>(t)])
            violation_->waiting.push_back(t);
    violation_->moves = std::move(run.moves);
}

} // namespace heddle
