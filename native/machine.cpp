#include "machine.hpp"

#include "floats.hpp"
#include "own_addresses.hpp"

namespace heddle {

namespace {

constexpr int FUEL = 5'000'000;  // so many instructions without an event, and the thread counts as running forever
constexpr int WATCHED = 10'000;  // so many more, and it would be back where it was, if it goes round

// All that the next silent instructions of a thread depend on.
struct Standing {
    uint32_t pc;
    std::vector<int64_t> numbers;
    std::vector<uint64_t> taints;

    explicit Standing(Live &live) : pc(live.frames.back().pc), numbers(live.values.data(), live.values.data() + live.values.size()),
                                    taints(live.taints.data(), live.taints.data() + live.taints.size()) {
        for (uint32_t k = 0; k < live.frames.size(); k++)
            add({live.frames[k].function, live.frames[k].pc, live.frames[k].base});
        for (uint32_t k = 0; k < live.cells.size(); k++)
            add({live.cells[k].address, live.cells[k].value, live.cells[k].size}, live.cells[k].taint);
        for (uint32_t k = 0; k < live.section.size(); k++)
            add({live.section[k].address, live.section[k].value, live.section[k].size, live.section[k].loaded,
                 live.section[k].stored}, live.section[k].taint);
        for (uint32_t k = 0; k < live.extents.size(); k++)
            add({live.extents[k].address, live.extents[k].size, live.extents[k].depth, live.extents[k].ended});
        numbers.insert(numbers.end(), std::begin(live.s.next), std::end(live.s.next));
        add({live.s.section.depth}, live.s.control);
    }

    bool operator==(const Standing &) const = default;

