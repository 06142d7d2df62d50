/* <sys/syscall.h>: which of the calls are modelled, library/syscall.c says. */
#ifndef HEDDLE_SYS_SYSCALL_H
#define HEDDLE_SYS_SYSCALL_H
#include <asm/unistd.h>
#define SYS_brk __NR_brk
#define SYS_chdir __NR_chdir
#define SYS_clock_getres __NR_clock_getres
#define SYS_clock_gettime __NR_clock_gettime
#define SYS_clock_nanosleep __NR_clock_nanosleep
#define SYS_clock_settime __NR_clock_settime
#define SYS_clone __NR_clone
#define SYS_clone3 __NR_clone3
#define SYS_close __NR_close
#define SYS_epoll_create1 __NR_epoll_create1
#define SYS_epoll_ctl __NR_epoll_ctl
#define SYS_eventfd2 __NR_eventfd2
#define SYS_execve __NR_execve
#define SYS_exit __NR_exit
#define SYS_exit_group __NR_exit_group
#define SYS_fcntl __NR_fcntl
#define SYS_fsync __NR_fsync
#define SYS_futex __NR_futex
#define SYS_futex_waitv __NR_futex_waitv
#define SYS_get_robust_list __NR_get_robust_list
#define SYS_getcpu __NR_getcpu
#define SYS_getcwd __NR_getcwd
#define SYS_getegid __NR_getegid
#define SYS_geteuid __NR_geteuid
#define SYS_getgid __NR_getgid
#define SYS_getpid __NR_getpid
#define SYS_getppid __NR_getppid
#define SYS_getrandom __NR_getrandom
#define SYS_getrlimit __NR_getrlimit
#define SYS_getrusage __NR_getrusage
#define SYS_gettid __NR_gettid
#define SYS_gettimeofday __NR_gettimeofday
#define SYS_getuid __NR_getuid
#define SYS_io_uring_enter __NR_io_uring_enter
#define SYS_io_uring_register __NR_io_uring_register
#define SYS_io_uring_setup __NR_io_uring_setup
#define SYS_ioctl __NR_ioctl
#define SYS_kill __NR_kill
#define SYS_lseek __NR_lseek
#define SYS_madvise __NR_madvise
#define SYS_membarrier __NR_membarrier
#define SYS_memfd_create __NR_memfd_create
#define SYS_mlock __NR_mlock
#define SYS_mlockall __NR_mlockall
#define SYS_mmap __NR_mmap
#define SYS_mprotect __NR_mprotect
#define SYS_mremap __NR_mremap
#define SYS_msync __NR_msync
#define SYS_munlock __NR_munlock
#define SYS_munlockall __NR_munlockall
#define SYS_munmap __NR_munmap
#define SYS_nanosleep __NR_nanosleep
#define SYS_perf_event_open __NR_perf_event_open
#define SYS_pidfd_open __NR_pidfd_open
#define SYS_pipe2 __NR_pipe2
#define SYS_prctl __NR_prctl
#define SYS_read __NR_read
#define SYS_rseq __NR_rseq
#define SYS_rt_sigaction __NR_rt_sigaction
#define SYS_rt_sigprocmask __NR_rt_sigprocmask
#define SYS_sched_get_priority_max __NR_sched_get_priority_max
#define SYS_sched_get_priority_min __NR_sched_get_priority_min
#define SYS_sched_getaffinity __NR_sched_getaffinity
#define SYS_sched_getparam __NR_sched_getparam
#define SYS_sched_getscheduler __NR_sched_getscheduler
#define SYS_sched_setaffinity __NR_sched_setaffinity
#define SYS_sched_setparam __NR_sched_setparam
#define SYS_sched_setscheduler __NR_sched_setscheduler
#define SYS_sched_yield __NR_sched_yield
#define SYS_set_robust_list __NR_set_robust_list
#define SYS_setrlimit __NR_setrlimit
#define SYS_setsid __NR_setsid
#define SYS_sysinfo __NR_sysinfo
#define SYS_tgkill __NR_tgkill
#define SYS_times __NR_times
#define SYS_tkill __NR_tkill
#define SYS_userfaultfd __NR_userfaultfd
#define SYS_wait4 __NR_wait4
#define SYS_write __NR_write
#ifdef __NR_epoll_create
#define SYS_epoll_create __NR_epoll_create
#endif
#ifdef __NR_epoll_wait
#define SYS_epoll_wait __NR_epoll_wait
#endif
#ifdef __NR_fork
#define SYS_fork __NR_fork
#endif
#ifdef __NR_mkdir
#define SYS_mkdir __NR_mkdir
#endif
#ifdef __NR_open
#define SYS_open __NR_open
#endif
#ifdef __NR_pause
#define SYS_pause __NR_pause
#endif
#ifdef __NR_pipe
#define SYS_pipe __NR_pipe
#endif
#ifdef __NR_poll
#define SYS_poll __NR_poll
#endif
#ifdef __NR_rename
#define SYS_rename __NR_rename
#endif
#ifdef __NR_select
#define SYS_select __NR_select
#endif
#ifdef __NR_time
#define SYS_time __NR_time
#endif
#ifdef __NR_unlink
#define SYS_unlink __NR_unlink
#endif
#ifdef __NR_vfork
#define SYS_vfork __NR_vfork
#endif
long syscall(long number, ...);
#endif
