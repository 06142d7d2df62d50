// The addresses of a thread's private objects, for a search of states: they are free again as soon as nobody knows them.
#pragma once

#include <algorithm>

#include "state.hpp"

namespace heddle {

inline bool is_own(const Program &p, const Live &live, int64_t address) {
    return static_cast<int64_t>(static_cast<uint64_t>(address) >> p.shift) == region_of(live.s.thread, 0);
}

// May something that the thread holds be the address of the object, or of what it was part of?  Pieces of addresses too.
inline bool is_known(Live &live, const Extent &object, int64_t returned) {
    const auto leads_there = [&object](int64_t v) { return v >= object.address && v <= object.address + object.size; };
    for (uint32_t k = 0; k < live.values.size(); k++)
        if (leads_there(live.values[k]))
            return true;
    for (uint32_t k = 0; k < live.section.size(); k++)
        if (leads_there(live.section[k].address) || leads_there(live.section[k].value))
            return true;
    uint64_t word = 0;  // the last eight bytes, where cells follow each other
    for (uint32_t k = 0; k < live.cells.size(); k++) {
        const Cell &c = live.cells[k];
        for (int byte = 0; byte < c.size; byte++) {
            word = word >> 8 | (static_cast<uint64_t>(c.value) >> 8 * byte & 0xff) << 56;
            if (leads_there(static_cast<int64_t>(word)) || leads_there(static_cast<int64_t>(word >> 32)))
                return true;
        }
    }
    const Action &a = live.s.action;
    return leads_there(a.address) || leads_there(a.value) || leads_there(live.s.rmw_address) || leads_there(returned);
}

// What is in a block that was freed goes with it.
inline void forget_cells(Live &live, const Extent &object) {
    for (uint32_t k = live.cells.size(); k-- > 0;)
        if (live.cells[k].address >= object.address && live.cells[k].address < object.address + object.size)
            live.cells.erase(k, k + 1);
}

// Private addresses that held objects are free again as soon as nobody knows them: a loop that calls a function would have
// new ones for its objects in every round, and no state would ever come back.
inline void give_back(const Program &p, Live &live, int64_t returned = 0) {
    int64_t next = region_start(p, region_of(live.s.thread, 0)) + p.thread_private_size;
    for (uint32_t k = 0; k < live.extents.size();) {
        const Extent &e = live.extents[k];
        if (!is_own(p, live, e.address)) {
            k++;
        } else if (e.ended != Extent::LIVES && !is_known(live, e, returned)) {
            forget_cells(live, e);
            live.extents.erase(k, k + 1);
        } else {
            next = std::max(next, after_object(p, e.address, e.size));
            k++;
        }
    }
    int64_t &known = live.s.next[0];
    if (next >= known)
        return;
    known = next;
    for (uint32_t k = 0; k < live.frames.size(); k++)  // of those above, no object lives
        live.frames[k].private_low = std::min(live.frames[k].private_low, next);
}

} // namespace heddle
