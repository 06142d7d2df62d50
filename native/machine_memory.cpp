// The memory of a machine: private cells, which it reads and writes itself, and shared accesses, which are events.

#include <stdexcept>

#include "machine.hpp"

namespace heddle {

namespace {

int64_t aligned(int64_t address) { return (address + 2 * ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

} // namespace

bool Machine::is_private(int64_t address) const {
    const uint64_t region = static_cast<uint64_t>(address) >> p_.shift;
    return region == static_cast<uint64_t>(FIRST_THREAD_REGION + REGIONS * live_.s.thread);
}

void Machine::allocate(const Ins &i, int64_t size) {
    const int64_t limit = int64_t{1} << p_.shift;
    const Region region = static_cast<Region>(i.b);
    int64_t &next = this->next(region);
    const int64_t address = next;
    if (size < 0 || size >= limit || (next & (limit - 1)) + size + 4 * ALIGNMENT >= limit) {
        refuse(Limit::NoRoom, i);
        return;
    }
    next = aligned(next + size);
    if (region == Region::Private && i.op == Op::Allocate)
        live_.frames.back().private_high = next;
    value(i.dst) = wrap(address, i.bits, i.is_signed);
    taint(i.dst) = 0;
}

// Load, Store, RmwLoad, RmwStore: the address in register a, which is determined.
void Machine::access(const Ins &i) {
    switch (i.op) {
    case Op::Load:
        mark(i.uid);
        if (is_private(value(i.a)))
            load_private(i, value(i.a));
        else
            load(i, value(i.a));
        return;
    case Op::Store:
        if (taint(i.b) & UNDEFINED) {
            stop(Act::Undefined, i);
            return;
        }
        mark(i.uid, value(i.a));
        if (is_private(value(i.a)))
            store_private(value(i.a), i.size, value(i.b), taint(i.b));
        else
            store(i, value(i.a), value(i.b), taint(i.b));
        return;
    case Op::RmwLoad: {
        mark(i.uid);
        const int64_t address = value(i.a);
        live_.s.rmw_address = address;
        live_.s.rmw_taint = taint(i.a);
        if (is_private(address)) {
            load_private(i, address);
        } else if (live_.s.section.depth) {
            load(i, address);
        } else {
            const uint64_t from = taint(i.a);
            visible(Act::RmwLoad, i, address, 0);
            live_.s.action.address_taint = from & ORIGINS;
            live_.s.action.failed_cls = i.b;
        }
        return;
    }
    case Op::RmwStore: {  // a: whether it writes (none: always), b: the value; its instruction is that of the read
        if (i.a >= 0 && !value(i.a))
            return;
        const int64_t address = live_.s.rmw_address;
        if (is_private(address)) {
            store_private(address, i.size, value(i.b), taint(i.b));
        } else if (live_.s.section.depth) {
            store(i, address, value(i.b), taint(i.b));
        } else {
            const int64_t v = value(i.b);
            const uint64_t from = taint(i.b);
            visible(Act::RmwStore, i, address, v);
            live_.s.action.address_taint = live_.s.rmw_taint & ORIGINS;
            live_.s.action.data_taint = from;
        }
        return;
    }
    default: throw std::logic_error("no such operation");
    }
}

// The cell of a section at an address; none if the section has not come there before.  Stops where that needs more than the
// section is made for.
SectionCell *Machine::section_cell(const Ins &i, int64_t address) {
    for (uint32_t k = 0; k < live_.section.size(); k++) {
        SectionCell &c = live_.section[k];
        if (c.address == address && c.size == i.size)
            return &c;
        if (c.address < address + i.size && address < c.address + c.size) {
            refuse(Limit::MixedSection, i);
            return nullptr;
        }
    }
    if (live_.section.size() && !live_.s.section.block) {
        stop(Act::Widens, i);
        live_.s.action.uid = live_.s.section.begin;
    }
    return nullptr;
}

void Machine::load(const Ins &i, int64_t address) {
    const uint64_t from = taint(i.a);
    if (!live_.s.section.depth) {
        visible(Act::Load, i, address, 0);
        live_.s.action.address_taint = from & ORIGINS;
        return;
    }
    const SectionCell *known = section_cell(i, address);
    if (known) {
        set(i, known->value, known->taint);
    } else if (!stopped_) {
        live_.section.push({address, 0, 0, from & ORIGINS, i.uid, i.size, true, false});
        const bool wide = live_.s.section.block;
        visible(wide ? Act::Load : Act::RmwLoad, i, address, 0);
        live_.s.action.cls = wide ? sections_.read : sections_.rmw_read;
        live_.s.action.failed_cls = sections_.read;
        live_.s.action.address_taint = from & ORIGINS;
    }
}

void Machine::store(const Ins &i, int64_t address, int64_t v, uint64_t from) {
    const uint64_t address_taint = (i.op == Op::Store ? taint(i.a) : live_.s.rmw_taint) & ORIGINS;
    if (!live_.s.section.depth) {
        visible(Act::Store, i, address, v);
        live_.s.action.address_taint = address_taint;
        live_.s.action.data_taint = from;
        return;
    }
    const SectionCell *c = section_cell(i, address);
    if (stopped_)
        return;
    SectionCell stored{address, v, from, address_taint, i.uid, i.size, c && c->loaded, true};
    if (c) {  // the writes appear in the order of the program
        const size_t at = static_cast<size_t>(c - live_.section.data());
        live_.section.erase(at, at + 1);
    }
    live_.section.push(stored);
}

// ``a``: whether the section is wide, ``c``: the fence at its two ends, if there is one.
void Machine::section_begin(const Ins &i) {
    Section &section = live_.s.section;
    mark(i.uid);
    if (section.depth++)
        return;
    live_.section.resize(0);
    section = Section{};
    section.depth = 1;
    section.begin = i.uid;
    if (i.a > 0) {
        section.block = static_cast<int32_t>(++live_.s.blocks);
        section_fence(i);
    }
}

void Machine::section_fence(Ins i) {
    i.uid = -1;  // it is no instruction of the program
    if (i.c >= 0)
        visible(Act::Fence, i, 0, 0);
}

// What a section wrote appears at its end, all at once.  The end comes again after each write.
void Machine::section_end(const Ins &i) {
    Section &section = live_.s.section;
    if (section.depth == 0) {
        stop(Act::Undefined, i);
        return;
    }
    if (section.depth == 1) {
        while (section.written < live_.section.size()) {
            const SectionCell c = live_.section[section.written++];
            if (!c.stored)
                continue;
            Ins store = i;
            store.size = c.size;
            store.uid = c.uid;
            const bool paired = c.loaded && !section.block;
            store.c = paired ? sections_.rmw_write : sections_.write;
            live_.frames.back().pc--;
            visible(c.loaded ? Act::RmwStore : Act::Store, store, c.address, c.value);
            live_.s.action.address_taint = c.address_taint;
            live_.s.action.data_taint = c.taint;
            return;
        }
        if (section.block && i.c >= 0 && !section.fenced) {
            section.fenced = true;
            live_.frames.back().pc--;
            section_fence(i);
            return;
        }
    }
    mark(i.uid);
    if (--section.depth == 0)
        live_.section.resize(0);
}

// --- private memory --------------------------------------------------------------------------------------------------

Cell *Machine::cell(int64_t address, int size) {
    uint32_t low = 0, high = live_.cells.size();
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (live_.cells[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < live_.cells.size() && live_.cells[low].address == address && live_.cells[low].size == size)
        return &live_.cells[low];
    return nullptr;
}

// Where accesses of different sizes meet, cells become bytes.
void Machine::split_cells(int64_t address, int size) {
    for (uint32_t k = 0; k < live_.cells.size(); k++) {
        const Cell c = live_.cells[k];
        if (c.size == 1 || c.address >= address + size || c.address + c.size <= address)
            continue;
        live_.cells[k] = {c.address, c.value & 0xff, c.taint, 1};
        for (int b = 1; b < c.size; b++)
            live_.cells.insert(k + static_cast<uint32_t>(b), {c.address + b, c.value >> (8 * b) & 0xff, c.taint, 1});
    }
}

void Machine::load_private(const Ins &i, int64_t address) {
    if (const Cell *c = cell(address, i.size)) {
        set(i, c->value, c->taint | taint(i.a));
        return;
    }
    split_cells(address, i.size);
    uint64_t v = 0, from = taint(i.a);
    for (int b = 0; b < i.size; b++) {
        const Cell *c = cell(address + b, 1);
        v |= c ? static_cast<uint64_t>(c->value & 0xff) << (8 * b) : 0;
        from |= c ? c->taint : POISON;
    }
    set(i, static_cast<int64_t>(v), from);
}

void Machine::store_private(int64_t address, int size, int64_t v, uint64_t from) {
    if (Cell *c = cell(address, size)) {
        if (c->value != v || ((c->taint | from) & ~ORIGINS))
            live_.s.effects++;
        c->value = v;
        c->taint = from;
        return;
    }
    live_.s.effects++;
    split_cells(address, size);
    uint32_t low = 0;
    while (low < live_.cells.size() && live_.cells[low].address < address)
        low++;
    uint32_t high = low;
    while (high < live_.cells.size() && live_.cells[high].address < address + size)
        high++;
    live_.cells.erase(low, high);
    live_.cells.insert(low, {address, v, from, size});
}

} // namespace heddle
