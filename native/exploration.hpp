// An exploration, whatever the width of its event sets.
#pragma once

#include <array>
#include <memory>

#include "machine.hpp"
#include "model.hpp"
#include "report.hpp"

namespace heddle {

class Exploration {
  public:
    virtual ~Exploration() = default;
    // ``parts``: what is to be searched; ``children``: how threads are numbered, as far as that is known; ``most``: after so
    // many graphs the rest is handed over (0: when somebody says so).
    virtual void start(const std::vector<Part> &parts, const Children &children, uint64_t most) = 0;
    virtual bool wait(double seconds) = 0;
    virtual void stop() = 0;
    virtual void hand_over() = 0;
    virtual void hold() = 0;
    virtual void release() = 0;
    virtual uint64_t total(Counter c) const = 0;
    virtual double explored() const = 0;
    virtual void rethrow() const = 0;
    virtual Findings collect() = 0;
};

inline constexpr std::array WIDTHS{1, 2, 4, 8, 32, 0};

// ``words`` is the number of 64-event words of a set: one of WIDTHS.  0: as many as are needed.
std::unique_ptr<Exploration> make_exploration(int words, const Program &program, const Model &model,
                                              const Options &options);

} // namespace heddle
