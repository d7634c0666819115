/* libuv_request.c - jobs, file requests and name lookups on libuv's pool. */
#include "backend/libuv.h"
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"

struct loop_request *request_alloc(loop_callback *done, void *arg)
{
    struct loop_request *r = xcalloc(1, sizeof *r);
    r->done = done;
    r->arg = arg;
    memset(&r->uv, NOT_CLEAN, sizeof r->uv);
    return r;
}

void request_done(void *uv, int status)
{
    struct loop_request *r = uv;
    if (r->passed)
        handle_was_passed(r->passed);
    if (r->done)
        r->done(r->arg, status);
    free(r);
}

struct loop_request *request_keep(struct loop_request *r, int result)
{
    if (result == 0)
        return r;
    if (result < 0) /* else libuv may use it still */
        free(r);
    return NULL;
}

static void do_work(uv_work_t *w)
{
    struct loop_request *r = (struct loop_request *)w;
    r->job(r->arg);
}

AFTER(work)

struct loop_request *libuv_work(struct loop *loop, loop_job *job, loop_callback *done, void *arg)
{
    struct loop_request *r = request_alloc(done, arg);
    r->job = job;
    return request_keep(r, uv_queue_work(&loop->uv, &r->uv.work, do_work, after_work));
}

static void after_stat(uv_fs_t *fs)
{
    int status = (int)fs->result;
    uv_fs_req_cleanup(fs);
    request_done(fs, status);
}

struct loop_request *libuv_stat(struct loop *loop, const char *path, loop_callback *done, void *arg)
{
    struct loop_request *r = request_alloc(done, arg);
    return request_keep(r, uv_fs_stat(&loop->uv, &r->uv.fs, path, after_stat));
}

int libuv_stat_inline(struct loop *loop, const char *path)
{
    uv_fs_t fs;
    int result = uv_fs_stat(&loop->uv, &fs, path, NULL);
    uv_fs_req_cleanup(&fs);
    return result;
}

static void after_lookup(uv_getaddrinfo_t *lookup, int status, struct addrinfo *found)
{
    uv_freeaddrinfo(found);
    /* Resolver errors have numbers of their own; a scenario can meet only this one. */
    request_done(lookup, status == UV_EAI_CANCELED ? UV_ECANCELED : status);
}

struct loop_request *libuv_lookup(struct loop *loop, const char *name, loop_callback *done,
                                  void *arg)
{
    struct loop_request *r = request_alloc(done, arg);
    int result = uv_getaddrinfo(&loop->uv, &r->uv.lookup, after_lookup, name, NULL, NULL);
    return request_keep(r, result);
}

/* The result stays in the request and is freed with it. */
int libuv_lookup_inline(struct loop *loop, const char *name)
{
    uv_getaddrinfo_t lookup;
    int result = uv_getaddrinfo(&loop->uv, &lookup, NULL, name, NULL, NULL);
    if (result == 0)
        uv_freeaddrinfo(lookup.addrinfo);
    return result;
}

static void after_reverse_lookup(uv_getnameinfo_t *lookup, int status, const char *host,
                                 const char *service)
{
    (void)host, (void)service;
    request_done(lookup, status == UV_EAI_CANCELED ? UV_ECANCELED : status);
}

struct loop_request *libuv_reverse_lookup(struct loop *loop, const struct sockaddr *address,
                                          loop_callback *done, void *arg)
{
    struct loop_request *r = request_alloc(done, arg);
    return request_keep(
        r, uv_getnameinfo(&loop->uv, &r->uv.getnameinfo, after_reverse_lookup, address, 0));
}

int libuv_reverse_lookup_inline(struct loop *loop, const struct sockaddr *address)
{
    uv_getnameinfo_t lookup;
    return uv_getnameinfo(&loop->uv, &lookup, NULL, address, 0);
}

static void after_random(uv_random_t *random, int status, void *bytes, size_t size)
{
    (void)bytes, (void)size;
    request_done(random, status);
}

struct loop_request *libuv_random(struct loop *loop, void *bytes, size_t size, loop_callback *done,
                                  void *arg)
{
    struct loop_request *r = request_alloc(done, arg);
    return request_keep(r, uv_random(&loop->uv, &r->uv.random, bytes, size, 0, after_random));
}

int libuv_random_inline(struct loop *loop, void *bytes, size_t size)
{
    (void)loop;
    return uv_random(NULL, NULL, bytes, size, 0, NULL);
}

int libuv_cancel(struct loop_request *r)
{
    return uv_cancel(&r->uv.any);
}
