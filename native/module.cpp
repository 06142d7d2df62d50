// The Python module heddle.explorer._kernel.
//
// What Python hands over:
//   enumerations.hpp           every enumeration that both sides use
//   bytecode.hpp               a program
//   model.hpp                  a memory model
//   report.hpp                 options; and what comes back: counts, graphs, reasons, refusals
//   part.hpp                   parts of a search, for other processes
//   archive.hpp                all of that as bytes
// How it is explored:
//   exploration.hpp, .cpp      an exploration, whatever the width of its event sets
//   pool.hpp                   workers, and the graphs that wait for one
//   worker.hpp                 one worker: the search (TruSt).  Its parts:
//     worker_visit_impl.hpp      … events added one by one, reads revisited
//     worker_sections_impl.hpp   … atomic sections over several locations
//     worker_leaf_impl.hpp       … the ends of executions
//     worker_lives_impl.hpp      … objects used where they are not, or not any more
//   check.hpp, full.hpp        does the model allow the graph? incrementally; as a whole
//   graph.hpp                  the execution graph
//   bits.hpp, bits_large.hpp   sets of events: of a fixed width; without a limit
//   stack.hpp                  recursion as deep as there is memory
// How all states are searched instead:
//   states.hpp, .cpp           the search; states_step.cpp: what single steps do
//   canonical.hpp, .cpp        what of a thread's state matters
//   shared_memory.hpp          the contents of memory
//   store_buffer.hpp           writes on their way to memory
//   ownership.hpp              which memory is whose
// What both need:
//   machine.hpp, .cpp          runs a thread from one event to the next; machine_memory.cpp: its accesses
//   state.hpp                  the state of a thread
//   tables.hpp, .cpp           numbers of locations and threads, the same in every graph
#include <cctype>
#include <cstdio>  // nanobind uses it, and Python.h leaves it out where the stable ABI is asked for

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/set.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "archive.hpp"
#include "exploration.hpp"
#include "states.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace heddle;

