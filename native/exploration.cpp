#include "exploration.hpp"

#include "worker.hpp"

namespace heddle {

namespace {

template <int W> class Wide : public Exploration {
  public:
    Wide(const Program &program, const Model &model, const Options &options) : pool_(program, model, options) {}
    void start(const std::vector<Part> &parts, const Children &children, uint64_t most) override {
        pool_.start(parts, children, most);
    }
    bool wait(double seconds) override { return pool_.wait(seconds); }
    void stop() override { pool_.stop(); }
    void hand_over() override { pool_.hand_over(); }
    void hold() override { pool_.hold(); }
    void release() override { pool_.release(); }
    uint64_t total(Counter c) const override { return pool_.total(c); }
    double explored() const override { return pool_.explored(); }
    void rethrow() const override {
        if (pool_.error())
            std::rethrow_exception(pool_.error());
    }
    Findings collect() override { return pool_.collect(); }

  private:
    Pool<W> pool_;
};

} // namespace

std::unique_ptr<Exploration> make_exploration(int words, const Program &program, const Model &model,
                                              const Options &options) {
    switch (words) {
    case 1: return std::make_unique<Wide<1>>(program, model, options);
    case 2: return std::make_unique<Wide<2>>(program, model, options);
    case 4: return std::make_unique<Wide<4>>(program, model, options);
    case 8: return std::make_unique<Wide<8>>(program, model, options);
    case 32: return std::make_unique<Wide<32>>(program, model, options);
    case 0: return std::make_unique<Wide<0>>(program, model, options);
    default: throw std::invalid_argument("no such width");
    }
}

} // namespace heddle
