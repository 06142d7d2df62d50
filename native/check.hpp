// Does an event that was just added break the model?
//
// The graph was consistent before, and every base pair that is new begins or ends at the new event.  So a new violation
// is a pair of some operation whose derivation goes through the new event.  ``through`` lists these pairs as products of two sets:
// whence one comes to the event, and where one goes from it.  Nothing else is computed.
#pragma once

#include "full.hpp"
#include "graph.hpp"

namespace heddle {

// A reference to a callable: the recursion below passes continuations downwards only.
template <class Signature> class FunctionRef;
template <class R, class... A> class FunctionRef<R(A...)> {
  public:
    template <class F>
    FunctionRef(F &&f) : object_(const_cast<void *>(static_cast<const void *>(&f))), call_([](void *o, A... a) -> R {
                             return (*static_cast<std::remove_reference_t<F> *>(o))(a...);
                         }) {}
    R operator()(A... a) const { return call_(object_, a...); }

  private:
    void *object_;
    R (*call_)(void *, A...);
};

template <int W> class Checker {
  public:
    using Set = Bits<W>;
    using Emit = FunctionRef<bool(const Set &, const Set &)>;

    Checker(const Graph<W> &graph, int event)
        : g_(graph), m_(graph.model()), e_(event), last_(graph[event].thread != INIT_THREAD), self_(Set::single(event)) {}
    // For a complete graph, in which no event is the new one.
    explicit Checker(const Graph<W> &graph) : g_(graph), m_(graph.model()), e_(NONE), last_(false) {}

    // The number of the first of the patient axioms, or of the others, that the event breaks; NONE if it breaks none.
    int broken(bool patient) const {
        int held = NONE;  // the group of which one alternative is known to hold
        for (const Axiom &axiom : m_.axioms) {
            if (axiom.patient != patient || (axiom.group >= 0 && axiom.group == held))
                continue;
            if (axiom.guard >= 0 && !g_.sets[static_cast<size_t>(axiom.guard)].any())
                continue;
            if (!violated(axiom))
                continue;
            // The event may break an alternative that was broken before, while another still holds.
            if (axiom.group < 0 || !FullCheck<W>(g_).keeps(axiom.group))
                return axiom.number;
            held = axiom.group;
        }
        return NONE;
    }

    // Whatever the model says about blocks: sections happen one after the other, and no access is torn.
    bool keeps_blocks() const { return g_.blocks.empty() || (sections_in_order() && untorn()); }

    static constexpr int NONE = -1;

    // The events with which the new one raises a flag, as far as that is settled now.
    Set raising() const {
        Set all;
        for (const Flag &flag : m_.flags)
            all |= image(flag.node, self_) | preimage(flag.node, self_);
        return all;
    }

    // Does the graph raise the flag?  ``pairs`` gets what shows it: a pair of the relation, or the pairs of a cycle.
    bool raises(const Flag &flag, std::vector<std::pair<int, int>> &pairs) const {
        pairs.clear();
        g_.alive.each([&](int e) {
            const Set reached = row(flag.node, e);
            if (!pairs.empty() || !reached.any())
                return;
            if (flag.check == Check::Empty)
                pairs.emplace_back(e, reached.first());
            else if (flag.check == Check::Acyclic)
                cycle(flag.node, e, pairs);
            else if (reached.test(e))
                pairs.emplace_back(e, e);
        });
        return pairs.empty() != flag.negated;
    }

  private:
    // The pairs of a shortest cycle through the event, if there is one.
    void cycle(int n, int e, std::vector<std::pair<int, int>> &pairs) const {
        std::vector<Set> layers{row(n, e)};
        Set seen = layers[0];
        while (!layers.back().test(e)) {
            const Set next = image(n, layers.back()) - seen;
            if (!next.any())
                return;
            seen |= next;
            layers.push_back(next);
        }
        int to = e;
        for (size_t k = layers.size(); k-- > 1; to = pairs.back().first)
            pairs.emplace_back((preimage(n, Set::single(to)) & layers[k - 1]).first(), to);
        pairs.emplace_back(e, to);
    }

    const Node &node(int n) const { return m_.nodes[static_cast<size_t>(n)]; }
    const Set &set(int s) const { return g_.sets[static_cast<size_t>(s)]; }

    bool violated(const Axiom &axiom) const {
        switch (axiom.check) {
        case Check::Empty: return through(axiom.node, [](const Set &, const Set &) { return true; });
        case Check::Irreflexive: return reflexive(axiom.node);
        case Check::Acyclic:
            return through(axiom.node, [&](const Set &a, const Set &b) {
                return reaches(axiom.node, b, a) || (!g_.blocks.empty() && closes_cycle_of_blocks(axiom.node, a, b));
            });
        }
        return false;
    }

    // Is there a new pair of an event with itself?
    bool reflexive(int n) const {
        const Node &x = node(n);
        if (x.rel == Rel::Union)
            return reflexive(x.a) || reflexive(x.b);
        if (x.rel != Rel::Seq)
            return through(n, [&](const Set &a, const Set &b) { return joined(n, a).meets(b); });
        return through(x.a, [&](const Set &a, const Set &b) { return joined(n, a).meets(image(x.b, joined(n, b))); }) ||
               through(x.b, [&](const Set &a, const Set &b) {
                   if (node(x.a).strict && last_ && b == self_)
                       return false;
                   return joined(n, b).meets(preimage(x.a, joined(n, a)));
               });
    }

    // The events of an access to several pieces are one event to an operation, unless that looks at one location only: there each
    // piece is for itself.
    Set joined(int n, const Set &set) const { return node(n).local ? set : g_.with_accesses(set); }

    // An atomic section is one event for acyclicity, and so is an access: does a pair from ``a`` to ``b`` close a cycle then?
    bool closes_cycle_of_blocks(int n, const Set &a, const Set &b) const {
        Set loose = b;
        for (const Block<W> &block : g_.blocks) {
            if ((block.access && node(n).local) || !block.members.meets(b))
                continue;
            loose -= block.members;
            if (reaches_by_blocks(n, block.members, a - block.members))
                return true;
        }
        return reaches_by_blocks(n, loose, a);
    }

    bool reaches_by_blocks(int n, const Set &from, const Set &to) const {
        auto closed = [&](const Set &set) { return node(n).local ? g_.with_sections(set) : g_.with_blocks(set); };
        const Set target = closed(from);
        Set seen = closed(to), frontier = seen;
        while (frontier.any()) {
            if (frontier.meets(target))
                return true;
            frontier = closed(preimage(n, frontier)) - seen;
            seen |= frontier;
        }
        return false;
    }

    // Whatever the model says, two accesses of several pieces (or one, and a section) see each other as a whole: not one piece of
    // one before the other, and another piece after it.
    bool untorn() const {
        if (g_[e_].block < 0 || !g_.has_accesses)
            return true;
        const Block<W> &home = g_.block(g_[e_].block);
        Set before, after;
        home.members.each([&](int e) {
            before |= g_.communicates_from(e);
            after |= g_.communicates_to(e);
        });
        for (const Block<W> &other : g_.blocks)
            if (&other != &home && (home.access || other.access) && other.members.meets(before) && other.members.meets(after))
                return false;
        return true;
    }

    // Whatever the model says, atomic sections happen one after the other: there is no way by po and rf, or by co and fr
    // between sections, from a section out and back into it.
    bool sections_in_order() const {
        Set inside;
        for (const Block<W> &block : g_.blocks)
            if (!block.access)
                inside |= block.members;
        if (!inside.any())
            return true;
        const Set home = g_.with_sections(self_);
        Set seen, frontier = g_.with_sections(followers(home, inside) - home);
        while (frontier.any()) {
            if (frontier.meets(home))
                return false;
            seen |= frontier;
            frontier = g_.with_sections(followers(frontier, inside)) - seen;
        }
        return true;
    }

    Set followers(const Set &from, const Set &inside) const {
        Set r;
        g_.alive.each([&](int e) {
            if (g_[e].porf.meets(from))
                r.set(e);
        });
        Set later;
        (from & inside).each([&](int e) {
            if (g_[e].kind == Kind::Write)
                later |= g_[e].after;
            else if (g_[e].rf >= 0)
                later |= g_[g_[e].rf].after;
        });
        return r | (later & inside);
    }

    // Is there a way of zero or more steps from ``from`` to ``to``?  Sought backwards, where columns tell the next step.
    bool reaches(int n, const Set &from, const Set &to) const {
        Set seen = to, frontier = to;
        while (frontier.any()) {
            if (frontier.meets(from))
                return true;
            frontier = preimage(n, frontier) - seen;
            seen |= frontier;
        }
        return false;
    }

    // Calls ``emit`` with products of sets that together are all pairs with a derivation through the event, until it
    // returns true.
    bool through(int n, Emit emit) const {
        const Node &x = node(n);
        if (x.forward) {
            const Set &c = g_.column(e_, x.column);
            return c.any() && emit(c, self_);
        }
        switch (x.rel) {
        case Rel::Co: return co_through(emit);
        case Rel::Fr: return fr_through(emit);
        case Rel::Eco: {
            const Set from = preimage(n, self_), to = image(n, self_);
            return (from.any() && emit(from, self_)) || (to.any() && emit(self_, to));
        }
        case Rel::Loc: case Rel::Int: case Rel::Ext: case Rel::Product: return pairwise_through(n, emit);
        case Rel::Union: return through(x.a, emit) || through(x.b, emit);
        case Rel::Seq:
            return through(x.a, [&](const Set &a, const Set &b) {
                       const Set to = image(x.b, joined(n, b));
                       return to.any() && emit(a, to);
                   }) || through(x.b, [&](const Set &a, const Set &b) {
                       const Set from = preimage(x.a, joined(n, a));
                       return from.any() && emit(from, b);
                   });
        case Rel::Inverse: return through(x.a, [&](const Set &a, const Set &b) { return emit(b, a); });
        case Rel::Optional: return emit(self_, self_) || through(x.a, emit);
        case Rel::Star:
            if (emit(self_, self_))
                return true;
            [[fallthrough]];
        case Rel::Plus:
            return through(x.a, [&](const Set &a, const Set &b) {
                return emit(a | closure<true>(x.a, joined(n, a)), b | closure<false>(x.a, joined(n, b)));
            });
        case Rel::Inter:
            return filtered(x.a, x.b, false, emit) || filtered(x.b, x.a, false, emit);
        case Rel::Diff: return filtered(x.a, x.b, true, emit);
        default: return false;
        }
    }

    bool co_through(Emit emit) const {
        const Event<W> &e = g_[e_];
        if (e.kind != Kind::Write)
            return false;
        return (e.before.any() && emit(e.before, self_)) || (e.after.any() && emit(self_, e.after));
    }

    bool fr_through(Emit emit) const {
        const Event<W> &e = g_[e_];
        if (e.kind == Kind::Read)
            return g_[e.rf].after.any() && emit(self_, g_[e.rf].after);
        if (e.kind != Kind::Write)
            return false;
        const Set readers = readers_of(e.before);
        return readers.any() && emit(readers, self_);
    }

    bool pairwise_through(int n, Emit emit) const {
        const Set to = row(n, e_), from = g_.pairwise_column(n, e_);
        return (to.any() && emit(self_, to)) || (from.any() && emit(from, self_));
    }

    // Pairs of one operation that are also in another one, or are not.
    bool filtered(int n, int other, bool negated, Emit emit) const {
        return through(n, [&](const Set &a, const Set &b) {
            bool stop = false;
            if (node(other).forward || b == self_ || b.count() <= a.count()) {  // backwards, columns tell the next step
                b.each([&](int y) {
                    if (stop)
                        return;
                    const Set before = preimage(other, Set::single(y));
                    const Set from = negated ? a - before : a & before;
                    stop = from.any() && emit(from, Set::single(y));
                });
                return stop;
            }
            a.each([&](int x) {
                if (stop)
                    return;
                const Set reach = image(other, Set::single(x));
                const Set to = negated ? b - reach : b & reach;
                stop = to.any() && emit(Set::single(x), to);
            });
            return stop;
        });
    }

    Set readers_of(const Set &writes) const {
        Set r;
        writes.each([&](int w) { r |= g_[w].readers; });
        return r;
    }

    Set row(int n, int slot) const { return image(n, Set::single(slot)); }

    template <bool Backwards> Set closure(int n, const Set &from) const {
        Set seen, frontier = from;
        while (frontier.any()) {
            const Set next = (Backwards ? preimage(n, frontier) : image(n, frontier)) - seen;
            seen |= next;
            frontier = joined(n, next);
        }
        return seen;
    }

    // Where one step of an operation leads from a set.
    Set image(int n, const Set &from) const {
        const Node &x = node(n);
        Set r;
        if (!from.any())
            return r;
        switch (x.rel) {
        case Rel::Id: return from;
        case Rel::Empty: return r;
        case Rel::Identity: return from & set(x.a);
        case Rel::Product: return from.meets(set(x.a)) ? set(x.b) : r;
        case Rel::Rf: return readers_of(from);
        case Rel::Co: from.each([&](int e) { r |= g_[e].after; }); return r;
        case Rel::Fr:
            from.each([&](int e) {
                if (g_[e].rf >= 0)
                    r |= g_[g_[e].rf].after;
            });
            return r;
        case Rel::Loc: case Rel::Int: case Rel::Ext:  // symmetric
            from.each([&](int e) { r |= g_.pairwise_column(n, e); });
            return r;
        case Rel::Eco:
            from.each([&](int e) { r |= g_[e].kind == Kind::Read ? g_[g_[e].rf].after : g_[e].after; });
            return r | readers_of(r | from);
        default: break;
        }
        if (x.forward) {
            Set rest = from;
            if (last_ && rest.test(e_)) {
                rest.clear(e_);
                if (g_.column(e_, x.column).test(e_))
                    r.set(e_);
            }
            if (rest.any())
                g_.alive.each([&](int e) {
                    if (g_.column(e, x.column).meets(rest))
                        r.set(e);
                });
            return r;
        }
        switch (x.rel) {
        case Rel::Union: return image(x.a, from) | image(x.b, from);
        case Rel::Seq: return image(x.b, joined(n, image(x.a, from)));
        case Rel::Inverse: return preimage(x.a, from);
        case Rel::Optional: return from | image(x.a, from);
        case Rel::Plus: return closure<false>(x.a, from);
        case Rel::Star: return from | closure<false>(x.a, from);
        case Rel::Inter:
        case Rel::Diff:
            from.each([&](int e) {
                const Set one = Set::single(e), left = image(x.a, one);
                if (left.any())
                    r |= x.rel == Rel::Inter ? left & image(x.b, one) : left - image(x.b, one);
            });
            return r;
        default: return r;
        }
    }

    // From where one step of an operation leads into a set.
    Set preimage(int n, const Set &to) const {
        const Node &x = node(n);
        Set r;
        if (!to.any())
            return r;
        switch (x.rel) {
        case Rel::Id: return to;
        case Rel::Empty: return r;
        case Rel::Identity: return to & set(x.a);
        case Rel::Product: return to.meets(set(x.b)) ? set(x.a) : r;
        case Rel::Co: to.each([&](int e) { r |= g_[e].before; }); return r;
        case Rel::Fr: to.each([&](int e) { r |= readers_of(g_[e].before); }); return r;
        case Rel::Eco: {
            Set last;  // the writes among ``to``, and those that its reads read from
            to.each([&](int e) {
                const int w = g_[e].kind == Kind::Read ? g_[e].rf : e;
                if (w != e)
                    last.set(w);
                if (g_[w].kind == Kind::Write || g_[w].kind == Kind::Init)
                    r |= g_[w].before;
            });
            return r | last | readers_of(r);
        }
        case Rel::Loc: case Rel::Int: case Rel::Ext:
            to.each([&](int e) { r |= g_.pairwise_column(n, e); });
            return r;
        default: break;
        }
        if (x.forward) {
            g_.collect(r, to, x.column, x.transitive);
            return r;
        }
        switch (x.rel) {
        case Rel::Union: return preimage(x.a, to) | preimage(x.b, to);
        case Rel::Seq: return preimage(x.a, joined(n, preimage(x.b, to)));
        case Rel::Inverse: return image(x.a, to);
        case Rel::Optional: return to | preimage(x.a, to);
        case Rel::Plus: return closure<true>(x.a, to);
        case Rel::Star: return to | closure<true>(x.a, to);
        case Rel::Inter:
        case Rel::Diff:
            to.each([&](int e) {
                const Set one = Set::single(e), left = preimage(x.a, one);
                if (left.any())
                    r |= x.rel == Rel::Inter ? left & preimage(x.b, one) : left - preimage(x.b, one);
            });
            return r;
        default: return r;
        }
    }

    const Graph<W> &g_;
    const Model &m_;
    int e_;
    bool last_;  // nothing comes after the event
    Set self_;
};

} // namespace heddle
