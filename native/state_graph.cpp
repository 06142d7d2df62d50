#include "state_graph.hpp"

#include <algorithm>
#include <deque>
#include <stdexcept>

namespace heddle {

namespace {

constexpr size_t FEW = 64;   // states of a component from each of which a cycle is tried

} // namespace

uint32_t StateGraph::number(Actors actors) {
    std::sort(actors.begin(), actors.end());
    actors.erase(std::unique(actors.begin(), actors.end()), actors.end());
    const std::string text(reinterpret_cast<const char *>(actors.data()), actors.size() * sizeof(uint32_t));
    const auto [at, fresh] = numbers_.try_emplace(text, static_cast<uint32_t>(sets_.size()));
    if (fresh)
        sets_.push_back(std::move(actors));
    return at->second;
}

void StateGraph::add(bool over, Actors able, const std::vector<Edge> &edges) {
    able_.push_back(number(std::move(able)));
    over_.push_back(over);
    edges_.insert(edges_.end(), edges.begin(), edges.end());
    starts_.push_back(edges_.size());
}

bool StateGraph::meets(uint32_t set, const Flags &flags) const {
    for (uint32_t a : sets_[set])
        if (flags[a])
            return true;
    return false;
}

// Strongly connected components within parts of the graph (Tarjan), without recursion.
struct StateGraph::Search {
    const StateGraph &graph;
    const std::vector<uint32_t> &part;       // the label of each state's part
    std::vector<uint32_t> index, low;        // NOWHERE: not seen
    std::vector<char> open;                  // it is on the stack
    States stack;
    std::vector<States> found;
    uint32_t next = 0;

    Search(const StateGraph &g, const std::vector<uint32_t> &p)
        : graph(g), part(p), index(g.size(), NOWHERE), low(g.size(), NOWHERE), open(g.size(), 0) {}

    // The components of the part that these states are, those without any run left out.
    std::vector<States> components(const States &states) {
        found.clear();
        for (uint32_t n : states)
            index[n] = NOWHERE;
        for (uint32_t n : states)
            if (index[n] == NOWHERE)
                visit(n);
        return std::move(found);
    }

  private:
    struct Call {
        uint32_t state;
        const Edge *next;
    };

