// Names that last for a whole exploration: locations and threads mean the same in every graph.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

#include "bytecode.hpp"
#include "part.hpp"

namespace heddle {

struct LocationInfo {
    int64_t address;
    int size;
    int64_t initial;
    bool poison;  // its initial contents are indeterminate
};

class Tables {
  public:
    explicit Tables(const Program &program) : p_(program) {}

    // The number of a location; -1 where no object is.  Where it overlaps another one, memory needs to be cut into smaller pieces, also
    // where programs see it: ``seen`` is its address there.
    int location(int64_t address, int size) { return location(address, size, address); }
    int location(int64_t address, int size, int64_t seen);
    // Accesses to these two places overlap.
    void overlap(int64_t address, int size, int64_t other, int other_size);
    LocationInfo info(int location) const {
        std::shared_lock lock(mutex_);
        return locations_[static_cast<size_t>(location)];
    }
    // The number of the k-th thread that a thread creates.
    int child(int parent, uint32_t k);
    // Numbers threads as another process does that searches a part of the same.
    void number(const Children &children);
    Children children() const;
    // Locations overlap: values are wrong from now on.
    bool mixed() const { return mixed_.load(std::memory_order_relaxed); }
    // Where memory needs to be cut so that they do not.
    std::set<int64_t> cuts() const { return cuts_; }
    std::map<int64_t, int> accessed() const { return sizes_; }

    // What an object holds at first; false where none is.
    bool initial_value(LocationInfo &info) const;

  private:
    void cut(int64_t address, int size, int64_t other, int other_size);
    void cut_overlapping(int64_t address, int size, int64_t away);

    const Program &p_;
    mutable std::shared_mutex mutex_;
    std::unordered_map<int64_t, int> by_address_;
    std::map<int64_t, int> sizes_;
    int largest_ = 1;
    std::set<int64_t> cuts_;
    std::vector<LocationInfo> locations_;
    std::map<std::pair<int, uint32_t>, int> children_;
    std::atomic<bool> mixed_{false};
};

} // namespace heddle
