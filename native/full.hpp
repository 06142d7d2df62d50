// The model evaluated on a whole graph, operation by operation: slow and obvious.  For graphs that were not filtered while
// they grew, and as the reference of the incremental check in tests.
#pragma once

#include "graph.hpp"

namespace heddle {

template <int W> class FullCheck {
  public:
    using Rows = std::vector<Bits<W>>;

    explicit FullCheck(const Graph<W> &graph) : g_(graph), size_(graph.events.size()) {}

    bool consistent() {
        evaluate();
        int kept = -1;  // the last group that was looked at
        for (const Axiom &a : g_.model().axioms) {
            if (a.group < 0 ? !holds(a) : a.group != kept && !one_holds(a.group))
                return false;
            kept = a.group;
        }
        return g_.blocks.empty() || (!cyclic(of_blocks(section_order(), false)) && untorn());
    }

    // Does one of the alternatives of a group hold?
    bool keeps(int group) {
        evaluate();
        return one_holds(group);
    }

  private:
    void evaluate() {
        for (size_t k = 0; k < g_.model().constrained; k++)
            values_.push_back(compute(g_.model().nodes[k]));
    }

    bool one_holds(int group) const {
        std::vector<bool> alternatives;
        for (const Axiom &a : g_.model().axioms) {
            if (a.group != group)
                continue;
            alternatives.resize(std::max(alternatives.size(), static_cast<size_t>(a.alternative) + 1), true);
            alternatives[static_cast<size_t>(a.alternative)] = alternatives[static_cast<size_t>(a.alternative)] && holds(a);
        }
        return std::find(alternatives.begin(), alternatives.end(), true) != alternatives.end();
    }

    bool holds(const Axiom &a) const {
        Rows r = values_[static_cast<size_t>(a.node)];
        const bool local = g_.model().nodes[static_cast<size_t>(a.node)].local;
        if (a.check == Check::Acyclic)
            return !cyclic(r) && (g_.blocks.empty() || !cyclic(of_blocks(r, !local)));
        for (size_t i = 0; i < size_; i++)
            if (a.check == Check::Empty ? r[i].any() : joined(local, r[i]).test(static_cast<int>(i)))
                return false;
        return true;
    }

    // Accesses to several pieces are one event, unless an operation looks at one location only.
    Bits<W> joined(bool local, const Bits<W> &set) const { return local ? set : g_.with_accesses(set); }

    // No access sees a part of another, or of a section, only.
    bool untorn() const {
        for (const Block<W> &one : g_.blocks) {
            Bits<W> before, after;
            one.members.each([&](int e) {
                before |= g_.communicates_from(e);
                after |= g_.communicates_to(e);
            });
            for (const Block<W> &two : g_.blocks)
                if (&one != &two && (one.access || two.access) && two.members.meets(before) && two.members.meets(after))
                    return false;
        }
        return true;
    }

    static bool cyclic(const Rows &relation) {
        const Rows r = transitive(relation);
        for (size_t i = 0; i < r.size(); i++)
            if (r[i].test(static_cast<int>(i)))
                return true;
        return false;
    }

    // The relation with every atomic section (and every access) as one event: its first one.
    Rows of_blocks(const Rows &relation, bool accesses) const {
        auto node = [&](int e) {
            const Block<W> *block = g_[e].block < 0 ? nullptr : &g_.block(g_[e].block);
            return block && (accesses || !block->access) ? block->members.first() : e;
        };
        Rows r(size_);
        g_.alive.each([&](int e) {
            relation[static_cast<size_t>(e)].each([&](int x) {
                if (node(e) != node(x))
                    r[static_cast<size_t>(node(e))].set(node(x));
            });
        });
        return r;
    }

    // po and rf, and co and fr between atomic sections.
    Rows section_order() const {
        Rows r = columns([&](int e) { return g_[e].porf; });
        g_.alive.each([&](int e) {
            const int source = g_[e].kind == Kind::Write ? e : g_[e].rf;
            if (!in_section(e) || source < 0)
                return;
            g_[source].after.each([&](int x) {
                if (in_section(x))
                    r[static_cast<size_t>(e)].set(x);
            });
        });
        return r;
    }

    bool in_section(int e) const { return g_[e].block >= 0 && !g_.block(g_[e].block).access; }

    // One or more steps; between two of them from one event of an access to another.
    Rows steps(bool local, const Rows &r) const {
        if (local || !g_.has_accesses)
            return transitive(r);
        const Rows on = transitive(rows([&](int e) { return joined(false, r[static_cast<size_t>(e)]); }));
        return rows([&](int e) {
            Bits<W> all = r[static_cast<size_t>(e)];
            on[static_cast<size_t>(e)].each([&](int x) { all |= r[static_cast<size_t>(x)]; });
            return all;
        });
    }

    static Rows transitive(Rows r) {
        for (size_t k = 0; k < r.size(); k++)
            for (Bits<W> &row : r)
                if (row.test(static_cast<int>(k)))
                    row |= Bits<W>(r[k]);
        return r;
    }

    Rows rows(auto row_of) const {
        Rows r(size_);
        g_.alive.each([&](int e) { r[static_cast<size_t>(e)] = row_of(e); });
        return r;
    }

    Rows columns(auto column_of) const {
        Rows r(size_);
        g_.alive.each([&](int e) { column_of(e).each([&](int x) { r[static_cast<size_t>(x)].set(e); }); });
        return r;
    }

    Rows compute(const Node &n) const {
        auto at = [&](int i) -> const Rows & { return values_[static_cast<size_t>(i)]; };
        auto row = [&](int i, int e) -> const Bits<W> & { return at(i)[static_cast<size_t>(e)]; };
        switch (n.rel) {
        case Rel::Po: return columns([&](int e) { return g_[e].po; });
        case Rel::Rf: return rows([&](int e) { return g_[e].readers; });
        case Rel::Co: return rows([&](int e) { return g_[e].after; });
        case Rel::Fr: return rows([&](int e) { return g_[e].rf < 0 ? Bits<W>{} : g_[g_[e].rf].after; });
        case Rel::Addr: return columns([&](int e) { return g_[e].addr; });
        case Rel::Data: return columns([&](int e) { return g_[e].data; });
        case Rel::Ctrl: return columns([&](int e) { return g_[e].ctrl; });
        case Rel::Rmw:
            return columns([&](int e) { return g_[e].partner < 0 ? Bits<W>{} : Bits<W>::single(g_[e].partner); });
        case Rel::Loc: case Rel::Int: case Rel::Ext: case Rel::Id: case Rel::Identity: case Rel::Product:
            return columns([&](int e) { return g_.pairwise_column(static_cast<int>(&n - g_.model().nodes.data()), e); });
        case Rel::Union: return rows([&](int e) { return row(n.a, e) | row(n.b, e); });
        case Rel::Inter: return rows([&](int e) { return row(n.a, e) & row(n.b, e); });
        case Rel::Diff: return rows([&](int e) { return row(n.a, e) - row(n.b, e); });
        case Rel::Seq:
            return rows([&](int e) {
                Bits<W> r;
                joined(n.local, row(n.a, e)).each([&](int x) { r |= row(n.b, x); });
                return r;
            });
        case Rel::Eco:
            return transitive(rows([&](int e) {
                return g_[e].readers | g_[e].after | (g_[e].rf < 0 ? Bits<W>{} : g_[g_[e].rf].after);
            }));
        case Rel::Inverse: return columns([&](int e) { return row(n.a, e); });
        case Rel::Plus: return steps(n.local, at(n.a));
        case Rel::Optional:
        case Rel::Star: {
            const Rows r = n.rel == Rel::Star ? steps(n.local, at(n.a)) : at(n.a);
            return rows([&](int e) { return r[static_cast<size_t>(e)] | Bits<W>::single(e); });
        }
        default: return Rows(size_);
        }
    }

    const Graph<W> &g_;
    size_t size_;
    std::vector<Rows> values_;
};

} // namespace heddle
