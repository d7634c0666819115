/* thread.h - questions about threads, locks and what threads share. */
#ifndef QUESTIONS_THREAD_H
#define QUESTIONS_THREAD_H
#include "questions/common.h"
#include "questions/folder.h"

/* What a thread shares with the thread that asks. */
struct thread_shared {
    uv_sem_t has_begun, may_end;
    uv_mutex_t lock;
    uv_cond_t change;
    uv_barrier_t barrier;
    uv_rwlock_t gate;
    uv_key_t key;
    uv_thread_t self;
    size_t stack;
    int value;
};

static int run_thread(struct thread_shared *with, uv_thread_cb entry)
{
    uv_thread_t thread;
    int answer = uv_thread_create(&thread, entry, with);
    return answer < 0 ? answer : uv_thread_join(&thread);
}

/* ---- ASK-74 ---- */
static void return_late(void *with)
{
    uv_sleep(5);
    ((struct thread_shared *)with)->value = 7;
}

static int ask_thread_joined(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with = { .value = 0 };
    (void)loop, (void)h;
    int answer = run_thread(&with, return_late);
    return answer < 0 ? answer : with.value;
}

static void note_self(void *with)
{
    ((struct thread_shared *)with)->self = uv_thread_self();
    uv_sem_post(&((struct thread_shared *)with)->has_begun);
    uv_sem_wait(&((struct thread_shared *)with)->may_end);
}

/* Start a thread and wait until it runs; end_thread() ends it. */
static int start_thread(struct thread_shared *with, uv_thread_t *guest)
{
    uv_sem_init(&with->has_begun, 0);
    uv_sem_init(&with->may_end, 0);
    int answer = uv_thread_create(guest, note_self, with);
    if (answer == 0)
        uv_sem_wait(&with->has_begun);
    return answer;
}

static void end_thread(struct thread_shared *with, uv_thread_t *guest)
{
    uv_sem_post(&with->may_end);
    uv_thread_join(guest);
    uv_sem_destroy(&with->has_begun);
    uv_sem_destroy(&with->may_end);
}

static int ask_threads_that_are_equal(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with;
    uv_thread_t guest, self = uv_thread_self();
    (void)loop, (void)h;
    if (start_thread(&with, &guest) < 0)
        return UV_EILSEQ;
    int answer = !!uv_thread_equal(&self, &self) + 2 * !!uv_thread_equal(&guest, &with.self) +
                 4 * !!uv_thread_equal(&self, &guest);
    end_thread(&with, &guest);
    return answer;
}

static void note_own_stack(void *with)
{
    pthread_attr_t of;
    if (pthread_getattr_np(pthread_self(), &of) != 0)
        return;
    pthread_attr_getstacksize(&of, &((struct thread_shared *)with)->stack);
    pthread_attr_destroy(&of);
}

static size_t stack_of(int flags, size_t size)
{
    struct thread_shared with = { .stack = 0 };
    uv_thread_t thread;
    uv_thread_options_t options = { .flags = flags, .stack_size = size };
    if (uv_thread_create_ex(&thread, &options, note_own_stack, &with) == 0)
        uv_thread_join(&thread);
    return with.stack;
}

static int ask_thread_of_a_stack(uv_loop_t *loop, union uv_any_handle *h)
{
    size_t usual = stack_of(UV_THREAD_NO_FLAGS, 0), some = 1u << 20;
    size_t asked = stack_of(UV_THREAD_HAS_STACK_SIZE, some),
           odd = stack_of(UV_THREAD_HAS_STACK_SIZE, some + 1);
    (void)loop, (void)h;
    int answer = asked >= some && asked < some + some / 2;
    answer += 2 * (odd > asked && stack_of(UV_THREAD_HAS_STACK_SIZE, 1) > 0);
    answer += 4 * (usual > 0 && stack_of(UV_THREAD_NO_FLAGS, some) == usual);
    return answer + 8 * (usual > 0 && stack_of(UV_THREAD_HAS_STACK_SIZE, 0) == usual);
}

static void exit_in_time(void *with)
{
    uv_sem_wait(&((struct thread_shared *)with)->has_begun);
    uv_sem_post(&((struct thread_shared *)with)->may_end);
}

