// The canonical form of a thread's state: without what its future does not depend on.  Threads with equal forms behave alike.
#pragma once

#include <string>
#include <vector>

#include "state.hpp"

namespace heddle {

// For every position of the code: the registers whose values matter there.
using LiveRegisters = std::vector<std::vector<int32_t>>;

class Canonical {
  public:
    Canonical(const Program &program, const LiveRegisters &live) : p_(program), registers_(live) {}

    // The same thread without what does not matter; ``text`` becomes equal for equal forms.
    StateRef of(const StateRef &state, std::string &text);

  private:
    void clean_scalars();
    void clean_registers();
    void stop_for_good();
    void encode(std::string &text);

    const Program &p_;
    const LiveRegisters &registers_;
    Live live_;
};

} // namespace heddle
