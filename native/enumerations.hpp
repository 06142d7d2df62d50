// Every enumeration that both sides of the kernel's boundary use, declared here and nowhere else.  module.cpp gives them to
// Python under the same names, in upper case (RmwLoad is RMW_LOAD there).
#pragma once

#include <array>
#include <cstdint>

namespace heddle {

#define HEDDLE_MEMBER(name) name,
#define HEDDLE_NAME(name) #name,
// ``names(Enum{})`` are those of the members, in order.
#define HEDDLE_ENUMERATION(Enum, LIST)                                                                                 \
    enum class Enum : uint8_t { LIST(HEDDLE_MEMBER) };                                                                 \
    inline auto names(Enum) { return std::array{LIST(HEDDLE_NAME)}; }

// The operations of the bytecode (bytecode.hpp).
#define HEDDLE_OP(X)                                                                                                   \
    /* dst := value (a: index into the constants) and operators on registers a, b (c: test of Select) */               \
    X(Const) X(Move) X(Wrap) X(Neg) X(Not) X(LogicalNot) X(Add) X(Sub) X(Mul) X(Div) X(Rem) X(Shl) X(Shr) X(And) X(Or) \
    X(Xor) X(Eq) X(Ne) X(Lt) X(Le) X(LogicalAnd) X(LogicalOr) X(Select) X(Self) X(NextThread) X(RegionBase)            \
    /* on bit patterns a, b (a twice for one operand); c: the width and sign of a, and above them the operation */     \
    X(Float)                                                                                                           \
    /* control: a register, b target or function */                                                                    \
    X(Jump) X(Branch) X(Call) X(CallPointer) X(Return) X(ThreadExit) X(Assume) X(Assert) X(Exit) X(Unsupported)        \
    X(LoopEnter) X(LoopBack) X(LoopBound)                                                                              \
    /* an iteration in which register a is not zero has changed something */                                           \
    X(Effect)                                                                                                          \
    /* around a call that releases a mutex and takes it again: what it does to memory is no change */                  \
    X(Wait) X(Waited)                                                                                                  \
    /* a: so many operands that the call is in the middle of are kept; b: 1 another operand of the last one's expression   \
       begins, 2 the first one of an expression inside it */                                                           \
    X(Operands)                                                                                                        \
    /* an input that is zero */                                                                                        \
    X(Default)                                                                                                         \
    /* values that nobody determines */                                                                                \
    X(Indeterminate) X(Choose)                                                                                         \
    /* memory of the thread: a size register, b kind of region; c: that is an event of this class, for a freed block may
       be given out again */                                                                                          \
    X(Allocate) X(AllocateDynamic) X(Forget) X(Free)                                                                   \
    /* a concurrent instruction that others cannot notice, for replay only: a its uid, b an address */                 \
    X(Mark)                                                                                                            \
    /* an operation on registers a, b (-1: none) that would tell where objects lie if these are addresses; c: what it tells (Sight), \
       size: which of the two may be addresses (1: a, 2: b) */                                                         \
    X(Observe)                                                                                                         \
    /* before an access that orders others: a fence, c, if it turns out to be private (at register a) and so no event */\
    X(Order)                                                                                                           \
    /* what others can notice */                                                                                       \
    X(Load) X(Store) X(RmwLoad) X(RmwStore) X(Fence) X(Create) X(Join) X(SectionBegin) X(SectionEnd)
HEDDLE_ENUMERATION(Op, HEDDLE_OP)

// What an operation tells of addresses, so when it depends on no choice of them.  Equal: equality, of addresses within objects and of
// numbers that are never addresses; Order: order, within an object or of such numbers; Same: within an object only; Number: of no
// addresses; Always: never, where the address is in parts or marked.  Of blocks that may be given out again: Block: equality, if one of
// the two is of no block; Freed: of no block; Parts: never.  Far: it tells nothing, but leads away from an object.
#define HEDDLE_SIGHT(X) X(Equal) X(Order) X(Same) X(Number) X(Always) X(Block) X(Freed) X(Parts) X(Far)
HEDDLE_ENUMERATION(Sight, HEDDLE_SIGHT)

// Operations of IEEE 754, rounding to nearest; Round takes halves away from zero, Rint to even.
#define HEDDLE_FLOAT(X)                                                                                                \
    X(Add) X(Sub) X(Mul) X(Div) X(Sqrt) X(Floor) X(Ceil) X(Trunc) X(Round) X(Rint) X(Eq) X(Lt) X(Le) X(Convert)        \
    X(FromInt) X(ToInt)
HEDDLE_ENUMERATION(Float, HEDDLE_FLOAT)

// Kinds of events.
#define HEDDLE_KIND(X) X(Init) X(Read) X(Write) X(Fence) X(Other)
HEDDLE_ENUMERATION(Kind, HEDDLE_KIND)

// Regions of a thread's memory.
#define HEDDLE_REGION(X) X(Private) X(Indeterminate) X(Zeroed) X(ThreadLocal)
HEDDLE_ENUMERATION(Region, HEDDLE_REGION)

// The operations of a model (model.hpp).
#define HEDDLE_REL(X)                                                                                                  \
    X(Po) X(Rf) X(Co) X(Fr) X(Loc) X(Int) X(Ext) X(Rmw) X(Addr) X(Data) X(Ctrl) X(Id) X(Empty) X(Union) X(Inter)       \
    X(Diff) X(Seq) X(Inverse) X(Optional) X(Plus) X(Star) X(Product) X(Identity) X(Eco)
HEDDLE_ENUMERATION(Rel, HEDDLE_REL)

// What a model's constraints ask of a relation.
#define HEDDLE_CHECK(X) X(Acyclic) X(Irreflexive) X(Empty)
HEDDLE_ENUMERATION(Check, HEDDLE_CHECK)

// What a thread does next, as far as others are concerned.
#define HEDDLE_ACT(X)                                                                                                  \
    X(Load) X(RmwLoad) X(Store) X(RmwStore) X(Fence) X(Create) X(Join) X(Free) X(Allocate) X(Choose)                               \
    /* the thread takes no further step */                                                                             \
    X(End) X(Exit) X(Waits) X(Spins) X(Fails) X(Cut) X(Unsupported) X(Undefined) X(Indeterminate)                      \
    /* a section that was taken for one of a single location accesses a second one */                                  \
    X(Widens)                                                                                                          \
    /* a section accesses memory in different sizes: address and size, value and info say where */                     \
    X(Overlaps)
HEDDLE_ENUMERATION(Act, HEDDLE_ACT)

// The bound at which a thread was cut: of a loop, of calls of one function, of the thread's events, of its instructions
// between two events.
#define HEDDLE_BOUND(X) X(Loop) X(Recursion) X(Depth) X(Endless)
HEDDLE_ENUMERATION(Bound, HEDDLE_BOUND)

// What is wrong with an action: it uses an address where no object is, or an object after its life; or it frees what is no
// block that lives.
#define HEDDLE_FAULT(X) X(NoObject) X(NoLife) X(NoBlock)
HEDDLE_ENUMERATION(Fault, HEDDLE_FAULT)

// What the kernel itself does not support in a program; other reasons come with the program, and have the numbers after these.
#define HEDDLE_LIMIT(X) X(NoRoom)
HEDDLE_ENUMERATION(Limit, HEDDLE_LIMIT)

// What the record of a thread is made of: concurrent instructions, events, inputs with their values.
#define HEDDLE_MARK(X) X(Instruction) X(Event) X(Input)
HEDDLE_ENUMERATION(Mark, HEDDLE_MARK)

// Why an exploration has no answer.  The model does not fit the search: it has a difference whose right side may grow
// with the graph; it forbids that a read reads the latest write, a write after all others, or a fence.  Or the program does not
// fit the kernel: a thread has more reads than dependencies are tracked for.
#define HEDDLE_OBSTACLE(X)                                                                                             \
    X(GrowingDifference) X(ForbiddenRead) X(ForbiddenWrite) X(ForbiddenFence) X(TooManyReads)
HEDDLE_ENUMERATION(Obstacle, HEDDLE_OBSTACLE)

// Why a search of all states is not complete: a store buffer grows on and on; so do the threads; an atomic section accesses memory in
// different sizes; a thread runs round inside an atomic section.
#define HEDDLE_GAP(X) X(LongBuffer) X(ManyThreads) X(MixedSizes) X(SpinsInside)
HEDDLE_ENUMERATION(Gap, HEDDLE_GAP)

} // namespace heddle
