// Records as bytes, for another process of the same build: what Python hands over, and what comes back.
#pragma once

#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "model.hpp"
#include "report.hpp"

namespace heddle {

struct Setup {
    Program program;
    Model model;
    Options options;
};

// --- what records are made of: both ways

template <class A> void pass(A &a, Ins &x) { a(x.op, x.bits, x.is_signed, x.size, x.dst, x.a, x.b, x.c, x.uid); }
template <class A> void pass(A &a, Parameter &x) { a(x.reg, x.bits, x.is_signed); }
template <class A> void pass(A &a, Function &x) { a(x.name, x.entry, x.registers, x.parameters, x.address); }
template <class A> void pass(A &a, EventClass &x) { a(x.kind, x.sets); }
template <class A> void pass(A &a, GlobalBlock &x) { a(x.base, x.bytes); }
template <class A> void pass(A &a, ThreadObject &x) { a(x.offset, x.size, x.value); }
template <class A> void pass(A &a, ThreadExtent &x) { a(x.region, x.offset, x.size); }
template <class A> void pass(A &a, SectionClasses &x) { a(x.rmw_read, x.read, x.rmw_write, x.write); }
template <class A> void pass(A &a, Program &x) {
    a(x.code, x.functions, x.constants, x.lists, x.loops, x.loop_bounds, x.classes, x.sections, x.globals,
      x.thread_private, x.thread_shared, x.thread_extents, x.thread_private_size, x.shift, x.cuts, x.entry, x.recursion,
      x.fill, x.dependencies, x.claims_pointers, x.claims_lives, x.claims_frees, x.begins, x.ends);
}
template <class A> void pass(A &a, Node &x) { a(x.rel, x.a, x.b); }  // the rest is worked out where it is used
template <class A> void pass(A &a, Axiom &x) {
    a(x.check, x.node, x.guard, x.group, x.alternative, x.patient, x.number);
}
template <class A> void pass(A &a, Flag &x) { a(x.check, x.node, x.negated); }
template <class A> void pass(A &a, Model &x) {
    a(x.nodes, x.constrained, x.axioms, x.flags, x.sets, x.atomic, x.coherent);
}
template <class A> void pass(A &a, Options &x) {
    a(x.filter, x.first_only, x.verify, x.depth, x.workers, x.keep, x.stalls, x.waits, x.observed);
}
template <class A> void pass(A &a, Setup &x) { a(x.program, x.model, x.options); }
template <class A> void pass(A &a, Part &x) { a(x.path, x.weight); }
template <class A> void pass(A &a, TraceItem &x) { a(x.mark, x.uid, x.value, x.address); }
template <class A> void pass(A &a, EventDump &x) {
    a(x.slot, x.thread, x.index, x.cls, x.rf, x.partner, x.uid, x.size, x.other, x.part, x.address, x.value, x.po, x.addr,
      x.data, x.ctrl);
}
template <class A> void pass(A &a, GraphDump &x) {
    a(x.events, x.co, x.traces, x.failed_thread, x.failed_uid, x.ended_thread, x.flag, x.raised, x.stalled, x.violates);
}
template <class A> void pass(A &a, Totals &x) {
    a(x.executions, x.blocked, x.violations, x.cut, x.stopped, x.repeated, x.wrong, x.ended);
}
template <class A> void pass(A &a, Reason &x) { a(x.act, x.uid, x.bound, x.number); }
template <class A> void pass(A &a, Refusal &x) { a(x.obstacle, x.uid, x.axiom); }
template <class A> void pass(A &a, Findings &x) {
    a(x.violated, x.witnesses, x.reasons, x.states, x.kept, x.flagged, x.raising, x.stalled, x.stalls, x.refusal,
      x.outgrown, x.separated, x.widened, x.not_given, x.observed, x.stale, x.far, x.cuts, x.accessed, x.children, x.left);
}

// --- the two ways

template <class T> concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class Writer {
  public:
    std::string bytes;

    template <class... T> void operator()(const T &...items) { (one(items), ...); }

  private:
    template <Plain T> void one(const T &x) { bytes.append(reinterpret_cast<const char *>(&x), sizeof x); }
    template <class T> void one(const T &record) { pass(*this, const_cast<T &>(record)); }
    template <class A, class B> void one(const std::pair<A, B> &x) { (*this)(x.first, x.second); }
    template <class T> void one(const std::optional<T> &x) {
        one(x.has_value());
        if (x)
            one(*x);
    }
    void one(const std::string &x) { all(x); }
    template <class T> void one(const std::vector<T> &x) { all(x); }
    template <class T> void one(const std::set<T> &x) { all(x); }
    template <class K, class V> void one(const std::map<K, V> &x) { all(x); }
    template <class Items> void all(const Items &items) {
        one(static_cast<uint64_t>(items.size()));
        for (const auto &item : items)
            one(item);
    }
};

class Reader {
  public:
    explicit Reader(std::string bytes) : bytes_(std::move(bytes)) {}

    template <class... T> void operator()(T &...items) { (one(items), ...); }

  private:
    template <Plain T> void one(T &x) {
        if (bytes_.size() - at_ < sizeof x)
            throw std::runtime_error("the record is torn");
        std::memcpy(&x, bytes_.data() + at_, sizeof x);
        at_ += sizeof x;
    }
    template <class T> void one(T &record) { pass(*this, record); }
    template <class A, class B> void one(std::pair<A, B> &x) { (*this)(x.first, x.second); }
    template <class T> void one(std::optional<T> &x) {
        if (made<bool>())
            x = made<T>();
    }
    void one(std::string &x) { each<char>([&](char c) { x.push_back(c); }); }
    template <class T> void one(std::vector<T> &x) {
        each<T>([&](T item) { x.push_back(std::move(item)); });
    }
    template <class T> void one(std::set<T> &x) {
        each<T>([&](T item) { x.insert(std::move(item)); });
    }
    template <class K, class V> void one(std::map<K, V> &x) {
        each<std::pair<K, V>>([&](std::pair<K, V> item) { x.insert(std::move(item)); });
    }
    template <class T, class Use> void each(Use use) {
        for (uint64_t left = made<uint64_t>(); left > 0; left--)
            use(made<T>());
    }
    template <class T> T made() {
        T item{};
        one(item);
        return item;
    }

    std::string bytes_;
    size_t at_ = 0;
};

} // namespace heddle
