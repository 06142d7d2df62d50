// Floating-point arithmetic on bit patterns, by the machine's own float and double.  A result that is not a number always has
// the same pattern, the one of heddle.core.floats.  Must not be compiled with -ffast-math and its like.
#pragma once

#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "bytecode.hpp"

namespace heddle {

static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

template <class F> using Pattern = std::conditional_t<sizeof(F) == 4, uint32_t, uint64_t>;

template <class F> F number_of(int64_t pattern) { return std::bit_cast<F>(static_cast<Pattern<F>>(pattern)); }

template <class F> int64_t pattern_of(F number) {
    if (std::isnan(number))
        return sizeof(F) == 4 ? 0x7fc00000 : 0x7ff8000000000000;
    return static_cast<int64_t>(std::bit_cast<Pattern<F>>(number));
}

// An integer of the instruction's type; nothing where the number does not fit.
template <class F> std::optional<int64_t> integer_of(F number, const Ins &i) {
    const F whole = std::trunc(number), limit = std::ldexp(F(1), i.is_signed ? i.bits - 1 : i.bits);
    if (!(whole < limit) || !(i.is_signed ? whole >= -limit : whole > -1))
        return std::nullopt;
    return i.is_signed ? static_cast<int64_t>(whole) : static_cast<int64_t>(static_cast<uint64_t>(whole));
}

template <class F> std::optional<int64_t> float_operation_in(Float op, const Ins &i, int64_t a, int64_t b) {
    const F x = number_of<F>(a), y = number_of<F>(b);
    switch (op) {
    case Float::Add: return pattern_of<F>(x + y);
    case Float::Sub: return pattern_of<F>(x - y);
    case Float::Mul: return pattern_of<F>(x * y);
    case Float::Div: return pattern_of<F>(x / y);
    case Float::Sqrt: return pattern_of<F>(std::sqrt(x));
    case Float::Floor: return pattern_of<F>(std::floor(x));
    case Float::Ceil: return pattern_of<F>(std::ceil(x));
    case Float::Trunc: return pattern_of<F>(std::trunc(x));
    case Float::Round: return pattern_of<F>(std::round(x));
    case Float::Rint: return pattern_of<F>(std::nearbyint(x));
    case Float::Eq: return x == y;
    case Float::Lt: return x < y;
    case Float::Le: return x <= y;
    case Float::Convert: return i.bits == 32 ? pattern_of(static_cast<float>(x)) : pattern_of(static_cast<double>(x));
    case Float::ToInt: return integer_of(x, i);
    case Float::FromInt: break;
    }
    return std::nullopt;
}

template <class F> int64_t from_integer(bool is_signed, int64_t a) {
    return pattern_of<F>(is_signed ? static_cast<F>(a) : static_cast<F>(static_cast<uint64_t>(a)));
}

// ``bits`` and ``is_signed`` are those of the first operand; nothing where C gives the operation no meaning.
inline std::optional<int64_t> float_operation(Float op, int bits, bool is_signed, const Ins &i, int64_t a, int64_t b) {
    if (op == Float::FromInt)
        return i.bits == 32 ? from_integer<float>(is_signed, a) : from_integer<double>(is_signed, a);
    return bits == 32 ? float_operation_in<float>(op, i, a, b) : float_operation_in<double>(op, i, a, b);
}

} // namespace heddle
