// Recursion as deep as there is memory: where the stack of a thread is nearly used up, another one goes on.
#pragma once

#include <algorithm>
#include <exception>
#include <new>
#include <system_error>
#include <thread>

#include <pthread.h>

namespace heddle {

class Stack {
  public:
    // Is there little left of this thread's stack?
    static bool is_low() {
        thread_local const char *const low = lowest();
        const char here = 0;
        return &here < low;
    }

    // Calls ``f`` on a stack of its own, and waits for its end.
    template <class F> static void on_new(F f) {
        std::exception_ptr error;
        try {
            std::thread([&] {
                try {
                    f();
                } catch (...) {
                    error = std::current_exception();
                }
            }).join();
        } catch (const std::system_error &) {
            throw std::bad_alloc();  // no room for a stack
        }
        if (error)
            std::rethrow_exception(error);
    }

  private:
    static constexpr size_t RESERVE = 256 * 1024;  // for what does not ask

    static const char *lowest() {
        pthread_attr_t attributes;
        if (pthread_getattr_np(pthread_self(), &attributes) != 0)
            return nullptr;
        void *start = nullptr;
        size_t size = 0;
        pthread_attr_getstack(&attributes, &start, &size);
        pthread_attr_destroy(&attributes);
        return static_cast<const char *>(start) + std::min(RESERVE, size / 2);
    }
};

} // namespace heddle
