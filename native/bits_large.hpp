// Sets of events without a limit, for large graphs: chunks of bits that sets share as long as they agree.  What comes before an
// event is mostly what came before the one before it, so that a graph of n events needs far less than n * n bits.
#pragma once

#include <atomic>
#include <limits>
#include <utility>
#include <vector>

#include "bits.hpp"

namespace heddle {

// A chunk with a count of the sets that it is a part of; none stands for an empty one.
class ChunkRef {
  public:
    using Words = Bits<64>;
    static constexpr int BITS = Words::CAPACITY;

    ChunkRef() = default;
    ChunkRef(const ChunkRef &o) : chunk_(o.chunk_) {
        if (chunk_)
            chunk_->references.fetch_add(1, std::memory_order_relaxed);
    }
    ChunkRef(ChunkRef &&o) noexcept : chunk_(std::exchange(o.chunk_, nullptr)) {}
    ChunkRef &operator=(ChunkRef o) noexcept {
        std::swap(chunk_, o.chunk_);
        return *this;
    }
    ~ChunkRef() {
        if (chunk_ && chunk_->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
            delete chunk_;
    }
    explicit operator bool() const { return chunk_ != nullptr; }
    bool is(const ChunkRef &o) const { return chunk_ == o.chunk_; }
    const Words &words() const { return chunk_->words; }
    // For changing: nobody else's.
    Words &own() {
        if (!chunk_)
            chunk_ = new Chunk;
        else if (chunk_->references.load(std::memory_order_acquire) > 1)
            *this = ChunkRef(new Chunk{1, chunk_->words});
        return chunk_->words;
    }

  private:
    struct Chunk {
        std::atomic<uint32_t> references{1};
        Words words;
    };
    explicit ChunkRef(Chunk *chunk) : chunk_(chunk) {}
    Chunk *chunk_ = nullptr;
};

template <> struct Bits<0> {
    static constexpr int CAPACITY = std::numeric_limits<int>::max();

    static Bits single(int i) {
        Bits b;
        b.set(i);
        return b;
    }
    void set(int i) {
        const size_t k = chunk(i);
        if (k >= chunks_.size())
            chunks_.resize(k + 1);
        if (!chunks_[k] || !chunks_[k].words().test(i % ChunkRef::BITS))
            chunks_[k].own().set(i % ChunkRef::BITS);
    }
    void clear(int i) {
        if (test(i))
            chunks_[chunk(i)].own().clear(i % ChunkRef::BITS);
    }
    bool test(int i) const {
        const size_t k = chunk(i);
        return k < chunks_.size() && chunks_[k] && chunks_[k].words().test(i % ChunkRef::BITS);
    }
    bool any() const {
        for (const ChunkRef &c : chunks_)
            if (c && c.words().any())
                return true;
        return false;
    }
    bool meets(const Bits &o) const {
        for (size_t k = 0; k < std::min(chunks_.size(), o.chunks_.size()); k++)
            if (chunks_[k] && o.chunks_[k] && chunks_[k].words().meets(o.chunks_[k].words()))
                return true;
        return false;
    }
    int count() const {
        int n = 0;
        for (const ChunkRef &c : chunks_)
            n += c ? c.words().count() : 0;
        return n;
    }
    Bits &operator|=(const Bits &o) {
        if (chunks_.size() < o.chunks_.size())
            chunks_.resize(o.chunks_.size());
        for (size_t k = 0; k < o.chunks_.size(); k++) {
            if (!o.chunks_[k] || chunks_[k].is(o.chunks_[k]))
                continue;
            if (!chunks_[k]) {
                chunks_[k] = o.chunks_[k];
                continue;
            }
            const ChunkRef::Words all = chunks_[k].words() | o.chunks_[k].words();
            if (all == o.chunks_[k].words())
                chunks_[k] = o.chunks_[k];
            else if (all != chunks_[k].words())
                chunks_[k].own() = all;
        }
        return *this;
    }
    Bits &operator&=(const Bits &o) {
        if (chunks_.size() > o.chunks_.size())
            chunks_.resize(o.chunks_.size());
        for (size_t k = 0; k < chunks_.size(); k++)
            if (chunks_[k] && !o.chunks_[k])
                chunks_[k] = ChunkRef{};
            else if (chunks_[k] && !chunks_[k].is(o.chunks_[k]))
                chunks_[k].own() &= o.chunks_[k].words();
        return *this;
    }
    Bits &operator-=(const Bits &o) {
        for (size_t k = 0; k < std::min(chunks_.size(), o.chunks_.size()); k++)
            if (chunks_[k] && o.chunks_[k] && chunks_[k].words().meets(o.chunks_[k].words()))
                chunks_[k].own() -= o.chunks_[k].words();
        return *this;
    }
    friend Bits operator|(Bits a, const Bits &b) { return a |= b; }
    friend Bits operator&(Bits a, const Bits &b) { return a &= b; }
    friend Bits operator-(Bits a, const Bits &b) { return a -= b; }
    friend bool operator==(const Bits &a, const Bits &b) {
        for (size_t k = 0; k < std::max(a.chunks_.size(), b.chunks_.size()); k++)
            if (a.at(k) != b.at(k))
                return false;
        return true;
    }

    template <class F> void each(F f) const {
        for (size_t k = 0; k < chunks_.size(); k++)
            if (chunks_[k])
                chunks_[k].words().each([&](int i) { f(static_cast<int>(k) * ChunkRef::BITS + i); });
    }
    // From the highest to the lowest; ``f`` may take members out of ``*this``.
    template <class F> void each_down(F f) {
        for (size_t k = chunks_.size(); k-- > 0;)
            for (int i; chunks_[k] && (i = chunks_[k].words().last()) >= 0;) {
                const int member = static_cast<int>(k) * ChunkRef::BITS + i;
                clear(member);
                f(member);
            }
    }
    int first_free() const {
        int k = 0;
        for (const ChunkRef &c : chunks_) {
            const int i = c ? c.words().first_free() : 0;
            if (i < ChunkRef::BITS)
                return k * ChunkRef::BITS + i;
            k++;
        }
        return k * ChunkRef::BITS;
    }
    int first() const {
        for (size_t k = 0; k < chunks_.size(); k++)
            if (const int i = chunks_[k] ? chunks_[k].words().first() : -1; i >= 0)
                return static_cast<int>(k) * ChunkRef::BITS + i;
        return -1;
    }

  private:
    static size_t chunk(int i) { return static_cast<size_t>(i / ChunkRef::BITS); }
    ChunkRef::Words at(size_t k) const { return k < chunks_.size() && chunks_[k] ? chunks_[k].words() : ChunkRef::Words{}; }

    std::vector<ChunkRef> chunks_;
};

} // namespace heddle
