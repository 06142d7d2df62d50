// The Python module heddle.explore._kernel.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/set.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "exploration.hpp"

namespace nb = nanobind;
using namespace heddle;

namespace {

using InsTuple = std::tuple<int, int, int, int, int, int, int, int, int>;
using FunctionTuple = std::tuple<std::string, uint32_t, uint32_t, std::vector<std::tuple<int, int, int>>, int64_t>;
using ObjectTuple = std::tuple<int64_t, int, int64_t>;

// A program, a model and options, and one exploration of them at a time.
class Kernel {
  public:
    Program program;
    SectionClasses sections;
    Model model;
    Options options;

    void set_code(const std::vector<InsTuple> &code) {
        for (const auto &[op, bits, sign, size, dst, a, b, c, uid] : code) {
            if (op < 0 || op >= static_cast<int>(Op::Count))
                throw nb::value_error("no such operation");
            program.code.push_back({static_cast<Op>(op), static_cast<uint8_t>(bits), static_cast<uint8_t>(sign),
                                    static_cast<uint8_t>(size), dst, a, b, c, uid});
        }
    }
    void set_functions(const std::vector<FunctionTuple> &functions) {
        for (const auto &[name, entry, registers, parameters, address] : functions) {
            Function f{name, entry, registers, {}, {}, {}, address};
            for (const auto &[reg, bits, sign] : parameters) {
                f.parameters.push_back(reg);
                f.parameter_bits.push_back(static_cast<uint8_t>(bits));
                f.parameter_signed.push_back(static_cast<uint8_t>(sign));
            }
            program.functions.push_back(std::move(f));
        }
    }
    void set_tables(std::vector<int64_t> constants, std::vector<std::vector<int32_t>> lists,
                    std::vector<std::vector<int32_t>> loops, std::vector<uint32_t> bounds) {
        program.constants = std::move(constants);
        program.lists = std::move(lists);
        program.loops = std::move(loops);
        program.loop_bounds = std::move(bounds);
    }
    void set_classes(const std::vector<std::pair<int, uint64_t>> &classes, std::tuple<int, int, int, int> section) {
        for (const auto &[kind, sets] : classes)
            program.classes.push_back({static_cast<Kind>(kind), sets});
        sections = {std::get<0>(section), std::get<1>(section), std::get<2>(section), std::get<3>(section)};
    }
    void set_memory(const std::vector<std::pair<int64_t, nb::bytes>> &globals, const std::vector<ObjectTuple> &own,
                    int64_t own_size, const std::vector<ObjectTuple> &shared, int shift) {
        for (const auto &[base, bytes] : globals) {
            const auto *data = static_cast<const uint8_t *>(bytes.data());
            program.globals.push_back({base, std::vector<uint8_t>(data, data + bytes.size())});
        }
        for (const auto &[offset, size, value] : own)
            program.thread_private.push_back({offset, static_cast<uint8_t>(size), value});
        for (const auto &[offset, size, value] : shared)
            program.thread_shared.push_back({offset, static_cast<uint8_t>(size), value});
        program.thread_private_size = own_size;
        program.shift = shift;
    }
    void set_start(uint32_t entry, uint32_t recursion, bool dependencies) {
        program.entry = entry;
        program.recursion = recursion;
        program.dependencies = dependencies;
    }
    void set_model(const std::vector<std::tuple<int, int, int>> &nodes,
                   const std::vector<std::tuple<int, int, int>> &axioms, int sets, bool atomic) {
        for (const auto &[rel, a, b] : nodes) {
            if (rel < 0 || rel >= static_cast<int>(Rel::Count))
                throw nb::value_error("no such relation");
            Node n{static_cast<Rel>(rel)};
            n.a = a;
            n.b = b;
            model.nodes.push_back(n);
        }
        for (const auto &[check, node, guard] : axioms)
            model.axioms.push_back({static_cast<Check>(check), node, guard});
        model.sets = sets;
        model.atomic = atomic;
        model.prepare();
    }
    void set_options(bool filter, bool first_only, bool verify, uint32_t depth, uint32_t workers, uint32_t keep,
                     std::vector<std::pair<int64_t, int>> observed) {
        options = {filter, first_only, verify, depth, workers, keep, std::move(observed)};
    }

