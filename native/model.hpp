// A memory model compiled for the kernel: relational operations in topological order, and constraints on them.
//
// Two kinds of operations get special treatment.  A *forward* one is built from po, rf and what else points to later events only:
// all its pairs (x, a) are known when event a is added, so that they are computed once and kept as a column of a.  A *pairwise*
// one depends on nothing but the two events themselves (loc, int, ext, products of sets).
//
// Eco is (rf | co | fr)+: as co is total, it is rf, or co or fr and then perhaps rf.
#pragma once

#include <algorithm>
#include <vector>

#include "enumerations.hpp"

namespace heddle {

struct Node {
    Rel rel;
    int a = -1, b = -1;       // earlier operations; for Product and Identity: numbers of sets
    bool forward = false, pairwise = false;
    bool strict = false;      // forward, and never from an event to itself
    bool transitive = false;
    bool local = false;       // relates accesses of one location only
    bool settled = false;     // whether a pair belongs to it is known as soon as both events are there
    int column = -1;          // where a forward operation keeps its columns
};

// A constraint.  Those of a group are about alternatives: a graph needs to keep the axioms of one of them only.
//
// A *patient* one forbids what the search counts on (that the latest write can be read, that a write can come last): a graph
// that breaks it is left only when no revisit can mend that (worker_patience_impl.hpp).
struct Axiom {
    Check check;
    int node;
    int guard;                // a set without which the relation is empty; -1: none is known
    int group = -1, alternative = 0;
    bool patient = false;
    int number = 0;           // among all that the model was given with
};

// What is reported of complete executions, and excludes none: a data race, say.  Raised where the check holds, or does not hold
// if it is negated.
struct Flag {
    Check check;
    int node;
    bool negated;
};

struct Model {
    std::vector<Node> nodes;
    size_t constrained = 0;   // so many of the operations are those of axioms; flags need the others
    std::vector<Axiom> axioms;
    std::vector<Flag> flags;
    bool watched = false;     // all flags are about pairs of settled operations: events are watched as they are added
    int sets = 0;
    int columns = 0;
    bool patient = false;     // one of the axioms is
    bool atomic = false;      // the model makes read-modify-writes atomic: only one place in co is possible
    bool coherent = false;    // no thread goes back in co: older writes than it knows need not be tried

    // False if an axiom has a difference whose right side may grow: the search could take back what it had excluded.
    bool prepare() {
        columns = 0;
        bool grows = true;
        for (size_t k = 0; k < nodes.size(); k++) {
            Node &n = nodes[k];
            classify(n);
            n.column = n.forward ? columns++ : -1;
            if (k < constrained && n.rel == Rel::Diff && !nodes[size(n.b)].settled)
                grows = false;
        }
        // Events are added after those that they depend on: what only leads forward has no cycle.
        std::erase_if(axioms, [&](const Axiom &a) {
            return a.group < 0 && a.check != Check::Empty && nodes[size(a.node)].strict;
        });
        patient = std::any_of(axioms.begin(), axioms.end(), [](const Axiom &a) { return a.patient; });
        watched = !flags.empty();
        for (const Flag &f : flags)
            watched &= f.check == Check::Empty && f.negated && nodes[size(f.node)].settled;
        return grows;
    }

  private:
    static size_t size(int i) { return static_cast<size_t>(i); }

    void classify(Node &n) const {
        direction(n);
        n.strict = n.forward && is_strict(n);
        n.settled = n.forward || n.pairwise || is_settled(n);
        n.local = is_local(n);
        n.transitive = n.rel == Rel::Po || n.rel == Rel::Plus || n.rel == Rel::Star;
    }

    bool is_local(const Node &n) const {
        auto local = [&](int i) { return nodes[size(i)].local; };
        switch (n.rel) {
        case Rel::Rf: case Rel::Co: case Rel::Fr: case Rel::Eco: case Rel::Loc: case Rel::Rmw: case Rel::Id:
        case Rel::Identity: case Rel::Empty: return true;
        case Rel::Inter: return local(n.a) || local(n.b);
        case Rel::Union: case Rel::Seq: return local(n.a) && local(n.b);
        case Rel::Diff: case Rel::Inverse: case Rel::Optional: case Rel::Plus: case Rel::Star: return local(n.a);
        default: return false;
        }
    }

    bool is_strict(const Node &n) const {
        switch (n.rel) {
        case Rel::Id: case Rel::Identity: case Rel::Optional: case Rel::Star: return false;
        case Rel::Plus: case Rel::Diff: return nodes[size(n.a)].strict;
        case Rel::Union: return nodes[size(n.a)].strict && nodes[size(n.b)].strict;
        case Rel::Inter: case Rel::Seq: return nodes[size(n.a)].strict || nodes[size(n.b)].strict;
        default: return true;
        }
    }

    bool is_settled(const Node &n) const {
        auto settled = [&](int i) { return nodes[size(i)].settled; };
        auto restricts = [&](int i) { return nodes[size(i)].rel == Rel::Identity; };
        switch (n.rel) {
        case Rel::Inverse: return settled(n.a);
        case Rel::Union: case Rel::Inter: case Rel::Diff: return settled(n.a) && settled(n.b);
        case Rel::Seq:  // what leads forward to an event comes from events that are there
            return settled(n.a) && settled(n.b) && (restricts(n.a) || restricts(n.b) || nodes[size(n.b)].forward);
        default: return false;
        }
    }

    void direction(Node &n) const {
        switch (n.rel) {
        case Rel::Po: case Rel::Rf: case Rel::Rmw: case Rel::Addr: case Rel::Data: case Rel::Ctrl: case Rel::Empty:
            n.forward = true;
            return;
        case Rel::Id: case Rel::Identity:
            n.forward = n.pairwise = true;
            return;
        case Rel::Loc: case Rel::Int: case Rel::Ext: case Rel::Product:
            n.pairwise = true;
            return;
        case Rel::Optional: case Rel::Plus: case Rel::Star:
            n.forward = nodes[size(n.a)].forward;
            return;
        case Rel::Union: case Rel::Inter: case Rel::Diff: {
            const Node &l = nodes[size(n.a)], &r = nodes[size(n.b)];
            n.pairwise = l.pairwise && r.pairwise;
            n.forward = l.forward && (r.forward || (r.pairwise && n.rel != Rel::Union));
            n.forward |= n.rel == Rel::Inter && r.forward && l.pairwise;
            return;
        }
        case Rel::Seq:
            n.forward = nodes[size(n.a)].forward && nodes[size(n.b)].forward;
            return;
        default:
            return;
        }
    }
};

} // namespace heddle
