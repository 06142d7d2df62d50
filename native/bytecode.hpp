// The compact form of a program that threads interpret.  Made by heddle.explorer.lower.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "enumerations.hpp"

namespace heddle {

struct Ins {
    Op op;
    uint8_t bits = 64;     // width of the result
    bool is_signed = false;  // of the result
    uint8_t size = 0;      // bytes of an access
    int32_t dst = -1, a = -1, b = -1, c = -1;
    int32_t uid = -1;
};

struct Parameter {
    int32_t reg;
    uint8_t bits;
    bool is_signed;
};

struct Function {
    std::string name;
    uint32_t entry;      // position of its first instruction
    uint32_t registers;
    std::vector<Parameter> parameters;
    int64_t address;     // what a pointer to it holds
};

// What belongs to every event of one kind and annotation: its kind, and which sets of the model it is in.
struct EventClass {
    Kind kind;
    uint64_t sets;
};

struct GlobalBlock {
    int64_t base;
    std::vector<uint8_t> bytes;
};

// An object of which every thread has one; ``offset`` in the thread's region for such objects.
struct ThreadObject {
    int64_t offset;
    uint8_t size;
    int64_t value;
};

struct ThreadExtent {
    Region region;
    int64_t offset, size;
};

// The classes of events that an atomic section makes.
struct SectionClasses {
    int32_t rmw_read = 0, read = 0, rmw_write = 0, write = 0;
};

struct Program {
    std::vector<Ins> code;
    std::vector<Function> functions;
    std::vector<int64_t> constants;
    std::vector<std::vector<int32_t>> lists;        // arguments of calls
    std::vector<std::vector<int32_t>> loops;        // registers that are live at the head of a loop
    std::vector<uint32_t> loop_bounds;              // 0: none
    std::vector<EventClass> classes;                // 0 is that of initial writes
    SectionClasses sections;
    std::vector<GlobalBlock> globals;               // by base
    std::vector<ThreadObject> thread_private, thread_shared;
    std::vector<ThreadExtent> thread_extents;       // where these objects lie
    int64_t thread_private_size = 0;
    int shift = 32;                                 // a region of addresses has 2**shift bytes
    std::vector<int64_t> cuts;                      // addresses between which shared memory is accessed in pieces; ascending
    uint32_t entry = 0;
    uint32_t recursion = 1000;
    int32_t fill = -1;                              // what the bytes of uninitialized memory that threads share are; -1: unknown,
                                                    // and if they are known, uninitialized memory of one thread holds zeros
    bool dependencies = false;                      // the model asks for addr, data or ctrl
    bool claims_pointers = false;                   // an access to no object is a violation
    bool claims_lives = false;                      // so is one to an object whose life is over
    bool claims_frees = false;                      // so is a free of what is no block that lives
    int begins = -1, ends = -1;                     // classes of the events at a thread's begin and end; -1: there are none

    // May the number be an address, or one that was moved a little beyond its object?
    bool is_address(int64_t number) const;
    // Is it no object's, wherever these lie?
    static bool is_never(int64_t number) { return number >= -PAGE && number < PAGE; }

    static constexpr int64_t PAGE = 4096, BEYOND = 1 << 16, MOST_THREADS = 4096;
};

// The pieces of memory that an access covers.  Where accesses of different sizes meet, memory is cut at both ends of each; an
// access over several pieces is as many events.
struct Pieces {
    static constexpr int MOST = 8;    // an access has no more bytes
    int count = 1;
    uint8_t offset[MOST + 1] = {};    // where each begins, and the end of the last

    Pieces(const Program &program, int64_t address, int size) {
        const std::vector<int64_t> &cuts = program.cuts;
        if (!cuts.empty()) {
            auto cut = std::upper_bound(cuts.begin(), cuts.end(), address);
            for (; count < MOST && cut != cuts.end() && *cut < address + size; ++cut)
                offset[count++] = static_cast<uint8_t>(*cut - address);
        }
        offset[count] = static_cast<uint8_t>(size);
    }
    uint8_t size(int k) const { return static_cast<uint8_t>(offset[k + 1] - offset[k]); }
    // What a piece holds of a value.
    int64_t content(int64_t value, int k) const {
        return static_cast<int64_t>(static_cast<uint64_t>(value) >> (8 * offset[k]) & mask(k));
    }
    // What a piece with this content adds to a value.
    int64_t share(int64_t content, int k) const {
        return static_cast<int64_t>((static_cast<uint64_t>(content) & mask(k)) << (8 * offset[k]));
    }

    // Which bytes of it are among these of the access, and the other way round.
    uint8_t bytes(uint8_t of_access, int k) const { return static_cast<uint8_t>(of_access >> offset[k]); }
    uint8_t in_access(uint8_t of_piece, int k) const {
        return static_cast<uint8_t>((of_piece & 0xff >> (8 - size(k))) << offset[k]);
    }

  private:
    uint64_t mask(int k) const { return ~uint64_t{0} >> (64 - 8 * size(k)); }
};

// Regions of addresses: globals and functions first, then four for each thread.
constexpr int FUNCTION_REGION = 15, FIRST_THREAD_REGION = 16, REGIONS = 4;
constexpr int64_t ALIGNMENT = 16;  // of memory objects

// Where the first object of a thread's region lies.  Regions begin at different places in their parts of the address space: steps of
// round numbers of bytes do not lead from one to another.
inline int64_t region_start(const Program &p, int64_t region) {
    return (region << p.shift) + ALIGNMENT * (1 + 37 * (region & 0xfff));
}
inline bool Program::is_address(int64_t number) const {
    const int64_t region = static_cast<int64_t>(static_cast<uint64_t>(number) >> shift);
    if (is_never(number))
        return false;
    if (region >= FUNCTION_REGION - 1 && region < FIRST_THREAD_REGION + REGIONS * MOST_THREADS)
        return true;
    return std::any_of(globals.begin(), globals.end(), [&](const GlobalBlock &block) {
        return number >= block.base - BEYOND && number <= block.base + static_cast<int64_t>(block.bytes.size()) + BEYOND;
    });
}
inline int64_t region_of(int thread, int kind) { return FIRST_THREAD_REGION + int64_t{REGIONS} * thread + kind; }

// The first free address of a region after an object.  What lies between objects is wide, so that a pointer that leaves one does
// not meet another.
inline int64_t after_object(const Program &p, int64_t address, int64_t size) {
    const int64_t limit = int64_t{1} << p.shift;
    const int64_t room = limit - (address & (limit - 1)) - size;
    return (address + size + (room >> 10) + 2 * ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

} // namespace heddle
