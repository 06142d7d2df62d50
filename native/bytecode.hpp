// The compact form of a program that threads interpret.  Made by heddle.explore.lower; the numbers of the operations are
// those of heddle.explore.bytecode.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle {

enum class Op : uint8_t {
    // dst := value (a: index into the constants) and operators on registers a, b (c: test of Select)
    Const, Move, Wrap, Neg, Not, LogicalNot, Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor,
    Eq, Ne, Lt, Le, LogicalAnd, LogicalOr, Select, Self, RegionBase,
    // control: a register, b target or function
    Jump, Branch, Call, CallPointer, Return, ThreadExit, Assume, Assert, Exit, Unsupported, LoopEnter, LoopBack, LoopBound,
    // values that nobody determines
    Indeterminate, Choose,
    // memory of the thread: a size register, b kind of region
    Allocate, AllocateDynamic, Forget,
    // a concurrent instruction that others cannot notice, for replay only: a its uid
    Mark,
    // what others can notice
    Load, Store, RmwLoad, RmwStore, Fence, Create, Join, SectionBegin, SectionEnd,
    Count
};

struct Ins {
    Op op;
    uint8_t bits;      // width of the result
    uint8_t is_signed; // of the result
    uint8_t size;      // bytes of an access
    int32_t dst, a, b, c;
    int32_t uid;
};

struct Function {
    std::string name;
    uint32_t entry;      // position of its first instruction
    uint32_t registers;
    std::vector<int32_t> parameters;
    std::vector<uint8_t> parameter_bits, parameter_signed;
    int64_t address;     // what a pointer to it holds
};

// What belongs to every event of one kind and annotation: its kind, and which sets of the model it is in.
enum class Kind : uint8_t { Init, Read, Write, Fence, Other };
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

struct Program {
    std::vector<Ins> code;
    std::vector<Function> functions;
    std::vector<int64_t> constants;
    std::vector<std::vector<int32_t>> lists;        // arguments of calls
    std::vector<std::vector<int32_t>> loops;        // registers that are live at the head of a loop
    std::vector<uint32_t> loop_bounds;              // 0: none
    std::vector<EventClass> classes;                // 0 is that of initial writes
    std::vector<GlobalBlock> globals;               // by base
    std::vector<ThreadObject> thread_private, thread_shared;
    int64_t thread_private_size = 0;
    int shift = 32;                                 // a region of addresses has 2**shift bytes
    uint32_t entry = 0;
    uint32_t recursion = 1000;
    bool dependencies = false;                      // the model asks for addr, data or ctrl
};

// Regions of addresses: globals and functions first, then four for each thread.
constexpr int FIRST_THREAD_REGION = 16, REGIONS = 4;
enum Region { PRIVATE = 0, INDETERMINATE = 1, ZEROED = 2, THREAD_LOCAL = 3 };

} // namespace heddle
