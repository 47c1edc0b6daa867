/* A lock of one word, for GCC, Clang and MSVC: threads that share a transposition table hold one
 * for the few instructions of a look or a store. */
#ifndef CABBAGE_ATOMICS_H
#define CABBAGE_ATOMICS_H

#if defined(_MSC_VER)
#include <intrin.h>

__declspec(dllimport) int __stdcall SwitchToThread(void);

static __inline void cabbage_yield(void)
{
    SwitchToThread();
}

static __inline int cabbage_try_lock(volatile long *lock)
{
    return _InterlockedExchange(lock, 1) == 0;
}

static __inline void cabbage_unlock(volatile long *lock)
{
    _InterlockedExchange(lock, 0);
}
#else
#include <sched.h>

static inline void cabbage_yield(void)
{
    sched_yield();
}

static inline int cabbage_try_lock(volatile long *lock)
{
    return __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) == 0;
}

static inline void cabbage_unlock(volatile long *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}
#endif

static inline void cabbage_lock(volatile long *lock)
{
    int looks = 0;
    while (!cabbage_try_lock(lock)) {
        /* The holder may be waiting for this processor. */
        while (*lock)
            if (++looks % 64 == 0)
                cabbage_yield();
    }
}

#endif