static int ask_thread_detached(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with;
    uv_thread_t thread;
    pthread_attr_t of;
    int state = -1;
    int (*call)(uv_thread_t *);
    (void)loop, (void)h;
    find_call("uv_thread_detach", &call);
    if (!call)
        return UV_ENOSYS;
    uv_sem_init(&with.has_begun, 0);
    uv_sem_init(&with.may_end, 0);
    uv_thread_create(&thread, exit_in_time, &with);
    int answer = call(&thread);
    if (pthread_getattr_np(thread, &of) == 0)
        pthread_attr_getdetachstate(&of, &state), pthread_attr_destroy(&of);
    uv_sem_post(&with.has_begun);
    uv_sem_wait(&with.may_end);
    return answer < 0 ? answer : state == PTHREAD_CREATE_DETACHED;
}

/* ---- ASK-75 ---- */
static int mask_size(void)
{
    int (*call)(void);
    find_call("uv_cpumask_size", &call);
    return call ? call() : 0;
}

static int affinity(uv_thread_t *thread, char *mask, char *former, int size, int set)
{
    int (*get)(uv_thread_t *, char *, size_t);
    int (*put)(uv_thread_t *, char *, char *, size_t);
    find_call("uv_thread_getaffinity", &get);
    find_call("uv_thread_setaffinity", &put);
    if (!get || !put)
        return UV_ENOSYS;
    return set ? put(thread, mask, former, size) : get(thread, mask, size);
}

static int ask_thread_on_one_processor(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with;
    uv_thread_t guest, self = uv_thread_self();
    int size = mask_size(), one = 0;
    char usual[8192] = { 0 }, mask[8192] = { 0 }, former[8192] = { 0 }, now[8192] = { 0 };
    (void)loop, (void)h;
    int answer = affinity(&self, usual, NULL, size, 0);
    if (answer < 0)
        return answer;
    while (one < size && !usual[one])
        one++;
    mask[one] = 1;
    if (start_thread(&with, &guest) < 0)
        return UV_EILSEQ;
    answer = affinity(&guest, mask, former, size, 1) == 0;
    answer += 2 * (memcmp(former, usual, size) == 0);
    affinity(&guest, now, NULL, size, 0);
    answer += 4 * (memcmp(now, mask, size) == 0);
    affinity(&self, now, NULL, size, 0);
    answer += 8 * (memcmp(now, usual, size) == 0);
    end_thread(&with, &guest);
    return answer;
}

static int ask_affinity_without_room(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_thread_t self = uv_thread_self();
    char mask[8192] = { 0 };
    (void)loop, (void)h;
    int answer = affinity(&self, mask, NULL, mask_size() - 1, 0);
    if (answer == UV_ENOSYS)
        return answer;
    memset(mask, 1, sizeof mask);
    return (answer == UV_EINVAL) +
           2 * (affinity(&self, mask, NULL, mask_size() - 1, 1) == UV_EINVAL);
}

static void note_processor(void *with)
{
    int (*call)(void);
    uv_thread_t self = uv_thread_self();
    int size = mask_size(), one = size;
    char mask[8192] = { 0 };
    find_call("uv_thread_getcpu", &call);
    if (!call)
        return;
    affinity(&self, mask, NULL, size, 0);
    while (one > 0 && !mask[one - 1])
        one--;
    if (one == 0)
        return;
    memset(mask, 0, sizeof mask);
    mask[one - 1] = 1;
    affinity(&self, mask, NULL, size, 1);
    ((struct thread_shared *)with)->value = call() == one - 1;
}

static int ask_processor_of_a_thread(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with = { .value = UV_ENOSYS };
    (void)loop, (void)h;
    int answer = run_thread(&with, note_processor);
    return answer < 0 ? answer : with.value;
}

static void note_names(void *with)
{
    struct thread_shared *of = with;
    uv_thread_t self = uv_thread_self();
    int (*get)(uv_thread_t *, char *, size_t);
    int (*put)(const char *);
    char name[32] = "";
    find_call("uv_thread_getname", &get);
    find_call("uv_thread_setname", &put);
    if (!get || !put)
        return;
    of->value = put("asked") == 0 && get(&self, name, sizeof name) == 0 &&
                strcmp(name, "asked") == 0;
    of->value += 2 * (put("asked-with-a-long-name") == 0 && get(&self, name, sizeof name) == 0 &&
                      strcmp(name, "asked-with-a-lo") == 0);
    memset(name, 'x', sizeof name);
    of->value += 4 * (get(&self, name, 6) == 0 && name[5] == 0 && name[6] == 'x' &&
                      strcmp(name, "asked") == 0);
    of->value += 8 * (put(NULL) == UV_EINVAL) + 16 * (get(&self, name, 0) == UV_EINVAL) +
                 32 * (get(&self, NULL, 6) == UV_EINVAL);
}

