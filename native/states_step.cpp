// What single steps do to threads and memory, for the search of all states.
#include "states.hpp"

namespace heddle {

namespace {

constexpr size_t LONGEST_BUFFER = 64;
constexpr int64_t LARGEST_BLOCK = 1 << 20;

// Where addresses are numbers of 32 bits, there are regions for so many threads; elsewhere more would have too many states.
int most_threads(const Program &p) { return p.shift == 24 ? 56 : 1 << 8; }

bool is_access(Act act) {
    return act == Act::Load || act == Act::RmwLoad || act == Act::Store || act == Act::RmwStore;
}

} // namespace

// --- what is possible ------------------------------------------------------------------------------------------------

bool StateSearch::can_go(const Run &run, int t) const {
    const Actor &actor = run.threads[static_cast<size_t>(t)];
    const Action &a = actor.state->action();
    if (!is_visible(a.act))
        return false;
    const bool drains = !a.block && a.act != Act::Choose && policy_.of(a.uid) & Ordering::DRAINS;
    if (drains && !actor.buffer.empty())
        return false;
    if (a.act != Act::Join)
        return true;
    return exists(run, a.value) && action(run, static_cast<int>(a.value)).act == Act::End &&
           run.threads[static_cast<size_t>(a.value)].buffer.empty();
}

// No other thread will ever do anything, unless this one creates it.
bool StateSearch::is_alone(const Run &run) const {
    int others = -1;
    for (const Actor &a : run.threads)
        others += a.state && (is_visible(a.state->action().act) || !a.buffer.empty());
    return others <= 0;
}

// Nobody else will ever do anything, and whatever others did came before, in every order of the steps: there were none, or
// each was waited for.  That they have merely ended says nothing, as they could have ended later.
bool StateSearch::is_after_all(const Run &run) const {
    int others = -1;
    for (const Actor &a : run.threads)
        others += a.state && !a.joined;
    return others <= 0 && is_alone(run);
}

bool StateSearch::is_at_section(const Run &run, int t) const {
    const Section &section = run.threads[static_cast<size_t>(t)].state->scalars().section;
    return section.depth > 0 && !section.begun;
}

// Local objects of another thread are not: it may end them.
bool StateSearch::is_own_place(const Run &run, int t, int64_t address, int size, bool write) const {
    if (is_alone(run))
        return true;
    if (const int whose = owner(address); whose >= 0 && whose != t) {
        const Extent *object = extent(run, address, size);
        if (!object || object->depth)
            return false;
    }
    return ownership_.is_own(t, address, size, write);
}

// Does the step that the thread may take commute with all that other threads may ever do?
bool StateSearch::is_own_step(const Run &run, int t) const {
    const Action &a = action(run, t);
    switch (a.act) {
    case Act::Fence: case Act::Create: case Act::Join: return true;
    case Act::Load: return is_own_place(run, t, a.address, a.size, false);
    case Act::Store:  // into the buffer, which is the thread's own
        // Where what comes back is looked for, buffers must not be filled before anything may leave them
        if (policy_.of(a.uid) & Ordering::HOLDS && owner(a.address) < 0)
            return !patience_.runs || run.threads[static_cast<size_t>(t)].buffer.empty();
        [[fallthrough]];
    case Act::RmwLoad: return is_own_place(run, t, a.address, a.size, true);
    default: return is_alone(run);
    }
}

// --- steps -----------------------------------------------------------------------------------------------------------

StateSearch::Outcome StateSearch::act(Run &run, int t) {
    const Action a = action(run, t);
    if (is_access(a.act))
        return access(run, t);
    switch (a.act) {
    case Act::Create: return create(run, t);
    case Act::Free: return free(run, t);
    case Act::Join: {
        const Action ended = action(run, static_cast<int>(a.value));
        run.threads[static_cast<size_t>(a.value)].joined = true;
        return resume(run, t, ended.value, ended.data_taint & POISON, static_cast<int>(a.value));
    }
    default:
        if (policy_.of(a.uid) & Ordering::SEPARATES)
            buffer(run, t).separate();
        return resume(run, t, 0, 0);
    }
}

StateSearch::Outcome StateSearch::access(Run &run, int t) {
    const Action a = action(run, t);
    if (const auto wrong = fault(run, t))
        return halt(run, t, *wrong);
    if (a.act == Act::Store || a.act == Act::RmwStore)
        return store(run, t);
    touch(run, t, a.address, a.size, a.act == Act::RmwLoad);
    const Content found = buffer(run, t).forward(a.address, a.size, run.memory.load(tables_, a.address, a.size));
    return resume(run, t, found.value, with_poison(0, found.poison, a.size));
}

StateSearch::Outcome StateSearch::store(Run &run, int t) {
    const Action a = action(run, t);
    const Content content{a.value, static_cast<uint8_t>(poisoned(a.data_taint) & 0xff >> (8 - a.size))};
    const uint8_t ordering = a.block || a.act == Act::RmwStore ? 0 : policy_.of(a.uid);
    if (ordering & Ordering::SEPARATES)
        buffer(run, t).separate();
    if (!(ordering & Ordering::HOLDS)) {
        write(run, t, a.address, a.size, content);
        return resume(run, t, 0, 0);
    }
    if (owner(a.address) >= 0)
        touch(run, t, a.address, a.size, true);
    if (buffer(run, t).size() >= LONGEST_BUFFER) {
        gaps_.insert(Gap::LongBuffer);
        return Outcome::Over;
    }
    buffer(run, t).push(a.address, a.size, content);
    return resume(run, t, 0, 0);
}

void StateSearch::write(Run &run, int t, int64_t address, int size, Content content) {
    touch(run, t, address, size, true);
    run.memory.store(tables_, address, size, content);
    run.memory_number = UNNUMBERED;
}

// A pending write reaches memory.
void StateSearch::commit(Run &run, int t, size_t k) {
    const int position = buffer(run, t).position(k);
    const PendingWrite w = buffer(run, t).take(k);
    moves(run, t, w.address);
    write(run, t, w.address, w.size, w.content);
    if (recording_)
        run.moves.push_back({t, position, -1, {}});
    for (int other = 0; other < static_cast<int>(run.threads.size()); other++)  // who waits for that may go on
        if (exists(run, other) && (other == t || buffer(run, t).empty()))
            run.fresh.push_back(other);
}

StateSearch::Outcome StateSearch::create(Run &run, int t) {
    const Action a = action(run, t);
    const int child = tables_.child(t, run.threads[static_cast<size_t>(t)].state->scalars().children);
    if (child >= most_threads(p_)) {
        gaps_.insert(Gap::ManyThreads);
        return Outcome::Over;
    }
    if (static_cast<size_t>(child) >= run.threads.size())
        run.threads.resize(static_cast<size_t>(child) + 1);
    items_.clear();
    machine_.trace = recording_ ? &items_ : nullptr;
    StateRef start = machine_.start(child, static_cast<uint32_t>(a.info), a.value, true);
    const std::vector<TraceItem> started = items_;
    Outcome outcome = resume(run, t, child, 0, child);
    if (outcome != Outcome::Done)
        return outcome;
    if (recording_)
        run.moves.push_back({child, -1, -1, started});
    const int inside = run.inside;
    outcome = arrive(run, child, std::move(start));
    run.inside = inside;
    return outcome;
}

void StateSearch::choose(const Run &run, int t, std::vector<Run> &work) {
    for (int v = action(run, t).info; v-- > 0 && !found_;) {
        Run chosen = run;
        if (resume(chosen, t, v, 0) == Outcome::Done)
            work.push_back(std::move(chosen));
    }
}

StateSearch::Outcome StateSearch::free(Run &run, int t) {
    const Action a = action(run, t);
    const Extent *found = extent(run, a.address, 0);
    const bool is_block = found && found->address == a.address && !found->depth && !is_dead(run, *found);
    if (!is_block && p_.claims_frees)
        return halt(run, t, Fault::NoBlock);
    if (is_block) {
        touch(run, t, found->address, std::clamp<int64_t>(found->size, 1, LARGEST_BLOCK), true);
        run.freed.insert(std::upper_bound(run.freed.begin(), run.freed.end(), found->address), found->address);
    } else {
        reasons_[{Act::Undefined, a.uid, Bound::Loop, static_cast<int>(Fault::NoBlock)}]++;
    }
    return resume(run, t, 0, 0);
}

// --- what a step leads to --------------------------------------------------------------------------------------------

StateSearch::Outcome StateSearch::resume(Run &run, int t, int64_t value, uint64_t taint, int other) {
    moves(run, t);
    items_.clear();
    machine_.trace = recording_ ? &items_ : nullptr;
    StateRef next = machine_.resume(run.threads[static_cast<size_t>(t)].state, value, taint);
    if (recording_)
        run.moves.push_back({t, -1, other, items_});
    return arrive(run, t, std::move(next));
}

// The thread has come to its next action, or stopped.
StateSearch::Outcome StateSearch::arrive(Run &run, int t, StateRef state) {
    Actor &actor = run.threads[static_cast<size_t>(t)];
    actor.state = std::move(state);
    actor.number = UNNUMBERED;
    const Section &section = actor.state->scalars().section;
    const Action &a = actor.state->action();
    if (!is_visible(a.act))
        return stopped(run, t);
    const bool inside = (section.depth > 0 && section.begun) || (a.act == Act::RmwStore && !a.block);
    run.inside = inside ? t : -1;
    run.fresh.push_back(t);
    return Outcome::Done;
}

StateSearch::Outcome StateSearch::stopped(Run &run, int t) {
    const Action a = action(run, t);
    const Section section = run.threads[static_cast<size_t>(t)].state->scalars().section;
    ends_ |= a.act == Act::Exit || (a.act == Act::End && t == 0);
    switch (a.act) {
    case Act::Fails:
        failed(run, t, std::nullopt);
        return Outcome::Over;
    case Act::Unsupported: case Act::Undefined: case Act::Indeterminate: case Act::Cut:
        reasons_[{a.act, a.uid, a.bound, a.info}]++;
        break;
    case Act::Widens: case Act::Overlaps:
        gaps_.insert(Gap::MixedSizes);
        break;
    case Act::Waits:
        if (a.info != Action::NEVER)
            waits(run, {t, a.value, false});
        break;
    case Act::Spins:
        if (section.depth > 0 && patience_.looks)
            gaps_.insert(Gap::SpinsInside);
        break;
    default: break;
    }
    // A section that does not come to its end has never begun, and one that ends the program ends it for all.
    if (section.depth > 0 && section.begun && a.act != Act::End)
        return a.act == Act::Exit ? Outcome::Over : Outcome::Blocked;
    run.inside = -1;
    for (int other = 0; other < static_cast<int>(run.threads.size()); other++)
        if (exists(run, other))
            run.fresh.push_back(other);
    return Outcome::Done;
}

void StateSearch::touch(Run &run, int t, int64_t address, int64_t size, bool write) {
    if (is_after_all(run))
        return;
    run.shares = run.shares || !is_own_place(run, t, address, 1, write) || !ownership_.is_own(t, address, size, write);
    ownership_.note(t, address, size, write);
}

// --- objects ---------------------------------------------------------------------------------------------------------

// The thread in whose memory the address is; -1: in no thread's.
int StateSearch::owner(int64_t address) const {
    const int64_t region = static_cast<int64_t>(static_cast<uint64_t>(address) >> p_.shift);
    return region < FIRST_THREAD_REGION ? -1 : static_cast<int>(std::min<int64_t>((region - FIRST_THREAD_REGION) / REGIONS, 1 << 30));
}

const Extent *StateSearch::extent(const Run &run, int64_t address, int bytes) const {
    const int t = owner(address);
    return exists(run, t) ? run.threads[static_cast<size_t>(t)].state->extent(address, bytes) : nullptr;
}

bool StateSearch::is_dead(const Run &run, const Extent &object) const {
    return object.ended != Extent::LIVES || std::binary_search(run.freed.begin(), run.freed.end(), object.address);
}

// What is wrong with an access.  Where a use after an object's life is no violation, it is told, and goes on.
std::optional<Fault> StateSearch::fault(const Run &run, int t) {
    const Action &a = action(run, t);
    Content ignored;
    if (owner(a.address) < 0)
        return SharedMemory::initially(tables_, a.address, a.size, ignored) ? std::nullopt : std::optional(Fault::NoObject);
    const Extent *object = extent(run, a.address, a.size);
    if (!object)
        return Fault::NoObject;
    if (!is_dead(run, *object))
        return std::nullopt;
    if (p_.claims_lives)
        return Fault::NoLife;
    reasons_[{Act::Undefined, a.uid, Bound::Loop, static_cast<int>(Fault::NoLife)}]++;
    return std::nullopt;
}

// The thread's next action is at fault.
StateSearch::Outcome StateSearch::halt(Run &run, int t, Fault fault) {
    StateRef halted = machine_.halt(run.threads[static_cast<size_t>(t)].state, fault);
    if (halted->action().act == Act::Fails) {
        failed(run, t, fault);
        return Outcome::Over;
    }
    return arrive(run, t, std::move(halted));
}

void StateSearch::failed(const Run &run, int t, std::optional<Fault> fault) {
    if (found_)
        return;
    found_ = true;
    if (!recording_)
        return;
    const Action &a = action(run, t);
    violation_ = FoundViolation{run.moves, t, a.uid, fault.has_value(), -1};
    const Extent *object = fault ? extent(run, a.address, 1) : nullptr;
    if (object && object->depth && object->ended != Extent::LIVES)
        violation_->ended_thread = owner(a.address);
}

} // namespace heddle
