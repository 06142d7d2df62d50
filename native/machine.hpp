// Interprets one thread from one event to the next, deterministically: all that comes from outside is the values of reads.
#pragma once

#include <vector>

#include "state.hpp"
#include "tables.hpp"

namespace heddle {

class Machine {
  public:
    Machine(const Program &program, Tables &tables) : p_(program), tables_(tables), sections_(program.sections) {}

    // The first state of a thread, at its first action.
    StateRef start(int thread, uint32_t function, int64_t argument, bool has_argument);
    // From an event to the thread's next action; a read, a choice and a creation get their value here.
    StateRef resume(const StateRef &at, int64_t value, uint64_t taint);
    // The thread stops at its present action, which is faulty.
    StateRef halt(const StateRef &at, Fault fault);

    // If set, a loop that waits for others is left to run: only one that goes round without any event counts as spinning.
    bool lets_loops_run = false;
    // If set, collects all concurrent instructions, events and inputs.
    std::vector<TraceItem> *trace = nullptr;

  private:
    void run();
    bool goes_round();
    void execute(const Ins &i);
    void push_frame(uint32_t function, int32_t ret, uint8_t bits, bool is_signed);
    int64_t &next(Region region) { return live_.s.next[static_cast<size_t>(region)]; }
    void pop_frame(int64_t value, uint64_t taint);
    void set(const Ins &i, int64_t value, uint64_t taint);
    bool binary(const Ins &i);
    void floating(const Ins &i);
    void call(const Ins &i, uint32_t function);
    void loop_enter(const Ins &i);
    void loop_back(const Ins &i);
    void loop_bound(const Ins &i);
    void wait(const Ins &i);
    void operands(const Ins &i);
    LoopRecord *find_loop(uint32_t loop, uint32_t depth);
    bool same_as_snapshot(const LoopRecord &r);
    void take_snapshot(const LoopRecord &r);
    void access(const Ins &i);
    void load(const Ins &i, int64_t address);
    void store(const Ins &i, int64_t address, int64_t value, uint64_t taint);
    void load_shared(Act act, const Ins &i, int64_t address);
    void store_shared(Act act, const Ins &i, int64_t address, int64_t value, uint64_t taint, uint64_t address_taint);
    void piece(Act act, Ins i, int64_t address, const Pieces &pieces, int k, int64_t value);
    void set_loaded(const Ins &i, int64_t value, uint64_t taint);
    void assemble(const Ins &i, int64_t address, const Pieces &pieces);
    void section_begin(const Ins &i);
    void section_end(const Ins &i);
    void section_fence(Ins i);
    SectionCell *section_cell(const Ins &i, int64_t address, uint8_t size);
    void allocate(const Ins &i, int64_t size);
    void allocate_visibly(const Ins &i, int64_t size);
    bool has_room(const Ins &i, int64_t size);
    int64_t new_object(Region region, int64_t size, uint32_t depth);
    void end_object(int64_t address);
    void end_objects(uint32_t depth);
    void free(const Ins &i, int64_t address);
    bool is_usable(const Ins &i, int64_t address);
    void observe(const Ins &i);
    void forget(int64_t address, int64_t size);
    void reuse_addresses(int64_t low);
    Cell *cell(int64_t address, int size);
    void load_private(const Ins &i, int64_t address);
    void store_private(int64_t address, int size, int64_t value, uint64_t taint);
    void split_cells(int64_t address, int size);
    bool is_private(int64_t address) const;
    // How a faulty thread ends.
    Act ending(Fault fault) const {
        const bool claimed = fault == Fault::NoObject ? p_.claims_pointers
                             : fault == Fault::NoLife ? p_.claims_lives
                                                      : p_.claims_frees;
        return claimed ? Act::Fails : Act::Undefined;
    }
    void stop(Act act, const Ins &i, int32_t info = 0);
    void visible_fence(int cls);
    void end(const Ins &i, int64_t result, uint64_t from);
    void refuse(Limit limit, const Ins &i) { stop(Act::Unsupported, i, static_cast<int32_t>(limit)); }
    void cut(Bound bound, const Ins &i, int32_t loop = 0);
    void visible(Act act, const Ins &i, int64_t address, int64_t value);
    void mark_input(int32_t uid, int64_t given);
    void mark(int32_t uid, int64_t address = 0) {
        if (trace)
            trace->push_back({Mark::Instruction, uid, 0, address});
    }

    int64_t &value(int32_t r) { return live_.values[live_.frames.back().base + static_cast<uint32_t>(r)]; }
    uint64_t &taint(int32_t r) { return live_.taints[live_.frames.back().base + static_cast<uint32_t>(r)]; }

    const Program &p_;
    Tables &tables_;
    const SectionClasses &sections_;
    Live live_;
    bool stopped_ = false;
};

// The value of a type of so many bits that is congruent to ``v``.
inline int64_t wrap(int64_t v, int bits, bool is_signed) {
    if (bits >= 64)
        return v;
    int spare = 64 - bits;
    uint64_t up = static_cast<uint64_t>(v) << spare;
    return is_signed ? static_cast<int64_t>(up) >> spare : static_cast<int64_t>(up >> spare);
}

} // namespace heddle
