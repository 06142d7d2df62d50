#include "canonical.hpp"

#include "own_addresses.hpp"

namespace heddle {

namespace {

template <class... Values> void append(std::string &text, const Values &...values) {
    (text.append(reinterpret_cast<const char *>(&values), sizeof values), ...);
}

// Does resuming the action set its register?
bool gets_value(Act act) {
    return act == Act::Load || act == Act::RmwLoad || act == Act::Choose || act == Act::Create || act == Act::Join;
}

} // namespace

StateRef Canonical::of(const StateRef &state, std::string &text) {
    state->thaw(live_);
    clean_scalars();
    if (is_visible(live_.s.action.act))
        clean_registers();
    else
        stop_for_good();
    give_back(p_, live_);
    for (uint32_t k = 0; k < live_.extents.size(); k++)
        if (live_.extents[k].ended != Extent::LIVES)
            live_.extents[k].ended = 0;
    text.clear();
    encode(text);
    return StateRef(State::freeze(live_));
}

// Counters of what has happened; origins of values, which only models with dependencies ask for.
void Canonical::clean_scalars() {
    Scalars &s = live_.s;
    s.reads = s.events = s.blocks = s.endings = 0;
    s.effects = s.control = s.waited = 0;
    s.access = s.piece = 0;
    if (s.action.act != Act::RmwLoad && !s.section.depth)  // else the write is still to come
        s.rmw_address = 0;
    s.rmw_taint = 0;
    s.action.control_taint = 0;
    s.action.address_taint &= ~ORIGINS;
    s.action.data_taint &= ~ORIGINS;
    s.action.block = s.action.block != 0;
    s.section.block = s.section.block != 0;
    // Records of loops tell whether a thread waits; here every state is seen once anyway.
    live_.loops.resize(0);
    live_.snapshots.resize(0);
    live_.waiting.resize(0);
}

void Canonical::clean_registers() {
    const uint32_t depth = live_.frames.size();
    for (uint32_t k = 0; k < depth; k++) {
        const Frame &frame = live_.frames[k];
        const bool top = k + 1 == depth;
        const int32_t set = !top ? live_.frames[k + 1].ret : gets_value(live_.s.action.act) ? live_.s.action.dst : -1;
        const uint32_t end = top ? live_.values.size() : live_.frames[k + 1].base;
        const std::vector<int32_t> &alive = registers_[frame.pc];  // ascending
        auto next = alive.begin();
        for (uint32_t r = frame.base; r < end; r++) {
            const int32_t number = static_cast<int32_t>(r - frame.base);
            const bool matters = next != alive.end() && *next == number;
            if (matters)
                ++next;
            if (!matters || number == set) {
                live_.values[r] = 0;
                live_.taints[r] = 0;
            }
            live_.taints[r] &= ~ORIGINS;
        }
    }
}

// The thread takes no further step.
void Canonical::stop_for_good() {
    Scalars &s = live_.s;
    // The return of main is the end of the program, which nobody can wait for; that of another thread is not.
    if (s.action.act == Act::End && s.thread == 0 && live_.frames.size() == 0)
        s.action.act = Act::Exit;
    const Act act = s.action.act;
    const int64_t result = act == Act::End ? s.action.value : 0;
    const uint64_t taint = act == Act::End ? s.action.data_taint & ~ORIGINS : 0;
    const bool is_excluded = act == Act::Waits && s.action.info == Action::NEVER;
    s.action = Action{};
    s.action.info = is_excluded ? Action::NEVER : 0;
    s.action.act = act;
    s.action.value = result;
    s.action.data_taint = taint;
    s.section = Section{};
    live_.frames.resize(0);
    live_.values.resize(0);
    live_.taints.resize(0);
    live_.cells.resize(0);
    live_.section.resize(0);
}

void Canonical::encode(std::string &text) {
    const Scalars &s = live_.s;
    const Action &a = s.action;
    append(text, a.act, a.size, a.bits, a.is_signed, a.dst, a.uid, a.cls, a.info, a.block, a.address, a.value, a.data_taint);
    append(text, s.section.depth, s.section.begin, s.section.block, s.section.written, s.section.fenced, s.section.begun);
    append(text, s.thread, s.children, s.rmw_address);
    for (int64_t next : s.next)
        append(text, next);
    append(text, live_.frames.size(), live_.cells.size(), live_.section.size(), live_.extents.size());
    for (uint32_t k = 0; k < live_.frames.size(); k++) {
        const Frame &f = live_.frames[k];
        append(text, f.function, f.pc, f.ret, f.private_low, f.objects);
    }
    for (uint32_t k = 0; k < live_.values.size(); k++)
        append(text, live_.values[k], live_.taints[k]);
    for (uint32_t k = 0; k < live_.cells.size(); k++) {
        live_.cells[k].taint &= ~ORIGINS;
        const Cell &c = live_.cells[k];
        append(text, c.address, c.value, c.taint, c.size);
    }
    for (uint32_t k = 0; k < live_.section.size(); k++) {
        const SectionCell &c = live_.section[k];
        append(text, c.address, c.value, c.taint & ~ORIGINS, c.uid, c.size, c.loaded, c.stored);
    }
    for (uint32_t k = 0; k < live_.extents.size(); k++) {
        const Extent &e = live_.extents[k];
        append(text, e.address, e.size, e.depth, e.ended);
    }
}

} // namespace heddle
