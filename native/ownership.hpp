// Which threads access which memory, for partial-order reduction: a step that touches only what no other thread touches
// commutes with all that others do.
//
// Nobody knows that before the search.  So the search believes what earlier attempts have seen (at first: that threads share
// nothing), and notes what it sees.  If something that counted as a thread's own turns out not to be, the search begins anew,
// knowing better.  A search in which nothing of the kind shows up was right: the first step of an execution that breaks the
// belief comes after steps that keep it, and those the search has followed, in one order or another.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace heddle {

class Ownership {
  public:
    static constexpr int MOST_THREADS = 63;

    // Is the access one that other threads cannot notice, as far as is believed?
    bool is_own(int thread, int64_t address, int64_t size, bool write) const {
        if (thread >= MOST_THREADS)
            return false;
        for (int64_t g = address >> GRAIN; g <= (address + size - 1) >> GRAIN; g++)
            if (const auto found = believed_.find(g); found != believed_.end() && !found->second.is_own(thread, write))
                return false;
        return true;
    }
    void note(int thread, int64_t address, int64_t size, bool write) {
        for (int64_t g = address >> GRAIN; g <= (address + size - 1) >> GRAIN; g++)
            note(g, uint64_t{1} << (thread < MOST_THREADS ? thread : MOST_THREADS), write);
    }
    bool was_wrong() const { return wrong_; }
    void learn() {
        believed_ = seen_;
        wrong_ = false;
    }

  private:
    static constexpr int GRAIN = 2;  // four bytes
    struct Users {
        uint64_t readers = 0, writers = 0;
        bool is_own(int thread, bool write) const {
            const uint64_t others = write ? readers | writers : writers;
            return !(others & ~(uint64_t{1} << thread));
        }
    };

    void note(int64_t grain, uint64_t who, bool write) {
        Users &seen = seen_[grain];
        uint64_t &users = write ? seen.writers : seen.readers;
        if (users & who)
            return;
        users |= who;
        const auto found = believed_.find(grain);
        const Users believed = found == believed_.end() ? Users{} : found->second;
        for (int t = 0; t < MOST_THREADS; t++) {
            const uint64_t bit = uint64_t{1} << t;
            wrong_ |= (seen.readers & bit) && believed.is_own(t, false) && !seen.is_own(t, false);
            wrong_ |= (seen.writers & bit) && believed.is_own(t, true) && !seen.is_own(t, true);
        }
    }

    std::unordered_map<int64_t, Users> believed_, seen_;
    bool wrong_ = false;
};

} // namespace heddle
