// A store buffer, as part of a state: the writes of one thread that other threads do not see yet, oldest first.
//
// What is buffered, what drains and what separates is said by heddle.models.store_buffers, instruction by instruction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shared_memory.hpp"

namespace heddle {

// What an instruction has to do with its thread's buffer.
struct Ordering {
    static constexpr uint8_t HOLDS = 1;      // what it writes waits in the buffer
    static constexpr uint8_t DRAINS = 2;     // it needs the buffer empty
    static constexpr uint8_t SEPARATES = 4;  // earlier writes are committed before later ones, its own among these
};

struct BufferPolicy {
    bool one_queue = false;          // all writes of a thread are committed in their order, not only those of a location
    std::vector<uint8_t> ordering;   // of instructions, by uid

    // Events of no instruction are the full fences around atomic sections.
    uint8_t of(int32_t uid) const {
        return uid < 0 ? Ordering::DRAINS : static_cast<size_t>(uid) < ordering.size() ? ordering[static_cast<size_t>(uid)] : 0;
    }
};

struct PendingWrite {
    int64_t address = 0;
    Content content;
    uint8_t size = 0;                // 0: no write; later writes may not overtake earlier ones

    bool is_fence() const { return size == 0; }
    bool overlaps(int64_t at, int bytes) const { return address < at + bytes && at < address + size; }
};

class StoreBuffer {
  public:
    bool empty() const { return writes_.empty(); }
    size_t size() const { return writes_.size(); }
    const PendingWrite &operator[](size_t k) const { return writes_[k]; }

    void push(int64_t address, int size, Content content) {
        writes_.push_back({address, content, static_cast<uint8_t>(size)});
    }
    void separate() {
        if (!writes_.empty() && !writes_.back().is_fence())
            writes_.push_back({});
    }
    // What the thread itself reads where memory holds ``seen``.
    Content forward(int64_t address, int size, Content seen) const {
        uint64_t value = static_cast<uint64_t>(seen.value);
        for (const PendingWrite &w : writes_)
            for (int b = 0; b < size && w.overlaps(address, size); b++) {
                const int64_t from = address + b - w.address;
                if (from < 0 || from >= w.size)
                    continue;
                const uint64_t byte = static_cast<uint64_t>(w.content.value) >> (8 * from) & 0xff;
                value = (value & ~(uint64_t{0xff} << (8 * b))) | byte << (8 * b);
                const uint8_t bit = static_cast<uint8_t>(1 << b);
                seen.poison = static_cast<uint8_t>(w.content.poison >> from & 1 ? seen.poison | bit : seen.poison & ~bit);
            }
        seen.value = static_cast<int64_t>(value);
        return seen;
    }
    // May this one be committed next?
    bool is_ready(size_t k, bool one_queue) const {
        if (writes_[k].is_fence() || (one_queue && k > 0))
            return false;
        for (size_t older = 0; older < k; older++)
            if (writes_[older].is_fence() || writes_[older].overlaps(writes_[k].address, writes_[k].size))
                return false;
        return true;
    }
    // How many writes come before this one.
    int position(size_t k) const {
        int count = 0;
        for (size_t older = 0; older < k; older++)
            count += !writes_[older].is_fence();
        return count;
    }
    PendingWrite take(size_t k) {
        const PendingWrite taken = writes_[k];
        writes_.erase(writes_.begin() + static_cast<std::ptrdiff_t>(k));
        std::vector<PendingWrite> rest;
        for (const PendingWrite &w : writes_)  // fences with nothing before them, or nothing between them, are gone
            if (!w.is_fence() || (!rest.empty() && !rest.back().is_fence()))
                rest.push_back(w);
        writes_ = std::move(rest);
        return taken;
    }
    std::string encoded() const {
        std::string text;
        for (const PendingWrite &w : writes_) {
            text.append(reinterpret_cast<const char *>(&w.address), sizeof w.address);
            text.append(reinterpret_cast<const char *>(&w.content.value), sizeof w.content.value);
            text.push_back(static_cast<char>(w.content.poison));
            text.push_back(static_cast<char>(w.size));
        }
        return text;
    }

  private:
    std::vector<PendingWrite> writes_;
};

} // namespace heddle