static int ask_names_of_a_thread(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with = { .value = UV_ENOSYS };
    (void)loop, (void)h;
    int answer = run_thread(&with, note_names);
    return answer < 0 ? answer : with.value;
}

static int ask_name_of_another_thread(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with;
    uv_thread_t guest;
    int (*get)(uv_thread_t *, char *, size_t);
    char name[32] = "";
    (void)loop, (void)h;
    find_call("uv_thread_getname", &get);
    if (!get)
        return UV_ENOSYS;
    if (start_thread(&with, &guest) < 0)
        return UV_EILSEQ;
    pthread_setname_np(guest, "guest");
    int answer = get(&guest, name, sizeof name);
    end_thread(&with, &guest);
    return answer < 0 ? answer : strcmp(name, "guest") == 0;
}

static void note_priorities(void *with)
{
    struct thread_shared *of = with;
    int (*get)(uv_thread_t, int *);
    int (*put)(uv_thread_t, int);
    int usual = 99;
    find_call("uv_thread_getpriority", &get);
    find_call("uv_thread_setpriority", &put);
    if (!get || !put)
        return;
    of->value = get(uv_thread_self(), &usual) == 0 && usual == getpriority(PRIO_PROCESS, 0);
    of->value += 2 * (put(uv_thread_self(), 3) == UV_EINVAL) +
                 4 * (put(uv_thread_self(), -3) == UV_EINVAL);
    of->value += 8 * (get(uv_thread_self(), NULL) == UV_EINVAL) +
                 16 * (usual > 0 || put(uv_thread_self(), 0) == 0);
    of->value += 32 * (usual > 0 ||
                       (put(uv_thread_self(), -2) == 0 && get(uv_thread_self(), &usual) == 0 &&
                        usual == 4 && getpriority(PRIO_PROCESS, 0) == 4));
}

static int ask_priorities_of_a_thread(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with = { .value = UV_ENOSYS };
    (void)loop, (void)h;
    int answer = run_thread(&with, note_priorities);
    return answer < 0 ? answer : with.value;
}

/* ---- ASK-76 ---- */
static void set_other_value(void *with)
{
    struct thread_shared *of = with;
    of->value = uv_key_get(&of->key) == NULL;
    uv_key_set(&of->key, &of->stack);
    of->value += 2 * (uv_key_get(&of->key) == &of->stack);
}

static int ask_value_of_a_thread(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with = { .value = 0 };
    (void)loop, (void)h;
    if (uv_key_create(&with.key) < 0)
        return UV_EILSEQ;
    int answer = uv_key_get(&with.key) == NULL;
    uv_key_set(&with.key, &with);
    if (run_thread(&with, set_other_value) < 0)
        return UV_EILSEQ;
    answer += 2 * (uv_key_get(&with.key) == &with) + 4 * with.value;
    uv_key_set(&with.key, NULL);
    answer += 16 * (uv_key_get(&with.key) == NULL);
    uv_key_delete(&with.key);
    return answer;
}

/* uv_once() passes no argument. The signal mask is the only thing that the function can change
 * without a variable at file scope. */