    void start(int words) {
        running_ = make_exploration(words, program, sections, model, options);
        running_->start();
    }
    bool wait(double seconds) {
        nb::gil_scoped_release release;
        return running_->wait(seconds);
    }
    void stop() { running_->stop(); }
    std::vector<uint64_t> totals() const {
        std::vector<uint64_t> all;
        for (int c = 0; c < COUNTERS; c++)
            all.push_back(running_->total(static_cast<Counter>(c)));
        return all;
    }
    double explored() const { return running_->explored(); }
    bool overflowed() const { return running_->overflowed(); }
    Findings collect() {
        running_->rethrow();
        return running_->collect();
    }

  private:
    std::unique_ptr<Exploration> running_;
};

} // namespace

NB_MODULE(_kernel, m) {
    m.attr("MOST_WORDS") = MOST_WORDS;
    nb::class_<EventDump>(m, "EventDump")
        .def_ro("slot", &EventDump::slot).def_ro("thread", &EventDump::thread).def_ro("index", &EventDump::index)
        .def_ro("kind", &EventDump::kind).def_ro("cls", &EventDump::cls).def_ro("rf", &EventDump::rf)
        .def_ro("partner", &EventDump::partner).def_ro("uid", &EventDump::uid).def_ro("size", &EventDump::size)
        .def_ro("other", &EventDump::other)
        .def_ro("address", &EventDump::address).def_ro("value", &EventDump::value).def_ro("po", &EventDump::po)
        .def_ro("addr", &EventDump::addr).def_ro("data", &EventDump::data).def_ro("ctrl", &EventDump::ctrl);
    nb::class_<GraphDump>(m, "GraphDump")
        .def_ro("events", &GraphDump::events).def_ro("co", &GraphDump::co).def_ro("traces", &GraphDump::traces)
        .def_ro("failed_thread", &GraphDump::failed_thread).def_ro("failed_uid", &GraphDump::failed_uid);
    nb::class_<Reason>(m, "Reason")
        .def_ro("act", &Reason::act).def_ro("uid", &Reason::uid).def_ro("info", &Reason::info);
    nb::class_<Findings>(m, "Findings")
        .def_ro("violated", &Findings::violated).def_ro("widened", &Findings::widened).def_ro("kept", &Findings::kept).def_ro("broken", &Findings::broken)
        .def_prop_ro("witnesses", [](const Findings &f) {
            std::vector<GraphDump> all;
            for (const auto &[uid, graph] : f.witnesses)
                all.push_back(graph);
            return all;
        })
        .def_prop_ro("reasons", [](const Findings &f) {
            std::vector<std::pair<Reason, uint64_t>> all(f.reasons.begin(), f.reasons.end());
            return all;
        })
        .def_prop_ro("states", [](const Findings &f) {
            std::vector<std::pair<std::vector<int64_t>, uint64_t>> all(f.states.begin(), f.states.end());
            return all;
        });
    nb::class_<Kernel>(m, "Kernel")
        .def(nb::init<>())
        .def("set_code", &Kernel::set_code).def("set_functions", &Kernel::set_functions)
        .def("set_tables", &Kernel::set_tables).def("set_classes", &Kernel::set_classes)
        .def("set_memory", &Kernel::set_memory).def("set_start", &Kernel::set_start)
        .def("set_model", &Kernel::set_model).def("set_options", &Kernel::set_options)
        .def("start", &Kernel::start).def("wait", &Kernel::wait).def("stop", &Kernel::stop)
        .def("totals", &Kernel::totals).def("explored", &Kernel::explored).def("overflowed", &Kernel::overflowed)
        .def("collect", &Kernel::collect);
}
