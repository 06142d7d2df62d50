// The state of one thread between two events: plain data, copied whenever the thread goes on, so that the exploration can
// return to any point without running anything again.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "bytecode.hpp"

namespace heddle {

inline bool is_visible(Act act) { return act <= Act::Choose; }

// A value of a register carries where it comes from: bit i is the i-th read of the thread.  The last bits mark values that
// are indeterminate (an uninitialized variable, an input without bounds) or that C leaves undefined (a division by zero).  Of a
// value that is copied as it is (a word of a structure with padding), some bytes may be indeterminate: the bits before the last tell
// which, if any is set.
constexpr uint64_t POISON = uint64_t{1} << 63, UNDEFINED = uint64_t{1} << 62;
constexpr int MOST_READS = 54;
constexpr uint64_t ORIGINS = (uint64_t{1} << MOST_READS) - 1;
constexpr uint64_t POISONED_BYTES = uint64_t{0xff} << MOST_READS;

// Which bytes of a value are indeterminate.
inline uint8_t poisoned(uint64_t taint) {
    if (!(taint & POISON))
        return 0;
    return taint & POISONED_BYTES ? static_cast<uint8_t>(taint >> MOST_READS) : 0xff;
}

// The taint of a value of which these bytes are.
inline uint64_t with_poison(uint64_t taint, uint8_t bytes, int size) {
    const uint8_t all = static_cast<uint8_t>(0xff >> (8 - size));
    bytes &= all;
    taint &= ~(POISON | POISONED_BYTES);
    if (bytes)
        taint |= POISON;
    return bytes && bytes != all ? taint | uint64_t{bytes} << MOST_READS : taint;
}

// The taint of what is computed from a value: all of it is indeterminate if a part of that is.
inline uint64_t as_whole(uint64_t taint) { return taint & ~POISONED_BYTES; }

struct Action {
    static constexpr int32_t NEVER = -1;
    Act act = Act::End;
    uint8_t size = 0, bits = 0, is_signed = 0;
    int32_t dst = -1, uid = -1;
    int32_t cls = 0, failed_cls = 0;
    Bound bound = Bound::Loop;          // for Cut
    int32_t info = 0;                   // a string, a function, a loop; for Choose how many values; for Allocate the
                                        // region; for Waits and Spins
                                        // how many events came before what is tried over and over; NEVER: it is no wait
    int32_t block = 0;                  // the thread's block of events that it is in; 0: none
    int8_t part = -1;                   // of an access to several pieces: where in it this piece begins
    bool last = false;                  // … and whether it is the last one
    int64_t address = 0, value = 0;     // for Join the thread; for End the result; for Choose where its values are;
                                        // for Allocate where a new block would lie, and its size;
                                        // for Waits who can end it (its number + 1), if only one can
    uint64_t address_taint = 0, data_taint = 0, control_taint = 0;
};

// A part of the record of a thread.
struct TraceItem {
    Mark mark;
    int32_t uid;
    int64_t value;                      // of an input; how many bytes an allocation asks for
    int64_t address;                    // where a store writes; where an object lay whose life begins anew
};

struct Frame {
    uint32_t function, pc, base;
    int32_t ret;                        // the caller's register for the result
    uint8_t bits;
    bool is_signed;
    int64_t private_low;                // its private objects lie from here on
    bool objects = false;               // it has some, private or not
};

struct LoopRecord {
    uint32_t loop, depth, count, snapshot;
    uint64_t effects;
    uint32_t events;                    // of the thread, before the iteration
};

struct Cell {
    int64_t address, value;
    uint64_t taint;
    int32_t size;
};

// Where an object of the thread lies, or lay: a local one, a thread-local one, a block of the heap.
struct Extent {
    static constexpr uint32_t LIVES = ~uint32_t{0};
    int64_t address, size;
    uint32_t depth;                     // of the call that it belongs to; 0: it is not local
    uint32_t ended = LIVES;             // so many events of its thread came before its end

