// The memory of a machine: private cells, which it reads and writes itself, and shared accesses, which are events.

#include <stdexcept>

#include "machine.hpp"

namespace heddle {

namespace {

constexpr uint32_t MOST_DEAD = 16;

} // namespace

bool Machine::is_private(int64_t address) const {
    const uint64_t region = static_cast<uint64_t>(address) >> p_.shift;
    return region == static_cast<uint64_t>(FIRST_THREAD_REGION + REGIONS * live_.s.thread);
}

void Machine::allocate(const Ins &i, int64_t size) {
    if (!has_room(i, size))
        return;
    const bool local = i.op == Op::Allocate;
    if (local && value(i.dst))
        end_object(value(i.dst));
    if (local)
        live_.frames.back().objects = true;
    const int64_t address = new_object(static_cast<Region>(i.b), size, local ? live_.frames.size() : 0);
    value(i.dst) = wrap(address, i.bits, i.is_signed);
    taint(i.dst) = 0;
}

// Others tell whether a freed block is given out again.
void Machine::allocate_visibly(const Ins &i, int64_t size) {
    if (!has_room(i, size))
        return;
    if (live_.s.section.depth && !live_.s.section.block) {
        stop(Act::Widens, i);
        live_.s.action.uid = live_.s.section.begin;
        return;
    }
    visible(Act::Allocate, i, next(static_cast<Region>(i.b)), size);
    live_.s.action.info = i.b;
}

bool Machine::has_room(const Ins &i, int64_t size) {
    const int64_t limit = int64_t{1} << p_.shift, used = next(static_cast<Region>(i.b)) & (limit - 1);
    const bool fits = size >= 0 && size < limit && used + size + 4 * ALIGNMENT < limit;
    if (!fits)
        refuse(Limit::NoRoom, i);
    return fits;
}

int64_t Machine::new_object(Region region, int64_t size, uint32_t depth) {
    const int64_t address = next(region);
    next(region) = after_object(p_, address, size);
    const Extent *before = Extent::last(live_.extents.data(), live_.extents.size(), address);
    const size_t at = before ? static_cast<size_t>(before - live_.extents.data()) + 1 : 0;
    live_.extents.insert(at, {address, size, depth});
    return address;
}

// Whether an operation depends on where objects lie is seen where all of them are known; numbers are sorted out here.
void Machine::observe(const Ins &i) {
    const int64_t left = value(i.a), right = i.b < 0 ? 0 : value(i.b);
    const Seen seen{i.uid, static_cast<Sight>(i.c), (i.size & 1) && p_.is_address(left), (i.size & 2) && p_.is_address(right), left,
                    right};
    const bool anyway = seen.sight == Sight::Always || seen.sight == Sight::Parts;
    if (!anyway && !seen.left_is_address && !seen.right_is_address)
        return;
    for (uint32_t k = 0; k < live_.seen.size(); k++)
        if (live_.seen[k] == seen)
            return;
    live_.seen.push(seen);
}

// --- lives -----------------------------------------------------------------------------------------------------------

// A local object ends.
void Machine::end_object(int64_t address) {
    Buffer<Extent> &all = live_.extents;
    Extent &object = all[static_cast<size_t>(Extent::last(all.data(), all.size(), address) - all.data())];
    if (object.ended != Extent::LIVES)
        return;
    object.ended = live_.s.events;
    if (!is_private(address)) {
        live_.s.endings++;
        return;
    }
    // Only the latest private ones are remembered: where the others were, no object is found.
    forget(address, object.size);
    uint32_t dead = 0;
    for (uint32_t k = all.size(); k-- > 0;)
        if (is_private(all[k].address) && all[k].depth && all[k].ended != Extent::LIVES && ++dead > MOST_DEAD)
            all.erase(k, k + 1);
}

// Those of the call at this depth do.
void Machine::end_objects(uint32_t depth) {
    for (uint32_t k = live_.extents.size(); k-- > 0;)
        if (live_.extents[k].depth == depth)
            end_object(live_.extents[k].address);
}

// Addresses of private objects from here on are free again, if there are none any more.  That is made use of only when most
// addresses are gone, so that old pointers point to nothing.
void Machine::reuse_addresses(int64_t low) {
    int64_t &next = this->next(Region::Private);
    if (!((next & ((int64_t{1} << p_.shift) - 1)) >> (p_.shift - 1)))
        return;
    Buffer<Extent> &all = live_.extents;
    for (uint32_t k = all.size(); k-- > 0;)
        if (is_private(all[k].address) && all[k].address >= low) {
            if (all[k].ended == Extent::LIVES)
                return;
            forget(all[k].address, all[k].size);
            all.erase(k, k + 1);
        }
    next = low;
}

void Machine::free(const Ins &i, int64_t address) {
    mark(i.uid);
    if (!address)
        return;
    if (is_private(address)) {
        const Extent *last = Extent::last(live_.extents.data(), live_.extents.size(), address);
        const bool is_block = last && last->address == address && !last->depth && last->ended == Extent::LIVES;
        if (is_block)
            live_.extents[static_cast<size_t>(last - live_.extents.data())].ended = live_.s.events;
        else
            stop(ending(Fault::NoBlock), i, static_cast<int32_t>(Fault::NoBlock));
    } else if (live_.s.section.depth && !live_.s.section.block) {
        stop(Act::Widens, i);
        live_.s.action.uid = live_.s.section.begin;
    } else {
        visible(Act::Free, i, address, 0);
    }
}

// May the access use the private memory at this address?  If not, the thread stops.
bool Machine::is_usable(const Ins &i, int64_t address) {
    const Extent *last = Extent::last(live_.extents.data(), live_.extents.size(), address);
    if (!last || !last->holds(address, i.size))
        stop(ending(Fault::NoObject), i);
    else if (last->ended != Extent::LIVES)
        stop(ending(Fault::NoLife), i, static_cast<int32_t>(Fault::NoLife));
    return !stopped_;
}

void Machine::forget(int64_t address, int64_t size) {
    uint32_t low = 0;
    while (low < live_.cells.size() && live_.cells[low].address < address)
        low++;
    uint32_t high = low;
    while (high < live_.cells.size() && live_.cells[high].address < address + size)
        high++;
    live_.cells.erase(low, high);
}

// --- accesses --------------------------------------------------------------------------------------------------------

// Load, Store, RmwLoad, RmwStore: the address in register a, which is determined.
void Machine::access(const Ins &i) {
    if (i.op != Op::RmwStore && is_private(value(i.a)) && !is_usable(i, value(i.a)))
        return;
    switch (i.op) {
    case Op::Load:
        if (!live_.s.piece)
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
        if (!live_.s.piece)
            mark(i.uid, value(i.a));
        if (is_private(value(i.a)))
            store_private(value(i.a), i.size, value(i.b), taint(i.b));
        else
            store(i, value(i.a), value(i.b), taint(i.b));
        return;
    case Op::RmwLoad: {
        if (!live_.s.piece)
            mark(i.uid);
        const int64_t address = value(i.a);
        live_.s.rmw_address = address;
        live_.s.rmw_taint = taint(i.a);
        if (is_private(address))
            load_private(i, address);
        else if (live_.s.section.depth)
            load(i, address);
        else
            load_shared(Act::RmwLoad, i, address);
        return;
    }
    case Op::RmwStore: {  // a: whether it writes (none: always), b: the value; its instruction is that of the read
        if (i.a >= 0 && !value(i.a))
            return;
        const int64_t address = live_.s.rmw_address;
        if (is_private(address))
            store_private(address, i.size, value(i.b), taint(i.b));
        else if (live_.s.section.depth)
            store(i, address, value(i.b), taint(i.b));
        else
            store_shared(Act::RmwStore, i, address, value(i.b), taint(i.b), live_.s.rmw_taint & ORIGINS);
        return;
    }
    default: throw std::logic_error("no such operation");
    }
}

// --- shared memory ---------------------------------------------------------------------------------------------------

// An access to several pieces of memory is as many events: its instruction is executed again after each of them.
void Machine::piece(Act act, Ins i, int64_t address, const Pieces &pieces, int k, int64_t v) {
    if (live_.s.piece++ == 0 && !live_.s.section.depth)
        live_.s.access = static_cast<int32_t>(++live_.s.blocks);
    i.size = pieces.size(k);
    i.dst = -1;
    live_.frames.back().pc--;
    visible(act, i, address + pieces.offset[k], v);
    if (live_.s.section.depth)
        return;
    live_.s.action.block = live_.s.access;
    live_.s.action.part = static_cast<int8_t>(pieces.offset[k]);
    live_.s.action.last = k + 1 == pieces.count;
}

// The value of an access all of whose pieces have been read.
void Machine::assemble(const Ins &i, int64_t address, const Pieces &pieces) {
    int64_t v = 0;
    uint64_t from = 0;
    uint8_t poison = 0;
    for (int k = 0; k < pieces.count; k++) {
        const SectionCell *cell = section_cell(i, address + pieces.offset[k], pieces.size(k));
        v |= pieces.share(cell->value, k);
        from |= cell->taint;
        poison |= pieces.in_access(poisoned(cell->taint), k);
    }
    live_.s.piece = 0;
    set_loaded(i, v, with_poison(from, poison, i.size));
}

void Machine::load_shared(Act act, const Ins &i, int64_t address) {
    const Pieces pieces(p_, address, i.size);
    const uint64_t from = taint(i.a) & ORIGINS;
    const int k = live_.s.piece;
    if (pieces.count == 1) {
        visible(act, i, address, 0);
    } else if (k == pieces.count) {
        assemble(i, address, pieces);
        live_.section.resize(0);
        return;
    } else {
        live_.section.push({address + pieces.offset[k], 0, 0, from, i.uid, pieces.size(k), true, false});
        piece(act, i, address, pieces, k, 0);
    }
    live_.s.action.address_taint = from;
    live_.s.action.failed_cls = i.b;
}

void Machine::store_shared(Act act, const Ins &i, int64_t address, int64_t v, uint64_t from, uint64_t address_taint) {
    const Pieces pieces(p_, address, i.size);
    const int k = live_.s.piece;
    if (pieces.count == 1) {
        visible(act, i, address, v);
    } else if (k == pieces.count) {
        live_.s.piece = 0;
        return;
    } else {
        piece(act, i, address, pieces, k, pieces.content(v, k));
        from = with_poison(from, pieces.bytes(poisoned(from), k), pieces.size(k));
    }
    live_.s.action.address_taint = address_taint;
    live_.s.action.data_taint = from;
}

// The cell of a section at an address; none if the section has not come there before.  Stops where that needs more than the
// section is made for.
SectionCell *Machine::section_cell(const Ins &i, int64_t address, uint8_t size) {
    for (uint32_t k = 0; k < live_.section.size(); k++) {
        SectionCell &c = live_.section[k];
        if (c.address == address && c.size == size)
            return &c;
        if (c.address < address + size && address < c.address + c.size) {
            stop(Act::Overlaps, i, c.size);
            live_.s.action.address = address;
            live_.s.action.size = size;
            live_.s.action.value = c.address;
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
    if (!live_.s.section.depth) {
        load_shared(Act::Load, i, address);
        return;
    }
    const Pieces pieces(p_, address, i.size);
    const uint64_t from = taint(i.a) & ORIGINS;
    for (int k = 0; k < pieces.count; k++) {
        const int64_t at = address + pieces.offset[k];
        if (section_cell(i, at, pieces.size(k)))
            continue;
        if (stopped_)
            return;
        live_.section.push({at, 0, 0, from, i.uid, pieces.size(k), true, false});
        const bool wide = live_.s.section.block;
        const Act act = wide ? Act::Load : Act::RmwLoad;
        if (pieces.count == 1)
            visible(act, i, at, 0);
        else
            piece(act, i, address, pieces, k, 0);
        live_.s.action.cls = wide ? sections_.read : sections_.rmw_read;
        live_.s.action.failed_cls = sections_.read;
        live_.s.action.address_taint = from;
        return;
    }
    assemble(i, address, pieces);
}

void Machine::store(const Ins &i, int64_t address, int64_t v, uint64_t from) {
    const uint64_t address_taint = (i.op == Op::Store ? taint(i.a) : live_.s.rmw_taint) & ORIGINS;
    if (!live_.s.section.depth) {
        store_shared(Act::Store, i, address, v, from, address_taint);
        return;
    }
    const Pieces pieces(p_, address, i.size);
    for (int k = 0; k < pieces.count; k++) {
        const int64_t at = address + pieces.offset[k];
        const SectionCell *c = section_cell(i, at, pieces.size(k));
        if (stopped_)
            return;
        const uint64_t tainted = with_poison(from, pieces.bytes(poisoned(from), k), pieces.size(k));
        const SectionCell stored{at, pieces.count == 1 ? v : pieces.content(v, k), tainted, address_taint, i.uid,
                                 pieces.size(k), c && c->loaded, true};
        if (c) {  // the writes appear in the order of the program
            const size_t old = static_cast<size_t>(c - live_.section.data());
            live_.section.erase(old, old + 1);
        }
        live_.section.push(stored);
    }
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
    section.events = live_.s.events;
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
        for (int b = 0; b < c.size; b++) {
            const uint64_t from = with_poison(c.taint, static_cast<uint8_t>(poisoned(c.taint) >> b), 1);
            const Cell byte{c.address + b, c.value >> (8 * b) & 0xff, from, 1};
            if (b == 0)
                live_.cells[k] = byte;
            else
                live_.cells.insert(k + static_cast<uint32_t>(b), byte);
        }
    }
}

void Machine::load_private(const Ins &i, int64_t address) {
    if (const Cell *c = cell(address, i.size)) {
        set_loaded(i, c->value, c->taint | taint(i.a));
        return;
    }
    split_cells(address, i.size);
    uint64_t v = 0, from = taint(i.a);
    uint8_t poison = 0;
    for (int b = 0; b < i.size; b++) {
        const Cell *c = cell(address + b, 1);
        v |= c ? static_cast<uint64_t>(c->value & 0xff) << (8 * b) : 0;
        from |= c ? c->taint : 0;
        if (c ? (c->taint & POISON) != 0 : p_.fill < 0)
            poison |= static_cast<uint8_t>(1 << b);
    }
    set_loaded(i, static_cast<int64_t>(v), with_poison(from, poison, i.size));
}

// A value as memory holds it; only if it stays as it is, a part of it can be indeterminate.
void Machine::set_loaded(const Ins &i, int64_t v, uint64_t from) {
    set(i, v, i.bits == 8 * i.size ? from : as_whole(from));
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
