// The memory of a machine: private cells, which it reads and writes itself, and shared accesses, which are events.

#include "machine.hpp"

namespace heddle {

namespace {

int64_t aligned(int64_t address) { return (address + 2 * ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

} // namespace

bool Machine::is_private(int64_t address) const {
    const uint64_t region = static_cast<uint64_t>(address) >> p_.shift;
    return region == static_cast<uint64_t>(FIRST_THREAD_REGION + REGIONS * live_.s.thread + PRIVATE);
}

void Machine::allocate(const Ins &i, int64_t size) {
    const int64_t limit = int64_t{1} << p_.shift;
    int64_t &next = live_.s.next[i.b];
    const int64_t address = next;
    if (size < 0 || size >= limit || (next & (limit - 1)) + size + 4 * ALIGNMENT >= limit) {
        stop(Act::Unsupported, i, 0);
        return;
    }
    next = aligned(next + size);
    if (i.b == PRIVATE && i.op == Op::Allocate)
        live_.frames.back().private_high = next;
    value(i.dst) = wrap(address, i.bits, i.is_signed);
    taint(i.dst) = 0;
}

// Load, Store, RmwLoad, RmwStore: the address in register a, which is determined.
void Machine::access(const Ins &i) {
    Section &section = live_.s.section;
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
        mark(i.uid);
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
        } else if (section.depth) {
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
        } else if (section.depth) {
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
    default: stop(Act::Unsupported, i, 0);
    }
}

void Machine::load(const Ins &i, int64_t address) {
    Section &section = live_.s.section;
    const uint64_t from = taint(i.a);
    if (!section.depth) {
        visible(Act::Load, i, address, 0);
    } else if (section.stored && section.store_address == address && section.store_size == i.size) {
        set(i, section.stored_value, section.stored_taint);
        return;
    } else if (section.loaded && section.load_address == address && section.load_size == i.size) {
        set(i, section.loaded_value, section.loaded_taint);
        return;
    } else if (section.loaded || section.stored) {
        stop(Act::Unsupported, i, 1);
        return;
    } else {
        section.loaded = true;
        section.load_address = address;
        section.load_size = i.size;
        visible(Act::RmwLoad, i, address, 0);
        live_.s.action.cls = sections_.rmw_read;
        live_.s.action.failed_cls = sections_.read;
    }
    live_.s.action.address_taint = from & ORIGINS;
}

void Machine::store(const Ins &i, int64_t address, int64_t v, uint64_t from) {
    Section &section = live_.s.section;
    const uint64_t address_taint = i.op == Op::Store ? taint(i.a) : live_.s.rmw_taint;
    if (!section.depth) {
        visible(Act::Store, i, address, v);
        live_.s.action.address_taint = address_taint & ORIGINS;
        live_.s.action.data_taint = from;
        return;
    }
    if ((section.stored && (section.store_address != address || section.store_size != i.size)) ||
        (section.loaded && (section.load_address != address || section.load_size != i.size))) {
        stop(Act::Unsupported, i, 1);
        return;
    }
    section.stored = true;
    section.store_address = address;
    section.store_size = i.size;
    section.stored_value = v;
    section.stored_taint = from;
    section.address_taint = address_taint & ORIGINS;
    section.uid = i.uid;
}

// What a section wrote appears at its end, all at once.
void Machine::section_end(const Ins &i) {
    Section &section = live_.s.section;
    if (section.depth == 0) {
        stop(Act::Undefined, i);
        return;
    }
    if (section.depth == 1 && section.stored) {
        Ins store = i;
        store.size = section.store_size;
        store.uid = section.uid;
        store.dst = -1;
        store.c = section.loaded ? sections_.rmw_write : sections_.write;
        section.stored = false;
        section.depth = 1;
        live_.frames.back().pc--;  // the end comes again, after the write
        const Section kept = section;
        visible(kept.loaded ? Act::RmwStore : Act::Store, store, kept.store_address, kept.stored_value);
        live_.s.action.address_taint = kept.address_taint;
        live_.s.action.data_taint = kept.stored_taint;
        return;
    }
    mark(i.uid);
    section.depth--;
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
