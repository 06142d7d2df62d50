// The graph of a program's states, and infinite runs of it in which nobody is put off for ever.
//
// Who moves is an *actor*: a thread, or what brings a thread's writes to one address to memory.  A run is fair if every actor
// that is able to move again and again does move again and again.  So each thread goes on that can, and each write that waits
// in a store buffer reaches memory.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heddle {

// A way through the graph that ends where it begins: at each state, which of the edges it takes.
struct Cycle {
    uint32_t start = 0;
    std::vector<uint32_t> which;
};

class StateGraph {
  public:
    static constexpr int64_t ITSELF = -1;
    using Actors = std::vector<uint32_t>;    // ascending, each once
    struct Edge {
        uint32_t to;
        uint32_t moved;                      // the number of the set of actors that move
    };

    // A thread itself, or its writes to an address.
    uint32_t actor(int thread, int64_t address = ITSELF) {
        return actors_.try_emplace({thread, address}, static_cast<uint32_t>(actors_.size())).first->second;
    }
    uint32_t number(Actors actors);

    // The next state, in the order of their numbers: who is able to move there, and where that leads.  No infinite run comes
    // through a state that is ``over``.
    void add(bool over, Actors able, const std::vector<Edge> &edges);
    void clear() { *this = StateGraph(); }
    size_t size() const { return able_.size(); }

    // A fair infinite run among the states that were added, if there is one: it goes round this cycle.
    std::optional<Cycle> fair_cycle() const;

  private:
    static constexpr uint32_t NOWHERE = ~uint32_t{0};
    using States = std::vector<uint32_t>;
    using Flags = std::vector<char>;         // by actor
    struct Search;

    const Edge *begin(uint32_t n) const { return edges_.data() + starts_[n]; }
    const Edge *end(uint32_t n) const { return edges_.data() + starts_[n + 1]; }
    void mark(Flags &flags, uint32_t set) const {
        for (uint32_t a : sets_[set])
            flags[a] = 1;
    }
    bool meets(uint32_t set, const Flags &flags) const;
    States put_off(const States &component, const std::vector<uint32_t> &part) const;
    Cycle round(uint32_t start, uint32_t label, const std::vector<uint32_t> &part) const;
    std::vector<uint32_t> way(uint32_t from, uint32_t label, const std::vector<uint32_t> &part, const Flags *wanted, uint32_t to) const;

    std::map<std::pair<int, int64_t>, uint32_t> actors_;
    std::unordered_map<std::string, uint32_t> numbers_;
    std::vector<Actors> sets_;
    std::vector<Edge> edges_;
    std::vector<uint64_t> starts_{0};
    std::vector<uint32_t> able_;             // by state, the number of a set
    std::vector<char> over_;
};

} // namespace heddle