  private:
    void add(std::initializer_list<int64_t> more, uint64_t taint = 0) {
        numbers.insert(numbers.end(), more);
        taints.push_back(taint);
    }
};

} // namespace

StateRef Machine::start(int thread, uint32_t function, int64_t argument, bool has_argument) {
    live_.s = Scalars{};
    live_.s.thread = thread;
    for (int r = 0; r < REGIONS; r++)
        live_.s.next[r] = region_start(p_, region_of(thread, r));
    live_.frames.resize(0);
    live_.values.resize(0);
    live_.taints.resize(0);
    live_.loops.resize(0);
    live_.snapshots.resize(0);
    live_.cells.resize(0);
    live_.section.resize(0);
    live_.extents.resize(0);
    live_.waiting.resize(0);
    live_.seen.resize(0);
    live_.operands.resize(0);
    for (const ThreadObject &o : p_.thread_private)
        live_.cells.push({next(Region::Private) + o.offset, o.value, 0, o.size});
    for (const ThreadExtent &e : p_.thread_extents)  // by region and offset
        live_.extents.push({next(e.region) + e.offset, e.size, 0});
    next(Region::Private) += p_.thread_private_size;
    push_frame(function, -1, 64, false);
    const Function &f = p_.functions[function];
    for (size_t k = 0; k < f.parameters.size(); k++) {
        bool given = has_argument && k == 0;
        const Parameter &p = f.parameters[k];
        value(p.reg) = given ? wrap(argument, p.bits, p.is_signed) : 0;
        taint(p.reg) = given ? 0 : POISON;
    }
    if (p_.begins >= 0 && has_argument)
        visible_fence(p_.begins);
    else
        run();
    return StateRef(State::freeze(live_));
}

StateRef Machine::resume(const StateRef &at, int64_t given, uint64_t from) {
    at->thaw(live_);
    if (lets_loops_run) {
        live_.loops.resize(0);
        live_.snapshots.resize(0);
        live_.waiting.resize(0);
    }
    const Action act = live_.s.action;
    live_.s.events++;
    live_.s.section.begun = live_.s.section.depth > 0;
    switch (act.act) {
    case Act::Load:
    case Act::RmwLoad:
        live_.s.reads++;
        [[fallthrough]];
    case Act::Choose:
    case Act::Create:
    case Act::Join:
    case Act::Allocate:
        if ((live_.s.section.depth || act.block) && (act.act == Act::RmwLoad || act.act == Act::Load)) {
            live_.section.back().value = given;
            live_.section.back().taint = from;
        }
        if (act.act == Act::Create)
            live_.s.children++;
        if (act.act == Act::Allocate) {  // what is given again has memory of its own too: only its address is old
            new_object(static_cast<Region>(act.info), act.value, 0);
            given = given ? given : act.address;
        }
        if (act.act == Act::Choose) {
            if (act.value >= 0)  // the number of the value, which is a constant of the program
                given = p_.constants[static_cast<size_t>(act.value + given)];
            mark_input(act.uid, given);
        }
        if (act.dst >= 0) {
            value(act.dst) = wrap(given, act.bits, act.is_signed);
            taint(act.dst) = act.bits == 8 * act.size ? from : as_whole(from);
        }
        break;
    default:
        break;
    }
    if (act.act == Act::Store || act.act == Act::Create || (act.act == Act::RmwStore && live_.s.section.depth))
        live_.s.effects++;  // of other read-modify-writes Op::Effect tells
    if (live_.s.leaves)
        end(Ins{}, live_.s.result, live_.s.result_taint);
    else
        run();
    return StateRef(State::freeze(live_));
}

void Machine::mark_input(int32_t uid, int64_t given) {
    if (trace && uid >= 0)
        trace->push_back({Mark::Input, uid, given, 0});
}

StateRef Machine::halt(const StateRef &at, Fault fault) {
    at->thaw(live_);
    live_.s.action.act = ending(fault);
    return StateRef(State::freeze(live_));
}

void Machine::run() {
    stopped_ = false;
    int fuel = FUEL;
    while (!stopped_) {
        Frame &frame = live_.frames.back();
        const Ins &i = p_.code[frame.pc++];
        execute(i);
        if (--fuel == 0 && !stopped_) {
            if (goes_round())
                stop(Act::Spins, i);
            else if (!stopped_)
                cut(Bound::Endless, i);
        }
    }
}

// Whether the thread comes back to where it is now, and so never does anything that others could see.
bool Machine::goes_round() {
    const Standing here(live_);
    for (int k = 0; k < WATCHED && !stopped_; k++) {
        execute(p_.code[live_.frames.back().pc++]);
        if (!stopped_ && live_.frames.back().pc == here.pc && Standing(live_) == here)
            return true;
    }
    return false;
}

void Machine::stop(Act act, const Ins &i, int32_t info) {
    Action a;
    a.act = act;
    a.uid = i.uid;
    a.info = info;
    live_.s.action = a;
    stopped_ = true;
}

// An event that the program has no instruction for.
void Machine::visible_fence(int cls) {
    Ins i;
    i.uid = -1;
    i.c = cls;
    visible(Act::Fence, i, 0, 0);
}

// The end of a thread, after the event that says so, if there is one.
void Machine::end(const Ins &i, int64_t result, uint64_t from) {
    if (p_.ends >= 0 && !live_.s.leaves) {
        live_.s.leaves = true;
        live_.s.result = result;
        live_.s.result_taint = from;
        visible_fence(p_.ends);
        return;
    }
    stop(Act::End, i);
    live_.s.action.value = result;
    live_.s.action.data_taint = from;
}

void Machine::cut(Bound bound, const Ins &i, int32_t loop) {
    stop(Act::Cut, i, loop);
    live_.s.action.bound = bound;
}

void Machine::visible(Act act, const Ins &i, int64_t address, int64_t v) {
    Action a;
    a.act = act;
    a.size = i.size;
    a.bits = i.bits;
    a.is_signed = i.is_signed;
    a.dst = i.dst;
    a.uid = i.uid;
    a.address = address;
    a.value = v;
    a.cls = i.c;
    a.control_taint = live_.s.control & ORIGINS;
    a.block = live_.s.section.depth ? live_.s.section.block : 0;
    live_.s.action = a;
    stopped_ = true;
    if (trace)
        trace->push_back({Mark::Event, -1, 0, 0});
}

void Machine::set(const Ins &i, int64_t v, uint64_t from) {
    value(i.dst) = wrap(v, i.bits, i.is_signed);
    taint(i.dst) = from;
}

// Operators of two operands; ``c`` tells the width of the left operand (low byte) and whether it is signed.
bool Machine::binary(const Ins &i) {
    if (i.op < Op::Add || i.op > Op::LogicalOr)
        return false;
    const int64_t x = value(i.a), y = value(i.b);
    const uint64_t ux = static_cast<uint64_t>(x), uy = static_cast<uint64_t>(y);
    const bool sign = i.c >> 8 & 1;
    const int bits = i.c & 0xff;
    uint64_t from = as_whole(taint(i.a) | taint(i.b));
    int64_t r = 0;
    switch (i.op) {
    case Op::Add: r = static_cast<int64_t>(ux + uy); break;
    case Op::Sub: r = static_cast<int64_t>(ux - uy); break;
    case Op::Mul: r = static_cast<int64_t>(ux * uy); break;
    case Op::And: r = x & y; break;
    case Op::Or: r = x | y; break;
    case Op::Xor: r = x ^ y; break;
    case Op::Eq: r = x == y; break;
    case Op::Ne: r = x != y; break;
    case Op::Lt: r = sign ? x < y : ux < uy; break;
    case Op::Le: r = sign ? x <= y : ux <= uy; break;
    case Op::LogicalAnd: r = x && y; break;
    case Op::LogicalOr: r = x || y; break;
    case Op::Div:
    case Op::Rem: {
        const bool quotient = i.op == Op::Div;
        if (y == 0)
            from |= UNDEFINED;
        else if (!sign)
            r = static_cast<int64_t>(quotient ? ux / uy : ux % uy);
        else if (y == -1)
            r = quotient ? static_cast<int64_t>(-ux) : 0;
        else
            r = quotient ? x / y : x % y;
        break;
    }
    case Op::Shl:
    case Op::Shr:
        if (y < 0 || y >= bits)
            from |= UNDEFINED;
        else if (i.op == Op::Shl)
            r = static_cast<int64_t>(ux << y);
        else
            r = sign ? x >> y : static_cast<int64_t>(ux >> y);
        break;
    default: return false;
    }
    // What the value of one operand settles does not depend on the other.
    if ((i.op == Op::LogicalAnd || i.op == Op::LogicalOr) && (from & (POISON | UNDEFINED))) {
        const bool settles = i.op == Op::LogicalOr;
        if (!(taint(i.a) & (POISON | UNDEFINED)) && (x != 0) == settles)
            from = as_whole(taint(i.a));
    }
    set(i, r, from);
    return true;
}

void Machine::floating(const Ins &i) {
    const auto found = float_operation(static_cast<Float>(i.c >> 16), i.c & 0xff, i.c >> 8 & 1, i, value(i.a), value(i.b));
    set(i, found.value_or(0), as_whole(taint(i.a) | taint(i.b)) | (found ? 0 : UNDEFINED));
}

void Machine::execute(const Ins &i) {
    switch (i.op) {
    case Op::Const: set(i, p_.constants[static_cast<size_t>(i.a)], 0); return;
    case Op::Move: set(i, value(i.a), taint(i.a)); return;
    case Op::Wrap: set(i, value(i.a), as_whole(taint(i.a))); return;
    case Op::Neg: set(i, static_cast<int64_t>(-static_cast<uint64_t>(value(i.a))), as_whole(taint(i.a))); return;
    case Op::Not: set(i, ~value(i.a), as_whole(taint(i.a))); return;
    case Op::LogicalNot: set(i, !value(i.a), as_whole(taint(i.a))); return;
    case Op::Float: floating(i); return;
    case Op::Select: {
        const int32_t chosen = value(i.c) ? i.a : i.b;
        set(i, value(chosen), as_whole(taint(chosen) | taint(i.c)));
        return;
    }
    case Op::Self: set(i, live_.s.thread, 0); return;
    case Op::NextThread: set(i, tables_.child(live_.s.thread, live_.s.children), 0); return;
    case Op::RegionBase: set(i, region_start(p_, region_of(live_.s.thread, i.b)), 0); return;
    case Op::Jump: live_.frames.back().pc = static_cast<uint32_t>(i.b); return;
    case Op::Indeterminate:
        set(i, 0, i.uid < 0 && p_.fill >= 0 ? 0 : POISON);
        mark_input(i.uid, 0);
        return;
    case Op::Default:
        set(i, 0, 0);
        mark_input(i.uid, 0);
        return;
    case Op::Operands: operands(i); return;
    case Op::Mark: mark(i.a, i.b >= 0 ? value(i.b) : 0); return;
    case Op::Observe: observe(i); return;
    case Op::LoopEnter: loop_enter(i); return;
    case Op::LoopBack: loop_back(i); return;
    case Op::LoopBound: loop_bound(i); return;
    case Op::Wait: wait(i); return;
    case Op::Waited: live_.s.waited = live_.s.effects; return;
    case Op::Effect: live_.s.effects += value(i.a) || (taint(i.a) & ~ORIGINS); return;
    case Op::Exit: stop(Act::Exit, i); return;
    case Op::Unsupported: stop(Act::Unsupported, i, i.a); return;
    case Op::Allocate: allocate(i, p_.constants[static_cast<size_t>(i.a)]); return;
    case Op::Choose:
        visible(Act::Choose, i, 0, i.b);
        live_.s.action.info = i.a;
        return;
    case Op::Fence:  // a: a register that must not be zero
        mark(i.uid);
        if (!live_.s.section.depth && (i.a < 0 || value(i.a)))
            visible(Act::Fence, i, 0, 0);
        return;
    case Op::SectionBegin: section_begin(i); return;
    case Op::SectionEnd: section_end(i); return;
    case Op::Call: call(i, static_cast<uint32_t>(i.b)); return;
    case Op::Return:
        if (i.a < 0)
            pop_frame(0, POISON);
        else
            pop_frame(value(i.a), taint(i.a));
        return;
    default: break;
    }
    if (binary(i))
        return;
    // What follows uses the value of register a: it must be determined.
    const int64_t v = i.a >= 0 ? value(i.a) : 1;
    const uint64_t from = i.a >= 0 ? taint(i.a) : 0;
    // An assumption about inputs that holds if they are zero does not exclude them; whether they matter is seen later.
    const bool possible = i.op == Op::Assume && v && !(from & UNDEFINED);
    if ((from & (POISON | UNDEFINED)) && !possible) {
        stop(from & UNDEFINED ? Act::Undefined : Act::Indeterminate, i);
        return;
    }
    switch (i.op) {
    case Op::Branch:
        live_.s.control |= from & ORIGINS;
        if (v)
            live_.frames.back().pc = static_cast<uint32_t>(i.b);
        return;
    case Op::Assume:
        live_.s.control |= from & ORIGINS;
        if (!v) {  // c: it blocks
            const bool waits = i.c > 0 && live_.s.section.depth;
            const int64_t holder = waits && i.b >= 0 ? value(i.b) : 0;
            stop(Act::Waits, i, waits ? static_cast<int32_t>(live_.s.section.events) : Action::NEVER);
            live_.s.action.value = holder;
        }
        return;
    case Op::Assert:  // c: whether the property claims it
        live_.s.control |= from & ORIGINS;
        if (!v)
            stop(i.c ? Act::Fails : Act::Undefined, i);
        return;
    case Op::Order:
        if (!live_.s.section.depth && (i.a < 0 || is_private(v)))
            visible(Act::Fence, i, 0, 0);
        return;
    case Op::CallPointer:
        for (uint32_t f = 0; f < p_.functions.size(); f++)
            if (p_.functions[f].address == v) {
                call(i, f);
                return;
            }
        stop(ending(Fault::NoObject), i);
        return;
    case Op::Free: free(i, v); return;
    case Op::ThreadExit:
        for (uint32_t depth = live_.frames.size(); depth > 0; depth--)
            end_objects(depth);
        end(i, v, 0);
        return;
    case Op::AllocateDynamic:
        if (trace)
            trace->push_back({Mark::Instruction, i.uid, v, 0});
        i.c >= 0 ? allocate_visibly(i, v) : allocate(i, v);
        return;
    case Op::Forget: forget(v, p_.constants[static_cast<size_t>(i.b)]); return;
    case Op::Create: {
        if (i.dst >= 0)  // else there was a mark where the program creates the thread
            mark(i.uid);
        uint32_t f = 0;
        while (f < p_.functions.size() && p_.functions[f].address != v)
            f++;
        if (f == p_.functions.size()) {
            stop(ending(Fault::NoObject), i);
            return;
        }
        visible(Act::Create, i, 0, value(i.b));
        live_.s.action.info = static_cast<int32_t>(f);
        return;
    }
    case Op::Join:
        mark(i.uid);
        visible(Act::Join, i, 0, v);
        return;
    default: access(i);
    }
}

// Inside an atomic section there is nothing to keep apart: it reads each location once.
void Machine::operands(const Ins &i) {
    Buffer<Operand> &all = live_.operands;
    const uint32_t depth = live_.frames.size(), now = live_.s.events;
    if (live_.s.section.depth)
        return;
    uint32_t own = 0;
    while (own < all.size() && all[all.size() - 1 - own].depth == depth)
        own++;
    for (; own > static_cast<uint32_t>(i.a); own--) {
        live_.s.control |= all.back().gathered;
        all.resize(all.size() - 1);
    }
    if (i.b == 1) {
        Operand &last = all.back();
        last.bound = now;
        last.gathered |= live_.s.control;
        live_.s.control = last.control;
    } else if (i.b == 2) {
        all.push({depth, now, now, live_.s.control, 0});
    }
}

// --- calls and loops -------------------------------------------------------------------------------------------------

void Machine::push_frame(uint32_t function, int32_t ret, uint8_t bits, bool is_signed) {
    const Function &f = p_.functions[function];
    const uint32_t base = live_.values.size();
    live_.values.resize(base + f.registers);
    live_.taints.resize(base + f.registers);
    if (f.registers) {
        std::memset(live_.values.data() + base, 0, f.registers * sizeof(int64_t));
        std::memset(live_.taints.data() + base, 0, f.registers * sizeof(uint64_t));
    }
    live_.frames.push({function, f.entry, base, ret, bits, is_signed, next(Region::Private)});
}

void Machine::call(const Ins &i, uint32_t function) {
    uint32_t same = 0;
    for (uint32_t k = 0; k < live_.frames.size(); k++)
        same += live_.frames[k].function == function;
    if (same > p_.recursion) {
        cut(Bound::Recursion, i);
        return;
    }
    const std::vector<int32_t> &arguments = p_.lists[static_cast<size_t>(i.c)];
    const uint32_t from = live_.frames.back().base;
    push_frame(function, i.dst, i.bits, i.is_signed);
    const Function &f = p_.functions[function];
    for (size_t k = 0; k < f.parameters.size(); k++) {
        const bool given = k < arguments.size();
        const uint32_t source = from + static_cast<uint32_t>(given ? arguments[k] : 0);
        const Parameter &p = f.parameters[k];
        value(p.reg) = given ? wrap(live_.values[source], p.bits, p.is_signed) : 0;
        taint(p.reg) = given ? as_whole(live_.taints[source]) : POISON;
    }
}

void Machine::pop_frame(int64_t v, uint64_t from) {
    const Frame frame = live_.frames.back();
    const bool is_program = live_.frames.size() == 1 && live_.s.thread == 0;  // all ends with it
    if (frame.objects && !is_program)
        end_objects(live_.frames.size());
    reuse_addresses(frame.private_low);
    const uint32_t depth = live_.frames.size();
    while (live_.loops.size() && live_.loops.back().depth == depth) {
        live_.snapshots.resize(live_.loops.back().snapshot);
        live_.loops.resize(live_.loops.size() - 1);
    }
    live_.values.resize(frame.base);
    live_.taints.resize(frame.base);
    live_.frames.resize(depth - 1);
    if (lets_loops_run && frame.objects)
        give_back(p_, live_, v);
    if (depth == 1) {
        live_.s.leaves |= is_program;
        end(Ins{}, v, from);
        return;
    }
    if (frame.ret >= 0) {
        value(frame.ret) = wrap(v, frame.bits, frame.is_signed);
        taint(frame.ret) = as_whole(from);
    }
}

LoopRecord *Machine::find_loop(uint32_t loop, uint32_t depth) {
    for (uint32_t k = live_.loops.size(); k-- > 0 && live_.loops[k].depth == depth;)
        if (live_.loops[k].loop == loop)
            return &live_.loops[k];
    return nullptr;
}

void Machine::take_snapshot(const LoopRecord &r) {
    const std::vector<int32_t> &registers = p_.loops[r.loop];
    for (size_t k = 0; k < registers.size(); k++) {
        live_.snapshots[r.snapshot + 2 * k] = value(registers[k]);
        live_.snapshots[r.snapshot + 2 * k + 1] = static_cast<int64_t>(taint(registers[k]) & ~ORIGINS);
    }
}

bool Machine::same_as_snapshot(const LoopRecord &r) {
    const std::vector<int32_t> &registers = p_.loops[r.loop];
    for (size_t k = 0; k < registers.size(); k++) {
        const uint64_t special = taint(registers[k]) & ~ORIGINS;
        if (special || live_.snapshots[r.snapshot + 2 * k] != value(registers[k]) ||
            live_.snapshots[r.snapshot + 2 * k + 1] != 0)
            return false;
    }
    return true;
}

void Machine::loop_enter(const Ins &i) {
    const uint32_t loop = static_cast<uint32_t>(i.a), depth = live_.frames.size();
    LoopRecord *known = find_loop(loop, depth);
    if (!known) {
        const uint32_t at = live_.snapshots.size();
        live_.snapshots.resize(at + 2 * p_.loops[loop].size());
        live_.loops.push({loop, depth, 0, at, 0, 0});
        known = &live_.loops.back();
    }
    known->count = 0;
    known->effects = live_.s.effects;
    known->events = live_.s.events;
    take_snapshot(*known);
}

// An iteration that wrote nothing and leaves every live variable as it was will go on like this until one of its reads
// reads something else: the thread waits.
void Machine::loop_back(const Ins &i) {
    LoopRecord *r = find_loop(static_cast<uint32_t>(i.a), live_.frames.size());
    live_.frames.back().pc = static_cast<uint32_t>(i.b);
    if (!r)
        return;  // the loop was entered by a jump into its middle
    r->count++;
    if (r->effects == live_.s.effects && same_as_snapshot(*r)) {
        stop(Act::Spins, i, static_cast<int32_t>(r->events));
        return;
    }
    r->effects = live_.s.effects;
    r->events = live_.s.events;
    take_snapshot(*r);
}

// The thread is about to release a mutex and take it again.  If it has done that before, and nothing else since, and is now as it
// was then, the wait before may last until this one ends (heddle.passes.awaits): other executions do the same.
void Machine::wait(const Ins &i) {
    const uint32_t depth = live_.frames.size(), registers = live_.values.size(), size = 2 * (depth + registers);
    Buffer<int64_t> &before = live_.waiting;
    bool same = before.size() == size && live_.s.waited == live_.s.effects;
    before.resize(size);
    uint32_t at = 0;
    auto note = [&](int64_t now) {
        same = same && before[at] == now;
        before[at++] = now;
    };
    for (uint32_t k = 0; k < depth; k++) {
        note(live_.frames[k].function);
        note(live_.frames[k].pc);
    }
    for (uint32_t k = 0; k < registers; k++) {
        note(live_.values[k]);
        note(static_cast<int64_t>(live_.taints[k] & ~ORIGINS));
    }
    if (same)
        stop(Act::Spins, i, Action::NEVER);
}

// Another iteration would begin here.
void Machine::loop_bound(const Ins &i) {
    const LoopRecord *r = find_loop(static_cast<uint32_t>(i.a), live_.frames.size());
    if (r && r->count >= p_.loop_bounds[r->loop])
        cut(Bound::Loop, i, i.a);
}

} // namespace heddle