    void visit(uint32_t root) {
        std::vector<Call> calls;
        enter(root, calls);
        while (!calls.empty()) {
            Call &call = calls.back();
            if (call.next == graph.end(call.state)) {
                const uint32_t n = call.state;
                calls.pop_back();
                if (!calls.empty())
                    low[calls.back().state] = std::min(low[calls.back().state], low[n]);
                if (low[n] == index[n])
                    close(n);
                continue;
            }
            const uint32_t from = call.state, to = call.next++->to;
            if (to >= graph.size() || part[to] != part[from])
                continue;
            if (index[to] == NOWHERE)
                enter(to, calls);
            else if (open[to])
                low[from] = std::min(low[from], index[to]);
        }
    }
    void enter(uint32_t n, std::vector<Call> &calls) {
        index[n] = low[n] = next++;
        stack.push_back(n);
        open[n] = 1;
        calls.push_back({n, graph.begin(n)});
    }
    void close(uint32_t root) {
        States component;
        uint32_t n;
        do {
            n = stack.back();
            stack.pop_back();
            open[n] = 0;
            component.push_back(n);
        } while (n != root);
        if (component.size() > 1 || leads_to_itself(root))
            found.push_back(std::move(component));
    }
    bool leads_to_itself(uint32_t n) const {
        return std::any_of(graph.begin(n), graph.end(n), [n](const Edge &e) { return e.to == n; });
    }
};

// In a component all edges can be taken again and again.  An actor that none of them moves has to be unable to move from some
// time on: a fair run leaves the states where it is able.  What is then left is looked at once more.
std::optional<Cycle> StateGraph::fair_cycle() const {
    std::vector<uint32_t> part(size(), NOWHERE);
    States all;
    for (uint32_t n = 0; n < size(); n++)
        if (!over_[n]) {
            part[n] = 0;
            all.push_back(n);
        }
    std::vector<States> work{std::move(all)};
    Search search(*this, part);
    uint32_t labels = 1, first = NOWHERE, label = NOWHERE;
    while (!work.empty()) {
        const States states = std::move(work.back());
        work.pop_back();
        for (const States &component : search.components(states)) {
            for (uint32_t n : component)
                part[n] = labels;
            States rest = put_off(component, part);
            const uint32_t least = *std::min_element(component.begin(), component.end());
            if (rest.size() == component.size()) {
                if (least < first) {         // the one that is found first in the search of states
                    first = least;
                    label = labels;
                }
            } else if (!rest.empty()) {
                for (uint32_t n : component)
                    part[n] = NOWHERE;
                for (uint32_t n : rest)
                    part[n] = labels;
                work.push_back(std::move(rest));
            }
            labels++;
        }
    }
    if (first == NOWHERE)
        return std::nullopt;
    Cycle best = round(first, label, part);
    States others;
    for (uint32_t n = 0; n < size() && others.size() <= FEW; n++)
        if (part[n] == label && n != first)
            others.push_back(n);
    if (others.size() <= FEW)
        for (uint32_t n : others)
            if (Cycle other = round(n, label, part); other.which.size() < best.which.size())
                best = std::move(other);
    return best;
}

// The states of a component that a fair run may go on in: all, or those where nobody is able to move whom it never moves.
StateGraph::States StateGraph::put_off(const States &component, const std::vector<uint32_t> &part) const {
    Flags moved(actors_.size(), 0), waiting(actors_.size(), 0);
    for (uint32_t n : component) {
        mark(waiting, able_[n]);
        for (const Edge *e = begin(n); e != end(n); e++)
            if (e->to < size() && part[e->to] == part[n])
                mark(moved, e->moved);
    }
    for (size_t a = 0; a < waiting.size(); a++)
        waiting[a] = waiting[a] && !moved[a];
    States rest;
    for (uint32_t n : component)
        if (!meets(able_[n], waiting))
            rest.push_back(n);
    return rest;
}

// A way round that moves everybody who is able to move anywhere on it.
Cycle StateGraph::round(uint32_t start, uint32_t label, const std::vector<uint32_t> &part) const {
    Cycle cycle{start, {}};
    Flags wanted(actors_.size(), 0), moved(actors_.size(), 0);
    uint32_t at = start;
    mark(wanted, able_[start]);
    const auto go = [&](const std::vector<uint32_t> &edges) {
        for (uint32_t which : edges) {
            const Edge &e = begin(at)[which];
            mark(moved, e.moved);
            at = e.to;
            mark(wanted, able_[at]);
            cycle.which.push_back(which);
        }
    };
    while (true) {
        Flags missing(wanted);
        bool is_fair = true;
        for (size_t a = 0; a < missing.size(); a++) {
            missing[a] = wanted[a] && !moved[a];
            is_fair = is_fair && !missing[a];
        }
        if (!is_fair)
            go(way(at, label, part, &missing, NOWHERE));
        else if (at != start || cycle.which.empty())
            go(way(at, label, part, nullptr, start));
        else
            return cycle;
    }
}

// The shortest way within a component that ends with an edge that moves a wanted actor, or leads to a state.
std::vector<uint32_t> StateGraph::way(
    uint32_t from, uint32_t label, const std::vector<uint32_t> &part, const Flags *wanted, uint32_t to) const {
    struct Step {
        uint32_t state, which;
    };
    std::unordered_map<uint32_t, Step> before;
    std::deque<uint32_t> queue{from};
    const auto way_to = [&](uint32_t state, uint32_t which) {
        std::vector<uint32_t> edges{which};
        for (; state != from; state = before.at(state).state)
            edges.push_back(before.at(state).which);
        std::reverse(edges.begin(), edges.end());
        return edges;
    };
    while (!queue.empty()) {
        const uint32_t n = queue.front();
        queue.pop_front();
        for (const Edge *e = begin(n); e != end(n); e++) {
            const uint32_t which = static_cast<uint32_t>(e - begin(n));
            if (e->to >= size() || part[e->to] != label)
                continue;
            if (wanted ? meets(e->moved, *wanted) : e->to == to)
                return way_to(n, which);
            if (e->to != from && before.try_emplace(e->to, Step{n, which}).second)
                queue.push_back(e->to);
        }
    }
    throw std::logic_error("a component of the graph is not connected");
}

} // namespace heddle
