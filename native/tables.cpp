#include "tables.hpp"

namespace heddle {

int Tables::location(int64_t address, int size, int64_t seen) {
    {
        std::shared_lock lock(mutex_);
        auto known = by_address_.find(address);
        if (known != by_address_.end() && locations_[static_cast<size_t>(known->second)].size == size)
            return known->second;
    }
    std::unique_lock lock(mutex_);
    auto known = by_address_.find(address);
    if (known != by_address_.end()) {
        cut_overlapping(address, size, seen - address);
        return known->second;
    }
    LocationInfo info{address, size, 0, false};
    if (!initial_value(info))
        return -1;
    cut_overlapping(address, size, seen - address);
    sizes_[address] = size;
    largest_ = std::max(largest_, size);
    const int number = static_cast<int>(locations_.size());
    by_address_[address] = number;
    locations_.push_back(info);
    return number;
}

void Tables::cut_overlapping(int64_t address, int size, int64_t away) {
    for (auto at = sizes_.lower_bound(address - largest_ + 1); at != sizes_.end() && at->first < address + size; ++at)
        if (at->first + at->second > address && (at->first != address || at->second != size)) {
            cut(address, size, at->first, at->second);
            cut(address + away, size, at->first + away, at->second);
        }
}

void Tables::cut(int64_t address, int size, int64_t other, int other_size) {
    cuts_.insert({address, address + size, other, other + other_size});
    mixed_ = true;
}

void Tables::overlap(int64_t address, int size, int64_t other, int other_size) {
    std::unique_lock lock(mutex_);
    cut(address, size, other, other_size);
}

// False if no object is at the address.
bool Tables::initial_value(LocationInfo &info) const {
    const int64_t region = static_cast<int64_t>(static_cast<uint64_t>(info.address) >> p_.shift);
    if (region < FIRST_THREAD_REGION) {
        for (const GlobalBlock &block : p_.globals) {
            const int64_t offset = info.address - block.base;
            if (offset < 0 || offset + info.size > static_cast<int64_t>(block.bytes.size()))
                continue;
            uint64_t v = 0;
            for (int b = 0; b < info.size; b++)
                v |= static_cast<uint64_t>(block.bytes[static_cast<size_t>(offset + b)]) << (8 * b);
            info.initial = static_cast<int64_t>(v);
            return true;
        }
        return false;
    }
    if (region >= int64_t{1} << 24)
        return false;
    const Region kind = static_cast<Region>((region - FIRST_THREAD_REGION) % REGIONS);
    info.poison = kind == Region::Indeterminate || kind == Region::Private;
    if (info.poison && p_.fill >= 0) {
        info.poison = false;
        for (int b = 0; b < info.size; b++)
            info.initial = static_cast<int64_t>(static_cast<uint64_t>(info.initial) | static_cast<uint64_t>(p_.fill) << (8 * b));
    }
    if (kind != Region::ThreadLocal)
        return true;
    const int64_t offset = info.address - region_start(p_, region);
    for (int b = 0; b < info.size; b++)
        for (const ThreadObject &o : p_.thread_shared)
            if (const int64_t at = offset + b - o.offset; at >= 0 && at < o.size)
                info.initial |= (o.value >> (8 * at) & 0xff) << (8 * b);
    return true;
}

int Tables::child(int parent, uint32_t k) {
    std::unique_lock lock(mutex_);
    auto [at, fresh] = children_.try_emplace({parent, k}, static_cast<int>(children_.size()) + 1);
    return at->second;
}

void Tables::number(const Children &children) {
    for (const auto &[parent, k] : children)
        child(parent, k);
}

Children Tables::children() const {
    Children all(children_.size());
    for (const auto &[name, number] : children_)
        all[static_cast<size_t>(number - 1)] = name;
    return all;
}

} // namespace heddle
