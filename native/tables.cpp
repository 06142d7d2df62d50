#include "tables.hpp"

namespace heddle {

int Tables::location(int64_t address, int size) {
    {
        std::shared_lock lock(mutex_);
        auto known = by_address_.find(address);
        if (known != by_address_.end() && locations_[static_cast<size_t>(known->second)].size == size)
            return known->second;
    }
    std::unique_lock lock(mutex_);
    auto known = by_address_.find(address);
    if (known != by_address_.end()) {
        if (locations_[static_cast<size_t>(known->second)].size != size)
            mixed_ = true;
        return known->second;
    }
    LocationInfo info{address, size, 0, false};
    if (!initial_value(info))
        return -1;
    auto after = sizes_.upper_bound(address);
    if (after != sizes_.end() && after->first < address + size)
        mixed_ = true;
    if (after != sizes_.begin() && std::prev(after)->first + std::prev(after)->second > address)
        mixed_ = true;
    sizes_[address] = size;
    const int number = static_cast<int>(locations_.size());
    by_address_[address] = number;
    locations_.push_back(info);
    return number;
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
    if (kind == Region::ThreadLocal)
        for (const ThreadObject &o : p_.thread_shared)
            if ((info.address & ((int64_t{1} << p_.shift) - 1)) - ALIGNMENT == o.offset && o.size == info.size)
                info.initial = o.value;
    return true;
}

int Tables::child(int parent, uint32_t k) {
    std::unique_lock lock(mutex_);
    auto [at, fresh] = children_.try_emplace({parent, k}, static_cast<int>(children_.size()) + 1);
    return at->second;
}

} // namespace heddle
