// The contents of the memory that threads share, as part of a state: only what differs from the beginning is kept.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "state.hpp"
#include "tables.hpp"

namespace heddle {

// What an access finds: a value, and which of its bytes are indeterminate.
struct Content {
    int64_t value = 0;
    uint8_t poison = 0;
};

class SharedMemory {
  public:
    // False where no object is.  Objects of threads are looked for elsewhere: here their regions are all memory.
    static bool initially(const Tables &tables, int64_t address, int size, Content &found) {
        LocationInfo info{address, size, 0, false};
        if (!tables.initial_value(info))
            return false;
        found = {info.initial, static_cast<uint8_t>(info.poison ? 0xff >> (8 - size) : 0)};
        return true;
    }

    Content load(const Tables &tables, int64_t address, int size) const {
        Content whole;
        for (int b = 0; b < size; b++) {
            const Byte byte = at(tables, address + b);
            whole.value |= static_cast<int64_t>(uint64_t{byte.value} << (8 * b));
            whole.poison |= static_cast<uint8_t>(byte.poison << b);
        }
        return whole;
    }

    void store(const Tables &tables, int64_t address, int size, Content written) {
        for (int b = 0; b < size; b++) {
            const bool poison = written.poison >> b & 1;
            put(tables, address + b, {poison ? uint8_t{0} : static_cast<uint8_t>(written.value >> (8 * b)), poison});
        }
    }

    // Nobody will ever look there again.
    void forget(int64_t address, int64_t size) {
        const auto low = find(address), high = find(address + size);
        cells_.erase(cells_.begin() + low, cells_.begin() + high);
    }

    // Calls with every value of a pointer's size that lies in memory, wherever it begins.
    template <class Visitor> void each_word(const Tables &tables, int bytes, Visitor visit) const {
        for (const Cell &c : cells_)
            for (int back = 0; back < bytes; back++)
                visit(load(tables, c.address - back, bytes).value);
    }

    std::string encoded() const {
        std::string text;
        text.reserve(cells_.size() * 10);
        for (const Cell &c : cells_) {
            text.append(reinterpret_cast<const char *>(&c.address), sizeof c.address);
            text.push_back(static_cast<char>(c.byte.value));
            text.push_back(static_cast<char>(c.byte.poison));
        }
        return text;
    }

  private:
    struct Byte {
        uint8_t value = 0;
        bool poison = false;
        bool operator==(const Byte &) const = default;
    };
    struct Cell {
        int64_t address;
        Byte byte;
    };

    std::ptrdiff_t find(int64_t address) const {
        const auto less = [](const Cell &c, int64_t a) { return c.address < a; };
        return std::lower_bound(cells_.begin(), cells_.end(), address, less) - cells_.begin();
    }
    static Byte initial(const Tables &tables, int64_t address) {
        Content c;
        initially(tables, address, 1, c);
        return {static_cast<uint8_t>(c.value), c.poison != 0};
    }
    Byte at(const Tables &tables, int64_t address) const {
        const auto k = static_cast<size_t>(find(address));
        return k < cells_.size() && cells_[k].address == address ? cells_[k].byte : initial(tables, address);
    }
    void put(const Tables &tables, int64_t address, Byte byte) {
        const auto k = find(address);
        const bool known = static_cast<size_t>(k) < cells_.size() && cells_[static_cast<size_t>(k)].address == address;
        if (byte == initial(tables, address)) {
            if (known)
                cells_.erase(cells_.begin() + k);
        } else if (known) {
            cells_[static_cast<size_t>(k)].byte = byte;
        } else {
            cells_.insert(cells_.begin() + k, {address, byte});
        }
    }
    std::vector<Cell> cells_;  // by address
};

} // namespace heddle