static void block_or_not(void)
{
    sigset_t some, now;
    sigemptyset(&some);
    sigaddset(&some, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    pthread_sigmask(sigismember(&now, SIGUSR2) ? SIG_UNBLOCK : SIG_BLOCK, &some, NULL);
}

static int ask_once_and_only_once(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_once_t guard = UV_ONCE_INIT;
    sigset_t usual, after_one, after_two;
    (void)loop, (void)h;
    pthread_sigmask(SIG_BLOCK, NULL, &usual);
    uv_once(&guard, block_or_not);
    pthread_sigmask(SIG_BLOCK, NULL, &after_one);
    uv_once(&guard, block_or_not);
    pthread_sigmask(SIG_SETMASK, &usual, &after_two);
    return (sigismember(&after_one, SIGUSR2) != sigismember(&usual, SIGUSR2)) +
           2 * (sigismember(&after_two, SIGUSR2) == sigismember(&after_one, SIGUSR2));
}

static void try_lock(void *with)
{
    struct thread_shared *of = with;
    of->value = uv_mutex_trylock(&of->lock);
    if (of->value == 0)
        uv_mutex_unlock(&of->lock);
}

static int ask_mutex_tried(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with;
    (void)loop, (void)h;
    if (uv_mutex_init(&with.lock) < 0)
        return UV_EILSEQ;
    uv_mutex_lock(&with.lock);
    if (run_thread(&with, try_lock) < 0)
        return UV_EILSEQ;
    int answer = (with.value == UV_EBUSY) + 2 * (uv_mutex_trylock(&with.lock) == UV_EBUSY);
    uv_mutex_unlock(&with.lock);
    if (run_thread(&with, try_lock) < 0)
        return UV_EILSEQ;
    answer += 4 * (with.value == 0) + 8 * (uv_mutex_trylock(&with.lock) == 0);
    uv_mutex_unlock(&with.lock);
    uv_mutex_destroy(&with.lock);
    return answer;
}

static int ask_mutex_that_is_recursive(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with;
    (void)loop, (void)h;
    if (uv_mutex_init_recursive(&with.lock) < 0)
        return UV_EILSEQ;
    uv_mutex_lock(&with.lock);
    int answer = uv_mutex_trylock(&with.lock) == 0;
    if (answer)
        uv_mutex_unlock(&with.lock);
    if (run_thread(&with, try_lock) < 0)
        return UV_EILSEQ;
    answer += 2 * (with.value == UV_EBUSY);
    uv_mutex_unlock(&with.lock);
    if (run_thread(&with, try_lock) < 0)
        return UV_EILSEQ;
    uv_mutex_destroy(&with.lock);
    return answer + 4 * (with.value == 0);
}

static void try_gate(void *with)
{
    struct thread_shared *of = with;
    int reads = uv_rwlock_tryrdlock(&of->gate);
    if (reads == 0)
        uv_rwlock_rdunlock(&of->gate);
    int writes = uv_rwlock_trywrlock(&of->gate);
    if (writes == 0)
        uv_rwlock_wrunlock(&of->gate);
    of->value = (reads == 0) + 2 * (writes == 0) + 4 * (reads == UV_EBUSY) +
                8 * (writes == UV_EBUSY);
}

/* While one reads, others may read but not write (9). While one writes, nobody may (12). Then both
 * are possible (3). */
static int ask_lock_for_readers(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with;
    (void)loop, (void)h;
    if (uv_rwlock_init(&with.gate) < 0)
        return UV_EILSEQ;
    uv_rwlock_rdlock(&with.gate);
    if (run_thread(&with, try_gate) < 0)
        return UV_EILSEQ;
    int answer = with.value == 9;
    uv_rwlock_rdunlock(&with.gate);
    if (uv_rwlock_tryrdlock(&with.gate) < 0 || run_thread(&with, try_gate) < 0)
        return UV_EILSEQ;
    answer += 2 * (with.value == 9);
    uv_rwlock_rdunlock(&with.gate);
    uv_rwlock_wrlock(&with.gate);
    if (run_thread(&with, try_gate) < 0)
        return UV_EILSEQ;
    answer += 4 * (with.value == 12);
    uv_rwlock_wrunlock(&with.gate);
    if (uv_rwlock_trywrlock(&with.gate) < 0 || run_thread(&with, try_gate) < 0)
        return UV_EILSEQ;
    answer += 8 * (with.value == 12);
    uv_rwlock_wrunlock(&with.gate);
    if (run_thread(&with, try_gate) < 0)
        return UV_EILSEQ;
    uv_rwlock_destroy(&with.gate);
    return answer + 16 * (with.value == 3);
}

static void post_late(void *with)
{
    uv_sleep(5);
    ((struct thread_shared *)with)->value = 1;
    uv_sem_post(&((struct thread_shared *)with)->has_begun);
}

static int ask_semaphore_of_two(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with = { .value = 0 };
    uv_thread_t thread;
    (void)loop, (void)h;
    if (uv_sem_init(&with.has_begun, 2) < 0)
        return UV_EILSEQ;
    uv_sem_wait(&with.has_begun);
    int answer = (uv_sem_trywait(&with.has_begun) == 0) +
                 2 * (uv_sem_trywait(&with.has_begun) == UV_EAGAIN);
    uv_sem_post(&with.has_begun);
    answer += 4 * (uv_sem_trywait(&with.has_begun) == 0) +
              8 * (uv_sem_trywait(&with.has_begun) == UV_EAGAIN);
    if (uv_thread_create(&thread, post_late, &with) < 0)
        return UV_EILSEQ;
    uv_sem_wait(&with.has_begun);
    answer += 16 * with.value;
    uv_thread_join(&thread);
    uv_sem_destroy(&with.has_begun);
    return answer;
}

static void wait_for_change(void *with)
{
    struct thread_shared *of = with;
    uv_mutex_lock(&of->lock);
    uv_sem_post(&of->has_begun);
    while (!of->value)
        uv_cond_wait(&of->change, &of->lock);
    uv_mutex_unlock(&of->lock);
    uv_sem_post(&of->may_end);
}

static int ask_condition_for_all(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with = { .value = 0 };
    uv_thread_t those[2];
    (void)loop, (void)h;
    if (uv_mutex_init(&with.lock) < 0 || uv_cond_init(&with.change) < 0)
        return UV_EILSEQ;
    uv_sem_init(&with.has_begun, 0);
    uv_sem_init(&with.may_end, 0);
    for (int i = 0; i < 2; i++)
        uv_thread_create(&those[i], wait_for_change, &with);
    for (int i = 0; i < 2; i++)
        uv_sem_wait(&with.has_begun);
    uv_mutex_lock(&with.lock);
    with.value = 1;
    uv_cond_broadcast(&with.change);
    uv_mutex_unlock(&with.lock);
    uv_sleep(5);
    int answer = 0;
    for (int i = 0; i < 2; i++)
        answer += uv_sem_trywait(&with.may_end) == 0;
    for (int i = answer; i < 2; i++)
        uv_cond_signal(&with.change);
    for (int i = 0; i < 2; i++)
        uv_thread_join(&those[i]);
    uv_cond_destroy(&with.change);
    uv_mutex_destroy(&with.lock);
    uv_sem_destroy(&with.has_begun);
    uv_sem_destroy(&with.may_end);
    return answer;
}

static int ask_condition_for_5ms(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with;
    (void)loop, (void)h;
    if (uv_mutex_init(&with.lock) < 0 || uv_cond_init(&with.change) < 0)
        return UV_EILSEQ;
    uv_mutex_lock(&with.lock);
    uint64_t before = uv_hrtime();
    int answer = uv_cond_timedwait(&with.change, &with.lock, 5000000);
    uint64_t took = uv_hrtime() - before;
    uv_mutex_unlock(&with.lock);
    uv_cond_destroy(&with.change);
    uv_mutex_destroy(&with.lock);
    return answer == UV_ETIMEDOUT ? took >= 5000000 && took < 2000000000 : answer;
}

static void signal_change(void *with)
{
    struct thread_shared *of = with;
    uv_sleep(5);
    uv_mutex_lock(&of->lock);
    of->value = 1;
    uv_cond_signal(&of->change);
    uv_mutex_unlock(&of->lock);
}

static int ask_condition_in_time(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with = { .value = 0 };
    uv_thread_t thread;
    int answer = 0;
    (void)loop, (void)h;
    if (uv_mutex_init(&with.lock) < 0 || uv_cond_init(&with.change) < 0)
        return UV_EILSEQ;
    uv_mutex_lock(&with.lock);
    if (uv_thread_create(&thread, signal_change, &with) < 0)
        return UV_EILSEQ;
    while (!with.value && answer == 0)
        answer = uv_cond_timedwait(&with.change, &with.lock, 20000000000);
    uv_mutex_unlock(&with.lock);
    uv_thread_join(&thread);
    uv_cond_destroy(&with.change);
    uv_mutex_destroy(&with.lock);
    return answer;
}

static void pass_barrier(void *with)
{
    struct thread_shared *of = with;
    int answer = uv_barrier_wait(&of->barrier);
    uv_mutex_lock(&of->lock);
    of->value += answer > 0 ? 16 : answer == 0 ? 1 : 256;
    uv_mutex_unlock(&of->lock);
}

/* Three threads wait at the barrier. One of them gets a positive result, and nobody passes before
 * all have come. */
static int ask_barrier_for_three(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with = { .value = 0 };
    uv_thread_t those[3];
    int answer = 0;
    (void)loop, (void)h;
    if (uv_barrier_init(&with.barrier, 3) < 0 || uv_mutex_init(&with.lock) < 0)
        return UV_EILSEQ;
    for (int i = 0; i < 2; i++)
        uv_thread_create(&those[i], pass_barrier, &with);
    uv_sleep(5);
    uv_mutex_lock(&with.lock);
    answer = with.value == 0;
    uv_mutex_unlock(&with.lock);
    uv_thread_create(&those[2], pass_barrier, &with);
    for (int i = 0; i < 3; i++)
        uv_thread_join(&those[i]);
    answer += 2 * (with.value == 18);
    uv_barrier_destroy(&with.barrier);
    uv_mutex_destroy(&with.lock);
    return answer;
}

static int ask_barrier_for_nobody(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_barrier_t barrier;
    (void)loop, (void)h;
    return uv_barrier_init(&barrier, 0);
}

#endif