namespace {

// RmwLoad as Python calls it: RMW_LOAD.
std::string upper(const std::string &name) {
    std::string result;
    for (char c : name) {
        if (std::isupper(static_cast<unsigned char>(c)) && !result.empty())
            result += '_';
        result += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    return result;
}

template <class Enum> void enumeration(nb::module_ &m, const char *name) {
    nb::enum_<Enum> made(m, name, nb::is_arithmetic());
    uint8_t number = 0;
    for (const char *member : names(Enum{}))
        made.value(upper(member).c_str(), static_cast<Enum>(number++));
}

template <class Value> std::vector<Value> values(const std::map<int, Value> &map) {
    std::vector<Value> all;
    for (const auto &[key, value] : map)
        all.push_back(value);
    return all;
}

template <class Key> std::vector<std::pair<Key, uint64_t>> items(const std::map<Key, uint64_t> &map) {
    return {map.begin(), map.end()};
}

// Lets Python send a record to another process.
template <class Record> void picklable(nb::class_<Record> &bound) {
    bound.def("__getstate__", [](const Record &record) {
        Writer writer;
        writer(record);
        return nb::bytes(writer.bytes.data(), writer.bytes.size());
    });
    bound.def("__setstate__", [](Record &record, nb::bytes state) {
        new (&record) Record{};
        Reader reader(std::string(state.c_str(), state.size()));
        reader(record);
    });
}

// --- what Python hands over ------------------------------------------------------------------------------------------

using ParameterTuple = std::tuple<int32_t, uint8_t, bool>;
using ClassTuple = std::pair<Kind, uint64_t>;
using ObjectTuple = std::tuple<int64_t, uint8_t, int64_t>;

Function make_function(std::string name, uint32_t entry, uint32_t registers,
                       const std::vector<ParameterTuple> &parameters, int64_t address) {
    Function f{std::move(name), entry, registers, {}, address};
    for (const auto &[reg, bits, is_signed] : parameters)
        f.parameters.push_back({reg, bits, is_signed});
    return f;
}

Program make_program(std::vector<Ins> code, std::vector<Function> functions, std::vector<int64_t> constants,
                     std::vector<std::vector<int32_t>> lists, std::vector<std::vector<int32_t>> loops,
                     std::vector<uint32_t> loop_bounds, const std::vector<ClassTuple> &classes,
                     const std::tuple<int, int, int, int> &sections,
                     const std::vector<std::pair<int64_t, nb::bytes>> &globals,
                     const std::vector<ObjectTuple> &thread_private, const std::vector<ObjectTuple> &thread_shared,
                     const std::vector<std::tuple<Region, int64_t, int64_t>> &thread_extents,
                     int64_t thread_private_size, int shift, std::vector<int64_t> cuts, uint32_t entry,
                     uint32_t recursion, int32_t fill, bool dependencies, bool claims_pointers, bool claims_lives,
                     bool claims_frees, int begins, int ends) {
    Program p;
    p.code = std::move(code);
    p.functions = std::move(functions);
    p.constants = std::move(constants);
    p.lists = std::move(lists);
    p.loops = std::move(loops);
    p.loop_bounds = std::move(loop_bounds);
    for (const auto &[kind, sets] : classes)
        p.classes.push_back({kind, sets});
    p.sections = std::make_from_tuple<SectionClasses>(sections);
    for (const auto &[base, bytes] : globals) {
        const auto *data = static_cast<const uint8_t *>(bytes.data());
        p.globals.push_back({base, std::vector<uint8_t>(data, data + bytes.size())});
    }
    for (const auto &[offset, size, value] : thread_private)
        p.thread_private.push_back({offset, size, value});
    for (const auto &[offset, size, value] : thread_shared)
        p.thread_shared.push_back({offset, size, value});
    for (const auto &[region, offset, size] : thread_extents)
        p.thread_extents.push_back({region, offset, size});
    p.thread_private_size = thread_private_size;
    p.shift = shift;
    p.cuts = std::move(cuts);
    p.entry = entry;
    p.recursion = recursion;
    p.fill = fill;
    p.dependencies = dependencies;
    p.claims_pointers = claims_pointers;
    p.claims_lives = claims_lives;
    p.claims_frees = claims_frees;
    p.begins = begins;
    p.ends = ends;
    return p;
}

Model make_model(const std::vector<std::tuple<Rel, int, int>> &nodes, size_t constrained,
                 const std::vector<std::tuple<Check, int, int, int, int>> &axioms, const std::set<int> &patient,
                 const std::vector<std::tuple<Check, int, bool>> &flags, int sets, bool atomic, bool coherent) {
    Model m;
    for (const auto &[rel, a, b] : nodes) {
        Node n{rel};
        n.a = a;
        n.b = b;
        m.nodes.push_back(n);
    }
    m.constrained = constrained;
    for (const auto &[check, node, guard, group, alternative] : axioms) {
        const int number = static_cast<int>(m.axioms.size());
        m.axioms.push_back({check, node, guard, group, alternative, patient.contains(number), number});
    }
    for (const auto &[check, node, negated] : flags)
        m.flags.push_back({check, node, negated});
    m.sets = sets;
    m.atomic = atomic;
    m.coherent = coherent;
    return m;
}

// A program, a model and options, and one exploration of them at a time.
class Kernel {
  public:
    explicit Kernel(const Setup &setup) : setup_(setup) {
        if (!setup_.model.prepare())
            refusal_ = {Obstacle::GrowingDifference};
    }

    // Why there is nothing to start.
    std::optional<Refusal> refusal() const { return refusal_; }

    void start(int words, const std::vector<Part> &parts, const Children &children, uint64_t most) {
        running_ = make_exploration(words, setup_.program, setup_.model, setup_.options);
        running_->start(parts, children, most);
    }
    bool wait(double seconds) {
        nb::gil_scoped_release release;
        return running().wait(seconds);
    }
    void stop() { running().stop(); }
    void hand_over() { running().hand_over(); }
    void hold() { running().hold(); }
    void release() { running().release(); }
    // Before anything is started, nothing is found: who asks how far a search is need not know whether it has begun.
    Totals totals() const {
        auto total = [&](Counter c) { return running_ ? running_->total(c) : 0; };
        return {total(EXECUTIONS), total(BLOCKED),  total(VIOLATIONS), total(CUT),
                total(STOPPED),    total(REPEATED), total(WRONG),      total(ENDED)};
    }
    double explored() const { return running_ ? running_->explored() : 0; }
    Findings collect() {
        running().rethrow();
        return running().collect();
    }

  private:
    Exploration &running() const {
        if (!running_)
            throw std::logic_error("no exploration is started");
        return *running_;
    }

    Setup setup_;
    std::optional<Refusal> refusal_;
    std::unique_ptr<Exploration> running_;
};

// --- the module ------------------------------------------------------------------------------------------------------

void bind_enumerations(nb::module_ &m) {
    enumeration<Op>(m, "Op");
    enumeration<Kind>(m, "Kind");
    enumeration<Float>(m, "Float");
    enumeration<Sight>(m, "Sight");
    enumeration<Region>(m, "Region");
    enumeration<Rel>(m, "Rel");
    enumeration<Check>(m, "Check");
    enumeration<Act>(m, "Act");
    enumeration<Bound>(m, "Bound");
    enumeration<Fault>(m, "Fault");
    enumeration<Limit>(m, "Limit");
    enumeration<Mark>(m, "Mark");
    enumeration<Obstacle>(m, "Obstacle");
    enumeration<Gap>(m, "Gap");
    m.attr("ALIGNMENT") = ALIGNMENT;
    m.attr("BEYOND") = Program::BEYOND;
    m.attr("FUNCTION_REGION") = FUNCTION_REGION;
    m.attr("FIRST_THREAD_REGION") = FIRST_THREAD_REGION;
    m.attr("REGIONS") = REGIONS;
    m.attr("WIDTHS") = nb::cast(std::vector<int>(WIDTHS.begin(), WIDTHS.end()));
    m.attr("MOST_READS") = MOST_READS;
    m.attr("HOLDS") = Ordering::HOLDS;
    m.attr("DRAINS") = Ordering::DRAINS;
    m.attr("SEPARATES") = Ordering::SEPARATES;
}

void bind_input(nb::module_ &m) {
    nb::class_<Ins>(m, "Ins")
        .def("__init__",
             [](Ins *ins, Op op, uint8_t bits, bool is_signed, uint8_t size, int32_t dst, int32_t a, int32_t b,
                int32_t c, int32_t uid) { new (ins) Ins{op, bits, is_signed, size, dst, a, b, c, uid}; },
             "op"_a, "bits"_a = 64, "signed"_a = false, "size"_a = 0, "dst"_a = -1, "a"_a = -1, "b"_a = -1, "c"_a = -1,
             "uid"_a = -1)
        .def_ro("op", &Ins::op).def_ro("dst", &Ins::dst).def_ro("a", &Ins::a).def_rw("b", &Ins::b)
        .def_ro("c", &Ins::c).def_ro("uid", &Ins::uid);
    nb::class_<Function>(m, "Function")
        .def("__init__", [](Function *f, std::string name, uint32_t entry, uint32_t registers,
                            const std::vector<ParameterTuple> &parameters, int64_t address) {
            new (f) Function(make_function(std::move(name), entry, registers, parameters, address));
        }, "name"_a, "entry"_a, "registers"_a, "parameters"_a, "address"_a);
    nb::class_<Program>(m, "Program");
    m.def("program", &make_program, nb::kw_only(), "code"_a, "functions"_a, "constants"_a, "lists"_a, "loops"_a,
          "loop_bounds"_a, "classes"_a, "sections"_a, "globals"_a, "thread_private"_a, "thread_shared"_a,
          "thread_extents"_a, "thread_private_size"_a, "shift"_a, "cuts"_a, "entry"_a, "recursion"_a, "fill"_a, "dependencies"_a,
          "claims_pointers"_a, "claims_lives"_a, "claims_frees"_a, "begins"_a = -1, "ends"_a = -1);
    nb::class_<Model>(m, "Model");
    m.def("model", &make_model, nb::kw_only(), "nodes"_a, "constrained"_a, "axioms"_a, "patient"_a, "flags"_a, "sets"_a, "atomic"_a,
          "coherent"_a);
    nb::class_<Options>(m, "Options")
        .def("__init__", [](Options *o, bool filter, bool first_only, bool verify, uint32_t depth, uint32_t workers,
                            uint32_t keep, bool stalls, bool waits, std::vector<std::pair<int64_t, int>> observed) {
            new (o) Options{filter, first_only, verify, depth, workers, keep, stalls, waits, std::move(observed)};
        }, nb::kw_only(), "filter"_a, "first_only"_a, "verify"_a, "depth"_a, "workers"_a, "keep"_a, "stalls"_a, "waits"_a,
           "observed"_a);
    nb::class_<Part> part(m, "Part");
    part.def("__init__", [](Part *p, std::vector<uint32_t> path, double weight) {
            new (p) Part{std::move(path), weight};
        }, "path"_a = std::vector<uint32_t>{}, "weight"_a = 1.0)
        .def_ro("path", &Part::path).def_ro("weight", &Part::weight);
    picklable(part);
    nb::class_<Setup> setup(m, "Setup");
    picklable(setup);
    setup.def_prop_ro("first_only", [](const Setup &s) { return s.options.first_only; })
        .def("__init__", [](Setup *s, const Program &program, const Model &model, const Options &options) {
            new (s) Setup{program, model, options};
        }, "program"_a, "model"_a, "options"_a);
}

void bind_output(nb::module_ &m) {
    nb::class_<EventDump> event(m, "EventDump");
    picklable(event);
    event.def_ro("slot", &EventDump::slot).def_ro("thread", &EventDump::thread).def_ro("index", &EventDump::index)
        .def_ro("cls", &EventDump::cls).def_ro("rf", &EventDump::rf).def_ro("partner", &EventDump::partner)
        .def_ro("uid", &EventDump::uid).def_ro("size", &EventDump::size).def_ro("other", &EventDump::other)
        .def_ro("part", &EventDump::part)
        .def_ro("address", &EventDump::address).def_ro("value", &EventDump::value).def_ro("po", &EventDump::po)
        .def_ro("addr", &EventDump::addr).def_ro("data", &EventDump::data).def_ro("ctrl", &EventDump::ctrl);
    nb::class_<TraceItem> item(m, "TraceItem");
    picklable(item);
    item.def_ro("mark", &TraceItem::mark).def_ro("uid", &TraceItem::uid).def_ro("value", &TraceItem::value)
        .def_ro("address", &TraceItem::address);
    nb::class_<GraphDump> graph(m, "GraphDump");
    picklable(graph);
    graph.def_ro("events", &GraphDump::events).def_ro("co", &GraphDump::co).def_ro("traces", &GraphDump::traces)
        .def_ro("failed_thread", &GraphDump::failed_thread).def_ro("failed_uid", &GraphDump::failed_uid)
        .def_ro("ended_thread", &GraphDump::ended_thread)
        .def_ro("flag", &GraphDump::flag).def_ro("raised", &GraphDump::raised).def_ro("stalled", &GraphDump::stalled)
        .def_ro("violates", &GraphDump::violates);
    nb::class_<Reason>(m, "Reason")
        .def_ro("act", &Reason::act).def_ro("uid", &Reason::uid).def_ro("bound", &Reason::bound)
        .def_ro("number", &Reason::number);
    nb::class_<Refusal>(m, "Refusal")
        .def_ro("obstacle", &Refusal::obstacle).def_ro("uid", &Refusal::uid).def_ro("axiom", &Refusal::axiom);
    nb::class_<Totals> totals(m, "Totals");
    picklable(totals);
    totals.def(nb::init<>())
        .def("add", [](Totals &all, const Totals &part) {
            all.executions += part.executions;
            all.blocked += part.blocked;
            all.violations += part.violations;
            all.cut += part.cut;
            all.stopped += part.stopped;
            all.repeated += part.repeated;
            all.wrong += part.wrong;
            all.ended += part.ended;
        }, "part"_a)
        .def_ro("executions", &Totals::executions).def_ro("blocked", &Totals::blocked)
        .def_ro("violations", &Totals::violations).def_ro("cut", &Totals::cut).def_ro("stopped", &Totals::stopped)
        .def_ro("repeated", &Totals::repeated).def_ro("wrong", &Totals::wrong)
        .def_ro("ended", &Totals::ended);
    nb::class_<Findings> findings(m, "Findings");
    picklable(findings);
    findings.def(nb::init<>())
        .def("take", [](Findings &all, Findings part) {
            part.left.clear();  // that is for those who go on with it
            all.take(part);
        }, "part"_a)
        .def_ro("children", &Findings::children).def_ro("left", &Findings::left)
        .def_ro("violated", &Findings::violated).def_ro("flagged", &Findings::flagged)
        .def_ro("widened", &Findings::widened).def_ro("not_given", &Findings::not_given)
        .def_ro("observed", &Findings::observed).def_ro("stale", &Findings::stale).def_ro("far", &Findings::far).def_ro("cuts", &Findings::cuts).def_ro("kept", &Findings::kept).def_ro("refusal", &Findings::refusal)
        .def_ro("outgrown", &Findings::outgrown).def_ro("separated", &Findings::separated).def_ro("stalled", &Findings::stalled).def_ro("stalls", &Findings::stalls)
        .def_prop_ro("witnesses", [](const Findings &f) { return values(f.witnesses); })
        .def_prop_ro("raising", [](const Findings &f) { return values(f.raising); })
        .def_prop_ro("reasons", [](const Findings &f) { return items(f.reasons); })
        .def_prop_ro("states", [](const Findings &f) { return items(f.states); });
}

void bind_states(nb::module_ &m) {
    nb::class_<Move>(m, "Move")
        .def_ro("thread", &Move::thread).def_ro("flush", &Move::flush).def_ro("other", &Move::other)
        .def_ro("items", &Move::items);
    nb::class_<FoundViolation>(m, "FoundViolation")
        .def_ro("moves", &FoundViolation::moves).def_ro("thread", &FoundViolation::thread)
        .def_ro("uid", &FoundViolation::uid).def_ro("faulty", &FoundViolation::faulty)
        .def_ro("ended_thread", &FoundViolation::ended_thread).def_ro("is_endless", &FoundViolation::is_endless)
        .def_ro("waiting", &FoundViolation::waiting).def_ro("cycle", &FoundViolation::cycle)
        .def_ro("others_go_on", &FoundViolation::others_go_on);
    nb::class_<StateSearch>(m, "StateSearch")
        .def("__init__", [](StateSearch *s, const Program &program, const LiveRegisters &live, bool one_queue,
                            std::vector<uint8_t> ordering, bool looks, bool runs, bool partly) {
            new (s) StateSearch(program, live, {one_queue, std::move(ordering)}, {looks, runs, partly});
        }, "program"_a, nb::kw_only(), "live"_a, "one_queue"_a, "ordering"_a, "looks"_a, "runs"_a, "partly"_a)
        .def("run", [](StateSearch &s, double seconds) {
            nb::gil_scoped_release release;
            return s.run(seconds);
        }, "seconds"_a)
        .def_prop_ro("states", &StateSearch::states).def_prop_ro("expanded", &StateSearch::expanded)
        .def_prop_ro("attempts", &StateSearch::attempts).def_prop_ro("violation", &StateSearch::violation)
        .def_prop_ro("gaps", &StateSearch::gaps).def_prop_ro("ends", &StateSearch::ends)
        .def_prop_ro("reasons", [](const StateSearch &s) { return items(s.reasons()); });
}

} // namespace

NB_MODULE(_kernel, m) {
    m.attr("SOURCES") = HEDDLE_SOURCES;
    bind_enumerations(m);
    bind_input(m);
    bind_output(m);
    bind_states(m);
    nb::class_<Kernel>(m, "Kernel")
        .def(nb::init<const Setup &>(), "setup"_a)
        .def_prop_ro("refusal", &Kernel::refusal)
        .def("start", &Kernel::start, "words"_a, "parts"_a = std::vector<Part>{Part{}}, "children"_a = Children{},
             "most"_a = 0)
        .def("wait", &Kernel::wait).def("stop", &Kernel::stop).def("hand_over", &Kernel::hand_over)
        .def("hold", &Kernel::hold).def("release", &Kernel::release)
        .def("totals", &Kernel::totals).def("explored", &Kernel::explored).def("collect", &Kernel::collect);
}