    bool holds(int64_t at, int bytes) const { return at >= address && at + bytes <= address + size; }
    // The last of these, which are in the order of their addresses, that begins no later than there.
    static const Extent *last(const Extent *all, uint32_t count, int64_t at) {
        const auto later = [](int64_t a, const Extent &e) { return a < e.address; };
        const Extent *next = std::upper_bound(all, all + count, at, later);
        return next == all ? nullptr : next - 1;
    }
};

// An atomic section.  It reads each location once, and what it writes appears at its end: first come all its reads,
// then all its writes.  One of a single location is a read-modify-write; a *wide* one is a block of events.
struct Section {
    int32_t depth = 0;
    int32_t begin = -1;                 // the instruction that opened it
    int32_t block = 0;                  // the number of a wide one
    uint32_t written = 0;               // so many of its cells are done, at its end
    bool fenced = false;                // the fence at its end is done
    bool begun = false;                 // the thread has come past its first event
    uint32_t events = 0;                // of the thread, before it
};

struct SectionCell {
    int64_t address, value;
    uint64_t taint, address_taint;
    int32_t uid;
    uint8_t size;
    bool loaded, stored;
};

// An operation that may have told where objects lie.
struct Seen {
    int32_t uid;
    Sight sight;
    bool left_is_address, right_is_address;
    int64_t left, right;
    bool operator==(const Seen &) const = default;
};

// A growing array of plain data; std::vector would initialize what is about to be overwritten.
template <class T> class Buffer {
  public:
    Buffer() = default;
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    ~Buffer() { std::free(data_); }
    T &operator[](size_t i) { return data_[i]; }
    T *data() { return data_; }
    uint32_t size() const { return size_; }
    T &back() { return data_[size_ - 1]; }
    void resize(size_t n) {
        if (n > capacity_) {
            capacity_ = static_cast<uint32_t>(2 * n + 8);
            void *grown = std::realloc(static_cast<void *>(data_), capacity_ * sizeof(T));
            if (!grown)
                throw std::bad_alloc();
            data_ = static_cast<T *>(grown);
        }
        size_ = static_cast<uint32_t>(n);
    }
    void push(const T &value) {
        resize(size_ + 1);
        data_[size_ - 1] = value;
    }
    void insert(size_t at, const T &value) {
        resize(size_ + 1);
        if (at + 1 < size_)
            std::memmove(static_cast<void *>(data_ + at + 1), data_ + at, (size_ - 1 - at) * sizeof(T));
        data_[at] = value;
    }
    void erase(size_t from, size_t to) {
        if (from == to)
            return;
        std::memmove(static_cast<void *>(data_ + from), data_ + to, (size_ - to) * sizeof(T));
        size_ -= static_cast<uint32_t>(to - from);
    }

  private:
    T *data_ = nullptr;
    uint32_t size_ = 0, capacity_ = 0;
};

// An operand that a thread is in the middle of, of an expression whose operands C evaluates in any order.  They only read, so
// that their events need no order among themselves: none comes before the others.
struct Operand {
    uint32_t depth;                     // of the call that it belongs to
    uint32_t start, bound;              // the thread's events before the expression, and before the operand
    uint64_t control, gathered;         // the control before the expression, and what its operands have added so far
};

struct Scalars {
    Action action;
    Section section;
    int32_t thread = 0;
    uint32_t reads = 0, children = 0, events = 0, blocks = 0;
    uint32_t endings = 0;               // of local objects that other threads may know
    uint64_t effects = 0, control = 0;
    uint64_t waited = 0;                // the effects when the last wait ended
    int64_t next[REGIONS] = {};         // the first free address of each region
    int32_t access = 0;                 // the block of the access to several pieces at hand
    int32_t piece = 0;                  // so many of its events are done
    int64_t rmw_address = 0;
    uint64_t rmw_taint = 0;
    bool leaves = false;                // what is left to do is to end, with this result
    int64_t result = 0;
    uint64_t result_taint = 0;
};

// The state of the thread that is running now.
struct Live {
    Scalars s;
    Buffer<Frame> frames;
    Buffer<int64_t> values;
    Buffer<uint64_t> taints;
    Buffer<LoopRecord> loops;
    Buffer<int64_t> snapshots;
    Buffer<Cell> cells;
    Buffer<SectionCell> section;
    Buffer<Extent> extents;             // by address
    Buffer<int64_t> waiting;            // what the thread was like at its last wait
    Buffer<Seen> seen;                  // since its last event
    Buffer<Operand> operands;           // outermost first
};

// The frozen state of a thread at an event (or at its end), shared by every graph that holds the event.
class State {
  public:
    const Action &action() const { return s_.action; }
    const Scalars &scalars() const { return s_; }

