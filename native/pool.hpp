// The workers of an exploration, and the graphs that wait for one (included by worker.hpp).
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <set>
#include <thread>

#include "stack.hpp"

namespace heddle {

template <int W> class Pool {
  public:
    Pool(const Program &program, const Model &model, const Options &options)
        : options_(options), tables_(program) {
        for (uint32_t k = 0; k < std::max(1u, options.workers); k++)
            workers_.push_back(std::make_unique<Worker<W>>(program, model, options_, tables_, *this));
    }
    ~Pool() {
        stop();
        for (std::thread &t : threads_)
            if (t.joinable())
                t.join();
    }

    void start(const std::vector<Part> &parts, const Children &children, uint64_t most) {
        most_ = most;
        tables_.number(children);
        for (const Part &part : parts)
            put({workers_[0]->first_graph(), part.weight, {}, part.path});
        running_ = workers_.size();
        try {
            for (auto &worker : workers_)
                threads_.emplace_back([this, w = worker.get()] { run(*w); });
        } catch (const std::system_error &) {  // no room for a stack
            stop();
            throw std::bad_alloc();
        }
    }

    // Waits for the end, for so long; true if there is nothing left to do.
    bool wait(double seconds) {
        std::unique_lock lock(mutex_);
        return finished_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return running_ == 0; });
    }

    void stop() {
        {
            std::lock_guard lock(mutex_);
            stopping_ = true;
        }
        waiting_.notify_all();
        released_.notify_all();
    }

    // Nobody goes on until the search is released.
    void hold() { held_ = true; }
    void release() {
        {
            std::lock_guard lock(mutex_);
            held_ = false;
        }
        released_.notify_all();
    }

    // Is the search over?  Waits while it is on hold.
    bool stopping() {
        if (held_.load(std::memory_order_relaxed)) {
            std::unique_lock lock(mutex_);
            released_.wait(lock, [&] { return !held_ || stopping_; });
        }
        return stopping_.load(std::memory_order_relaxed);
    }

    // Should a part of this share of the search go to the queue?  The queue holds a few large parts, so that nobody
    // waits; small ones are worth it only if somebody does.
    bool hungry(double weight) const {
        if (workers_.size() == 1 || queued_.load(std::memory_order_relaxed) >= static_cast<int>(2 * workers_.size()))
            return false;
        return weight > LARGE || (weight > SMALL && waiting_workers_.load(std::memory_order_relaxed) > 0);
    }

    // From now on, what has not been begun is left to others.
    void hand_over() { handing_over_ = true; }
    void count_graph() {
        if (most_ && ++graphs_ >= most_)
            hand_over();
    }
    bool handing_over() const { return handing_over_.load(std::memory_order_relaxed); }

    // A graph to visit.  ``path``: the branches that led to it; ``follow``: those that lead from there to what is meant.
    struct Task {
        Graph<W> graph;
        double weight;
        std::vector<uint32_t> path, follow;
    };

    void put(Task task) {
        {
            std::lock_guard lock(mutex_);
            tasks_.push_back(std::move(task));
            queued_++;
        }
        waiting_.notify_one();
    }

    void refuse(const Refusal &refusal) {
        std::lock_guard lock(mutex_);
        if (!refusal_)
            refusal_ = refusal;
        stopping_ = true;
    }

    // The exploration has to begin anew: the section needs a block.
    void widen(int section) {
        std::lock_guard lock(mutex_);
        widened_.insert(section);
        stopping_ = true;
    }

    // The exploration has to begin anew: orders of operands matter.
    void separate() {
        separated_ = true;
        stop();
    }

    // Rejects a graph that was seen before; for tests.
    bool first_time(std::vector<int64_t> signature) {
        std::lock_guard lock(mutex_);
        return seen_.insert(std::move(signature)).second;
    }
    bool keep_graph() { return kept_.fetch_add(1) < options_.keep; }

    uint64_t total(Counter c) const {
        uint64_t sum = 0;
        for (const auto &w : workers_)
            sum += w->counts.at[c].load(std::memory_order_relaxed);
        return sum;
    }
    double explored() const {
        double sum = 0;
        for (const auto &w : workers_)
            sum += w->counts.explored.load(std::memory_order_relaxed);
        return sum;
    }

    std::exception_ptr error() const { return error_; }

    // Only when nobody is running any more.
    Findings collect() {
        Findings all;
        for (auto &w : workers_)
            all.take(w->findings);
        all.refusal = refusal_;
        if (tables_.mixed())  // values may be wrong, and with them what was found
            all = Findings{};
        all.outgrown = outgrown_;
        all.cuts = tables_.cuts();
        all.widened = widened_;
        all.separated = separated_;
        all.accessed = tables_.accessed();
        all.children = tables_.children();
        return all;
    }

  private:
    static constexpr double LARGE = 1e-3, SMALL = 1e-7;

    void run(Worker<W> &worker) {
        try {
            while (auto task = take())
                worker.begin(*task);
        } catch (const Overflow &) {
            outgrown_ = true;
            stop();
        } catch (...) {
            std::lock_guard lock(mutex_);
            error_ = std::current_exception();
            stopping_ = true;
        }
        std::lock_guard lock(mutex_);
        running_--;
        waiting_.notify_all();
        finished_.notify_all();
    }

    // The next graph to visit; none when all workers wait.
    std::unique_ptr<Task> take() {
        std::unique_lock lock(mutex_);
        idle_++;
        waiting_workers_++;
        drained_ = tasks_.empty() && idle_ == workers_.size();
        if (drained_)
            waiting_.notify_all();
        waiting_.wait(lock, [&] { return !tasks_.empty() || drained_ || stopping_; });
        if (tasks_.empty() || stopping_)
            return nullptr;
        idle_--;
        waiting_workers_--;
        queued_--;
        auto task = std::make_unique<Task>(std::move(tasks_.front()));
        tasks_.pop_front();
        return task;
    }

    const Options options_;
    Tables tables_;
    std::vector<std::unique_ptr<Worker<W>>> workers_;
    std::vector<std::thread> threads_;
    std::deque<Task> tasks_;
    std::set<std::vector<int64_t>> seen_;
    mutable std::mutex mutex_;
    std::condition_variable waiting_, finished_, released_;
    std::atomic<int> queued_{0}, waiting_workers_{0};
    std::atomic<uint32_t> kept_{0};
    std::atomic<bool> stopping_{false}, held_{false}, outgrown_{false}, separated_{false}, handing_over_{false};
    std::atomic<uint64_t> graphs_{0};
    uint64_t most_ = 0;
    size_t idle_ = 0, running_ = 0;
    bool drained_ = false;        // all workers wait, and nothing is left
    std::optional<Refusal> refusal_;
    std::set<int> widened_;
    std::exception_ptr error_;
};

} // namespace heddle
