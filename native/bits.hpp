// Sets of events as bit vectors of a width that is fixed at compile time: most graphs fit into one or two words.  ``Bits<0>`` has no
// limit (bits_large.hpp).
#pragma once

#include <bit>
#include <cstdint>

namespace heddle {

template <int W> struct Bits {
    static constexpr int CAPACITY = 64 * W;
    uint64_t word[W] = {};

    static Bits single(int i) {
        Bits b;
        b.set(i);
        return b;
    }
    void set(int i) { word[i >> 6] |= uint64_t{1} << (i & 63); }
    void clear(int i) { word[i >> 6] &= ~(uint64_t{1} << (i & 63)); }
    bool test(int i) const { return word[i >> 6] >> (i & 63) & 1; }
    bool any() const {
        uint64_t all = 0;
        for (int k = 0; k < W; k++)
            all |= word[k];
        return all != 0;
    }
    bool meets(const Bits &o) const {
        uint64_t all = 0;
        for (int k = 0; k < W; k++)
            all |= word[k] & o.word[k];
        return all != 0;
    }
    int count() const {
        int n = 0;
        for (int k = 0; k < W; k++)
            n += std::popcount(word[k]);
        return n;
    }
    Bits &operator|=(const Bits &o) {
        for (int k = 0; k < W; k++)
            word[k] |= o.word[k];
        return *this;
    }
    Bits &operator&=(const Bits &o) {
        for (int k = 0; k < W; k++)
            word[k] &= o.word[k];
        return *this;
    }
    Bits &operator-=(const Bits &o) {
        for (int k = 0; k < W; k++)
            word[k] &= ~o.word[k];
        return *this;
    }
    friend Bits operator|(Bits a, const Bits &b) { return a |= b; }
    friend Bits operator&(Bits a, const Bits &b) { return a &= b; }
    friend Bits operator-(Bits a, const Bits &b) { return a -= b; }
    friend bool operator==(const Bits &a, const Bits &b) = default;

    template <class F> void each(F f) const {
        for (int k = 0; k < W; k++)
            for (uint64_t rest = word[k]; rest; rest &= rest - 1)
                f(64 * k + std::countr_zero(rest));
    }
    // From the highest to the lowest; ``f`` may take members out of ``*this``.
    template <class F> void each_down(F f) {
        for (int k = W; k-- > 0;)
            while (word[k]) {
                const int i = 64 * k + 63 - std::countl_zero(word[k]);
                clear(i);
                f(i);
            }
    }
    int first_free() const {
        for (int k = 0; k < W; k++)
            if (~word[k])
                return 64 * k + std::countr_one(word[k]);
        return 64 * W;
    }
    int first() const {
        for (int k = 0; k < W; k++)
            if (word[k])
                return 64 * k + std::countr_zero(word[k]);
        return -1;
    }
    int last() const {
        for (int k = W; k-- > 0;)
            if (word[k])
                return 64 * k + 63 - std::countl_zero(word[k]);
        return -1;
    }
};

} // namespace heddle