    static State *freeze(Live &live) {
        const uint32_t counts[BUFFERS] = {live.extents.size(), live.frames.size(),    live.values.size(), live.taints.size(),
                                          live.loops.size(), live.snapshots.size(), live.cells.size(),  live.section.size(),
                                          live.waiting.size(), live.operands.size(), live.seen.size()};
        size_t bytes = sizeof(State) + counts[0] * sizeof(Extent) + counts[1] * sizeof(Frame) +
                       (counts[2] + counts[3] + counts[5] + counts[8]) * 8 + counts[4] * sizeof(LoopRecord) +
                       counts[6] * sizeof(Cell) + counts[7] * sizeof(SectionCell) + counts[9] * sizeof(Operand) +
                       counts[10] * sizeof(Seen);
        void *memory = std::malloc(bytes);
        if (!memory)
            throw std::bad_alloc();
        State *state = new (memory) State;
        state->s_ = live.s;
        std::memcpy(state->counts_, counts, sizeof counts);
        char *at = state->payload();
        put(at, live.extents);
        put(at, live.operands);
        put(at, live.frames);
        put(at, live.values);
        put(at, live.taints);
        put(at, live.loops);
        put(at, live.snapshots);
        put(at, live.cells);
        put(at, live.section);
        put(at, live.waiting);
        state->seen_ = at - state->payload();
        put(at, live.seen);
        return state;
    }

    void thaw(Live &live) const {
        live.s = s_;
        const char *at = payload();
        get(at, live.extents, counts_[0]);
        get(at, live.operands, counts_[9]);
        get(at, live.frames, counts_[1]);
        get(at, live.values, counts_[2]);
        get(at, live.taints, counts_[3]);
        get(at, live.loops, counts_[4]);
        get(at, live.snapshots, counts_[5]);
        get(at, live.cells, counts_[6]);
        get(at, live.section, counts_[7]);
        get(at, live.waiting, counts_[8]);
        live.seen.resize(0);
    }

    std::span<const Extent> extents() const { return {reinterpret_cast<const Extent *>(payload()), counts_[0]}; }
    std::span<const Seen> seen() const { return {reinterpret_cast<const Seen *>(payload() + seen_), counts_[10]}; }
    std::span<const Operand> operands() const {
        return {reinterpret_cast<const Operand *>(payload() + counts_[0] * sizeof(Extent)), counts_[9]};
    }
    // The thread's object that these bytes lie in, if it ever had one there.
    const Extent *extent(int64_t address, int bytes) const {
        const Extent *found = Extent::last(extents().data(), counts_[0], address);
        return found && found->holds(address, bytes) ? found : nullptr;
    }

    void retain() { references_.fetch_add(1, std::memory_order_relaxed); }
    void release() {
        if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            this->~State();
            std::free(this);
        }
    }

  private:
    static constexpr int BUFFERS = 11;
    State() = default;
    char *payload() { return reinterpret_cast<char *>(this + 1); }
    const char *payload() const { return reinterpret_cast<const char *>(this + 1); }
    template <class T> static void put(char *&at, Buffer<T> &from) {
        if (from.size())
            std::memcpy(at, from.data(), from.size() * sizeof(T));
        at += from.size() * sizeof(T);
    }
    template <class T> static void get(const char *&at, Buffer<T> &to, uint32_t count) {
        to.resize(count);
        if (count)
            std::memcpy(static_cast<void *>(to.data()), at, count * sizeof(T));
        at += count * sizeof(T);
    }

    std::atomic<uint32_t> references_{1};
    uint32_t counts_[BUFFERS] = {};
    std::ptrdiff_t seen_ = 0;
    Scalars s_;
};

// A counted reference to a state.
class StateRef {
  public:
    StateRef() = default;
    explicit StateRef(State *owned) : state_(owned) {}
    StateRef(const StateRef &o) : state_(o.state_) {
        if (state_)
            state_->retain();
    }
    StateRef(StateRef &&o) noexcept : state_(std::exchange(o.state_, nullptr)) {}
    StateRef &operator=(StateRef o) noexcept {
        std::swap(state_, o.state_);
        return *this;
    }
    ~StateRef() {
        if (state_)
            state_->release();
    }
    const State *operator->() const { return state_; }
    explicit operator bool() const { return state_ != nullptr; }

  private:
    State *state_ = nullptr;
};

} // namespace heddle
