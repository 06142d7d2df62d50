// The execution graph: events of threads, where reads read from, in which order writes to a location happen.
//
// Events lie in numbered slots, so that sets of events are bit vectors; slots of removed events are used again.  Events are
// added one by one, each po- and rf-maximal at that time, and removed in the opposite order.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "bits_large.hpp"
#include "model.hpp"
#include "state.hpp"

namespace heddle {

struct Overflow : std::runtime_error {
    Overflow() : std::runtime_error("more events than the graph has room for") {}
};

constexpr int INIT_THREAD = -1;

template <int W> struct Event {
    Kind kind = Kind::Other;
    uint8_t poison = 0;              // its indeterminate bytes
    int16_t thread = INIT_THREAD;
    int32_t index = 0, cls = 0, loc = -1;
    int32_t rf = -1, partner = -1;   // slots; the partner of a read-modify-write's write is its read
    int32_t block = -1;              // the atomic section that it belongs to
    int32_t given = -1;              // of an allocation: the event that freed the block that it gives again
    uint32_t stamp = 0;              // when it was added
    int64_t value = 0;
    StateRef state;                  // the thread right at the event
    Bits<W> po, porf;                // what comes before it
    Bits<W> readers, before, after;  // for writes: who reads from it, its predecessors and successors in co
    Bits<W> addr, data, ctrl;        // the reads it depends on
    Bits<W> raising;                 // earlier events with which it raises a flag
};

template <int W> struct Location {
    int init = -1;
    std::vector<int> co;             // writes, the initial one first
    Bits<W> members;
};

// The events of an atomic section over several locations, or of an *access* to several pieces of memory.  Those of an
// access have no order among themselves, and the model takes them for one event.
template <int W> struct Block {
    int32_t number = 0;              // among those of its thread
    bool access = false;
    Bits<W> members;
};

template <int W> struct ThreadEvents {
    std::vector<int> events;
    StateRef pending;                // the thread at its next action; none if the thread does not exist
    int creator = -1;
    bool stuck = false;              // its section cannot go on in this graph
    Bits<W> mask;
};

template <int W> class Graph {
  public:
    Graph(const Model &model, const std::vector<EventClass> &classes) : model_(&model), classes_(&classes) {
        sets.resize(static_cast<size_t>(model.sets));
    }

    std::vector<Event<W>> events;
    std::vector<ThreadEvents<W>> threads;
    std::vector<Location<W>> locations;
    std::vector<Block<W>> blocks;    // an empty one is free
    std::vector<Bits<W>> sets, columns;
    std::vector<int> order;          // all events but the initial writes, as they were added
    Bits<W> alive;                   // what is in the graph
    Bits<W> initial;                 // initial writes: those that are in the graph, and others that keep their slots
    Bits<W> frees;                   // the events that free blocks
    Bits<W> allocations;             // those that allocate them, where freed blocks may be given out again
    Bits<W> loose;                   // those of operands: some of their thread that were added earlier do not come before them
    Bits<W> breaking;                // those that broke a patient axiom when they were added
    uint32_t next_stamp = 1;
    bool has_accesses = false;       // there are, or were, blocks that are accesses

    const Model &model() const { return *model_; }
    Event<W> &operator[](int slot) { return events[static_cast<size_t>(slot)]; }
    const Event<W> &operator[](int slot) const { return events[static_cast<size_t>(slot)]; }
    Location<W> &location(int l) { return locations[static_cast<size_t>(l)]; }
    const Location<W> &location(int l) const { return locations[static_cast<size_t>(l)]; }
    Block<W> &block(int b) { return blocks[static_cast<size_t>(b)]; }
    const Block<W> &block(int b) const { return blocks[static_cast<size_t>(b)]; }
    ThreadEvents<W> &thread(int t) { return threads[static_cast<size_t>(t)]; }
    const ThreadEvents<W> &thread(int t) const { return threads[static_cast<size_t>(t)]; }
    Bits<W> &column(int slot, int c) { return columns[static_cast<size_t>(slot * model_->columns + c)]; }
    const Bits<W> &column(int slot, int c) const { return columns[static_cast<size_t>(slot * model_->columns + c)]; }

    int new_slot() {
        const int slot = (alive | initial).first_free();
        if (slot == Bits<W>::CAPACITY)
            throw Overflow();
        if (static_cast<size_t>(slot) >= events.size()) {
            events.resize(static_cast<size_t>(slot) + 1);
            columns.resize(events.size() * static_cast<size_t>(model_->columns));
        }
        return slot;
    }

    // Makes the event known to the sets that it belongs to.
    void enter(int slot, int cls) {
        Event<W> &e = (*this)[slot];
        e.cls = cls;
        e.kind = (*classes_)[static_cast<size_t>(cls)].kind;
        alive.set(slot);
        for (uint64_t rest = (*classes_)[static_cast<size_t>(cls)].sets; rest; rest &= rest - 1)
            sets[static_cast<size_t>(std::countr_zero(rest))].set(slot);
    }

    void leave(int slot) {
        alive.clear(slot);
        breaking.clear(slot);
        for (uint64_t rest = (*classes_)[static_cast<size_t>((*this)[slot].cls)].sets; rest; rest &= rest - 1)
            sets[static_cast<size_t>(std::countr_zero(rest))].clear(slot);
    }

    // The slot of a location's initial write, which is in the graph while something else accesses the location.
    int init_of(int l, int64_t value, uint8_t poison) {
        if (static_cast<size_t>(l) >= locations.size())
            locations.resize(static_cast<size_t>(l) + 1);
        if (location(l).init >= 0)
            return location(l).init;
        const int slot = new_slot();
        Event<W> &e = (*this)[slot];
        e = Event<W>{};
        e.loc = l;
        e.value = value;
        e.poison = poison;
        initial.set(slot);
        location(l).init = slot;
        location(l).co.assign(1, slot);
        location(l).members.set(slot);
        return slot;
    }

    // A new event at the end of a thread, without rf and co.  ``also`` are events of other threads that it waits for.
    int append(int t, int cls, const StateRef &state, int other) {
        const int slot = new_slot();
        Event<W> &e = (*this)[slot];
        e = Event<W>{};
        e.thread = static_cast<int16_t>(t);
        ThreadEvents<W> &th = thread(t);
        e.index = static_cast<int32_t>(th.events.size());
        e.state = state;
        const int last = th.events.empty() ? th.creator : th.events.back();
        e.po = po_of_next(t, state);
        for (int before : {last, other}) {
            if (before < 0)
                continue;
            if (before == other)
                add_to_po(e.po, other);
            e.porf |= (*this)[before].porf;
            e.porf.set(before);
        }
        e.stamp = next_stamp++;
        if (state->action().block)
            join_block(slot, state->action());
        th.events.push_back(slot);
        th.mask.set(slot);
        if (state->action().act == Act::Free)
            frees.set(slot);
        if (state->action().act == Act::Allocate)
            allocations.set(slot);
        if (!state->operands().empty())
            loose.set(slot);
        order.push_back(slot);
        enter(slot, cls);
        return slot;
    }

    // Is the thread in the middle of an atomic section over several locations?
    bool inside_block(int t) const {
        const ThreadEvents<W> &th = thread(t);
        const int number = th.pending ? th.pending->action().block : 0;
        return number && !th.events.empty() && in_block(th.events.back(), number);
    }

    // What comes before the next event of a thread, which is in this state.
    Bits<W> po_of_next(int t, const StateRef &state) const {
        const ThreadEvents<W> &th = thread(t);
        const int number = state->action().block;
        const int last = th.events.empty() ? th.creator : th.events.back();
        Bits<W> po;
        if (last < 0)
            return po;
        if (number && in_block(last, number) && !th.events.empty() && block((*this)[last].block).access)
            return (*this)[last].po;
        const auto operands = state->operands();
        if (operands.empty() && !loose.test(last)) {
            add_to_po(po, last);
            return po;
        }
        bool all = true;  // all that comes before has been added
        for (size_t k = th.events.size(); k-- > 0 && all;) {
            const bool beside = std::any_of(operands.begin(), operands.end(),
                                            [&](const Operand &o) { return o.start <= k && k < o.bound; });
            if (!beside)
                add_to_po(po, th.events[k]);
            all = loose.test(th.events[k]);
        }
        if (all && th.creator >= 0)
            add_to_po(po, th.creator);
        return po;
    }

    // The events, and all that are in a block with one of them: in an atomic section, in an access, in either.
    Bits<W> with_sections(Bits<W> set) const { return with(set, true, false); }
    Bits<W> with_accesses(Bits<W> set) const { return has_accesses ? with(set, false, true) : set; }
    Bits<W> with_blocks(Bits<W> set) const { return with(set, true, true); }

    void depend(int slot, const Action &action) {
        Event<W> &e = (*this)[slot];
        fill(e.addr, e.thread, action.address_taint);
        fill(e.data, e.thread, action.data_taint & ORIGINS);
        fill(e.ctrl, e.thread, action.control_taint);
    }

    void set_location(int slot, int l) {
        (*this)[slot].loc = l;
        location(l).members.set(slot);
        if (!alive.test(location(l).init)) {
            enter(location(l).init, 0);
            compute_columns(location(l).init);
        }
    }

    // The initial write that the event brought into the graph: that of its location, if nothing else accesses it.
    int brought(int slot) const {
        const int l = (*this)[slot].loc;
        return l >= 0 && location(l).members.count() == 2 ? location(l).init : -1;
    }

    void set_rf(int read, int write) {
        Event<W> &e = (*this)[read];
        const Event<W> &w = (*this)[write];
        e.rf = write;
        e.value = w.value;
        e.poison = w.poison;
        e.porf |= w.porf;
        e.porf.set(write);
        if (w.block >= 0 && w.block != e.block)  // who knows a part of an atomic section knows all of it
            block(w.block).members.each([&](int m) {
                e.porf |= (*this)[m].porf;
                e.porf.set(m);
            });
        (*this)[write].readers.set(read);
    }

    // Puts a write at a position of its location's order.
    void set_co(int write, size_t position) {
        Location<W> &l = location((*this)[write].loc);
        Event<W> &w = (*this)[write];
        w.before = w.after = Bits<W>{};
        for (size_t k = 0; k < l.co.size(); k++) {
            Event<W> &other = (*this)[l.co[k]];
            (k < position ? w.before : w.after).set(l.co[k]);
            (k < position ? other.after : other.before).set(write);
        }
        l.co.insert(l.co.begin() + static_cast<std::ptrdiff_t>(position), write);
    }

    void unset_co(int write) {
        Location<W> &l = location((*this)[write].loc);
        l.co.erase(std::find(l.co.begin(), l.co.end(), write));
        for (int other : l.co) {
            (*this)[other].after.clear(write);
            (*this)[other].before.clear(write);
        }
    }

    void unset_rf(int read) { (*this)[(*this)[read].rf].readers.clear(read); }

    // Takes the last event of a thread out again; its rf and co are gone already.
    void remove(int slot) {
        Event<W> &e = (*this)[slot];
        ThreadEvents<W> &th = thread(e.thread);
        th.events.pop_back();
        th.mask.clear(slot);
        frees.clear(slot);
        allocations.clear(slot);
        loose.clear(slot);
        order.erase(std::find(order.rbegin(), order.rend(), slot).base() - 1);
        if (e.loc >= 0) {
            location(e.loc).members.clear(slot);
            leave_alone(location(e.loc));
        }
        if (e.block >= 0)
            block(e.block).members.clear(slot);
        leave(slot);
        e.state = StateRef{};
    }

    // Keeps only these events (with the initial ones): they are closed under po and rf.
    void restrict_to(const Bits<W> &keep) {
        for (ThreadEvents<W> &th : threads) {
            size_t n = 0;
            while (n < th.events.size() && keep.test(th.events[n]))
                n++;
            if (n < th.events.size())
                th.pending = (*this)[th.events[n]].state;
            if (th.creator >= 0 && !keep.test(th.creator)) {
                th.pending = StateRef{};
                th.creator = -1;
            }
            th.events.resize(n);
            th.stuck = false;
            th.mask &= keep;
        }
        const Bits<W> gone = alive - keep - initial;
        frees -= gone;
        allocations -= gone;
        loose -= gone;
        gone.each([&](int slot) {
            leave(slot);
            (*this)[slot].state = StateRef{};
        });
        order.erase(std::remove_if(order.begin(), order.end(), [&](int s) { return gone.test(s); }), order.end());
        alive.each([&](int slot) {
            Event<W> &e = (*this)[slot];
            e.readers -= gone;
            e.before -= gone;
            e.after -= gone;
            e.raising -= gone;
        });
        for (Block<W> &b : blocks)
            b.members -= gone;
        for (Location<W> &l : locations) {
            l.members -= gone;
            leave_alone(l);
            l.co.erase(std::remove_if(l.co.begin(), l.co.end(), [&](int s) { return gone.test(s); }), l.co.end());
        }
    }

    // The graph with all operands in the order in which they were evaluated.
    Graph<W> in_sequence() const {
        Graph<W> g(*this);
        for (const ThreadEvents<W> &th : threads) {
            Bits<W> earlier;
            for (int slot : th.events) {
                if (!loose.test(slot))
                    continue;
                const int b = (*this)[slot].block;
                g[slot].po |= b < 0 ? earlier : earlier - block(b).members;
                earlier.set(slot);
            }
        }
        g.loose = Bits<W>{};
        std::vector<int> first_to_last(order);  // a read may have been added before what it reads
        std::sort(first_to_last.begin(), first_to_last.end(),
                  [&](int a, int b) { return g[a].porf.count() < g[b].porf.count(); });
        for (int slot : first_to_last) {
            g.clear_columns(slot);
            g.compute_columns(slot);
        }
        return g;
    }

    // The events that the event follows by rf, co or fr, and those that follow it.
    Bits<W> communicates_from(int slot) const {
        const Event<W> &e = (*this)[slot];
        if (e.kind == Kind::Read)
            return e.rf >= 0 ? Bits<W>::single(e.rf) : Bits<W>{};
        Bits<W> set = e.before;
        e.before.each([&](int w) { set |= (*this)[w].readers; });
        return set;
    }
    Bits<W> communicates_to(int slot) const {
        const Event<W> &e = (*this)[slot];
        if (e.kind == Kind::Read)
            return e.rf >= 0 ? (*this)[e.rf].after : Bits<W>{};
        return e.readers | e.after;
    }

    // Puts an event that was removed back at its old place in the order of additions.
    void restamp(int slot, uint32_t stamp) {
        (*this)[slot].stamp = stamp;
        next_stamp--;
        order.pop_back();
        auto at = std::find_if(order.begin(), order.end(), [&](int s) { return (*this)[s].stamp > stamp; });
        order.insert(at, slot);
    }

    void compute_columns(int slot);
    void clear_columns(int slot) {
        for (int c = 0; c < model_->columns; c++)
            column(slot, c) = Bits<W>{};
    }
    Bits<W> pairwise_column(int node, int slot) const;

    // Adds the columns of these events.  Those of a transitive operation contain the columns of all their members, so that the
    // latest events settle most of the others.
    void collect(Bits<W> &c, Bits<W> from, int number, bool transitive) const {
        from.each_down([&](int y) {
            c |= column(y, number);
            if (transitive)
                from -= column(y, number);
        });
    }

  private:
    // An initial write that nothing else accesses the location of leaves the graph.
    void leave_alone(const Location<W> &l) {
        if (l.init >= 0 && alive.test(l.init) && l.members.count() == 1)
            leave(l.init);
    }

    Bits<W> with(Bits<W> set, bool sections, bool accesses) const {
        for (const Block<W> &b : blocks)
            if ((b.access ? accesses : sections) && b.members.meets(set))
                set |= b.members;
        return set;
    }

    // The event and what comes before it; with it all that belongs to the same access.
    void add_to_po(Bits<W> &po, int slot) const {
        const Event<W> &e = (*this)[slot];
        po |= e.po;
        if (e.block >= 0 && block(e.block).access)
            po |= block(e.block).members;
        else
            po.set(slot);
    }

    bool in_block(int slot, int number) const {
        const int b = (*this)[slot].block;
        return b >= 0 && block(b).number == number;
    }

    // The new event belongs to its thread's block of the action's number.
    void join_block(int slot, const Action &action) {
        Event<W> &e = (*this)[slot];
        const int number = action.block;
        const std::vector<int> &before = thread(e.thread).events;
        if (!before.empty() && in_block(before.back(), number)) {
            e.block = (*this)[before.back()].block;
        } else {
            size_t b = 0;
            while (b < blocks.size() && blocks[b].members.any())
                b++;
            if (b == blocks.size())
                blocks.emplace_back();
            blocks[b].number = number;
            blocks[b].access = action.part >= 0;
            has_accesses |= blocks[b].access;
            e.block = static_cast<int32_t>(b);
        }
        block(e.block).members.set(slot);
    }

    void fill(Bits<W> &set, int t, uint64_t taint) {
        if (!taint)
            return;
        int reads = 0;
        for (int s : thread(t).events)
            if ((*this)[s].kind == Kind::Read && (taint >> reads++ & 1))
                set.set(s);
    }

    const Model *model_;
    const std::vector<EventClass> *classes_;
};

// The events x with (x, slot) in a pairwise operation.
template <int W> Bits<W> Graph<W>::pairwise_column(int node, int slot) const {
    const Node &n = model_->nodes[static_cast<size_t>(node)];
    const Event<W> &e = (*this)[slot];
    switch (n.rel) {
    case Rel::Loc: return e.loc < 0 ? Bits<W>{} : location(e.loc).members;
    case Rel::Int: return e.thread < 0 ? initial & alive : thread(e.thread).mask;
    case Rel::Ext: return alive - (e.thread < 0 ? initial : thread(e.thread).mask);
    case Rel::Id: return Bits<W>::single(slot);
    case Rel::Identity: return sets[static_cast<size_t>(n.a)].test(slot) ? Bits<W>::single(slot) : Bits<W>{};
    case Rel::Product: return sets[static_cast<size_t>(n.b)].test(slot) ? sets[static_cast<size_t>(n.a)] : Bits<W>{};
    case Rel::Union: return pairwise_column(n.a, slot) | pairwise_column(n.b, slot);
    case Rel::Inter: return pairwise_column(n.a, slot) & pairwise_column(n.b, slot);
    case Rel::Diff: return pairwise_column(n.a, slot) - pairwise_column(n.b, slot);
    default: return {};
    }
}

template <int W> void Graph<W>::compute_columns(int slot) {
    const Event<W> &e = (*this)[slot];
    for (size_t k = 0; k < model_->nodes.size(); k++) {
        const Node &n = model_->nodes[k];
        if (!n.forward)
            continue;
        auto of = [&](int node) {
            const Node &m = model_->nodes[static_cast<size_t>(node)];
            return m.forward ? column(slot, m.column) : pairwise_column(node, slot);
        };
        Bits<W> c;
        switch (n.rel) {
        case Rel::Po: c = e.po; break;
        case Rel::Rf: if (e.rf >= 0) c.set(e.rf); break;
        case Rel::Rmw: if (e.partner >= 0) c.set(e.partner); break;
        case Rel::Addr: c = e.addr; break;
        case Rel::Data: c = e.data; break;
        case Rel::Ctrl: c = e.ctrl; break;
        case Rel::Id:
        case Rel::Identity: c = pairwise_column(static_cast<int>(k), slot); break;
        case Rel::Union: c = of(n.a) | of(n.b); break;
        case Rel::Inter: c = of(n.a) & of(n.b); break;
        case Rel::Diff: c = of(n.a) - of(n.b); break;
        case Rel::Optional:
        case Rel::Plus:
        case Rel::Star:
            c = of(n.a);
            if (n.rel != Rel::Optional) {
                Bits<W> direct = n.local ? c : with_accesses(c);
                direct.clear(slot);
                collect(c, direct, n.column, true);
            }
            if (n.rel != Rel::Plus)
                c.set(slot);
            break;
        case Rel::Seq: {
            const Node &left = model_->nodes[static_cast<size_t>(n.a)];
            collect(c, n.local ? of(n.b) : with_accesses(of(n.b)), left.column, left.transitive);
            break;
        }
        default: break;
        }
        column(slot, n.column) = c;
    }
}

} // namespace heddle
