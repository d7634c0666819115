/* c_words.c - identifiers of the written program: like the scenario's names, but neither
 * words of C, nor what the headers declare, nor each other's. */
#include "export/c_inside.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

/* Each word has a space before it and one behind. */
static const char keywords[] =
    " "
    "auto break case char const continue default do double else enum extern float for goto "
    "if inline int long register restrict return short signed sizeof static struct switch "
    "typedef union unsigned void volatile while asm typeof bool true false nullptr constexpr "
    "alignas alignof thread_local static_assert main ";

/* What the headers declare or define, in one word of small letters. */
static const char library[] =
    " "
    "a64l abort abs accept access acct alarm alloca alphasort arc4random asctime atexit atof "
    "atoi atol atoll bcmp bcopy be16toh be32toh be64toh bind bindresvport bindresvport6 brk "
    "bsearch bzero calloc cfgetispeed cfgetospeed cfmakeraw cfsetispeed cfsetospeed "
    "cfsetspeed chdir chmod chown chroot clearenv clearerr clock close closedir closefrom "
    "clrbit confstr connect creat crypt ctermid ctime daemon daylight difftime dirfd div "
    "dprintf drand48 dup dup2 dysize ecvt endhostent endnetent endnetgrent endprotoent "
    "endpwent endrpcent endservent endusershell environ erand48 errno execl execle execlp "
    "execv execve execvp exit faccessat fchdir fchmod fchmodat fchown fchownat fclose fcntl "
    "fcvt fdatasync fdopen fdopendir feof ferror fexecve fflush ffs ffsl ffsll fgetc fgetpos "
    "fgetpwent fgets fileno flockfile fmemopen fopen fork fpathconf fprintf fputc fputs "
    "fread free freeaddrinfo freopen fscanf fseek fseeko fsetpos fstat fstatat fsync ftell "
    "ftello ftruncate ftrylockfile funlockfile futimens fwrite gcvt getaddrinfo getc getchar "
    "getcwd getdelim getdirentries getdomainname getdtablesize getegid getentropy getenv "
    "geteuid getgid getgroups gethostbyaddr gethostbyname gethostbyname2 gethostent "
    "gethostid gethostname getline getloadavg getlogin getnameinfo getnetbyaddr getnetbyname "
    "getnetent getnetgrent getopt getpagesize getpass getpeername getpgid getpgrp getpid "
    "getppid getprotobyname getprotobynumber getprotoent getpwent getpwnam getpwuid "
    "getrpcbyname getrpcbynumber getrpcent getservbyname getservbyport getservent getsid "
    "getsockname getsockopt getsubopt getuid getusershell getw getwd gmtime gsignal herror "
    "howmany hstrerror htobe16 htobe32 htobe64 htole16 htole32 htole64 htonl htons index "
    "initstate innetgr iruserok isatty isclr isfdtype isset jrand48 kill killpg l64a labs "
    "lchmod lchown lcong48 ldiv le16toh le32toh le64toh link linkat linux listen llabs lldiv "
    "localtime lockf lrand48 lseek lstat malloc mblen mbstowcs mbtowc memccpy memchr memcmp "
    "memcpy memmove memset mkdir mkdirat mkdtemp mkfifo mkfifoat mknod mknodat mkstemp "
    "mkstemps mktemp mktime mrand48 nanosleep nice nrand48 ntohl ntohs offsetof open openat "
    "opendir optarg opterr optind optopt pathconf pause pclose perror pipe popen powerof2 "
    "pread printf profil pselect psiginfo psignal putc putchar putenv putpwent puts putw "
    "pwrite qecvt qfcvt qgcvt qsort raise rand random rcmd read readdir readlink readlinkat "
    "realloc reallocarray realpath recv recvfrom recvmsg remove rename renameat revoke "
    "rewind rewinddir rexec rindex rmdir roundup rpmatch rresvport ruserok sbrk scandir "
    "scanf seed48 seekdir select send sendmsg sendto setbit setbuf setbuffer setdomainname "
    "setegid setenv seteuid setgid sethostent sethostid sethostname setlinebuf setlogin "
    "setnetent setnetgrent setpgid setpgrp setprotoent setpwent setregid setreuid setrpcent "
    "setservent setsid setsockopt setstate setuid setusershell setvbuf shutdown sigaction "
    "sigaddset sigaltstack sigblock sigdelset sigemptyset sigfillset siggetmask siginterrupt "
    "sigismember sigmask signal sigpending sigprocmask sigqueue sigreturn sigsetmask "
    "sigstack sigsuspend sigtimedwait sigwait sigwaitinfo sleep snprintf sockatmark socket "
    "socketpair sprintf srand srand48 srandom sscanf ssignal stat stderr stdin stdout stpcpy "
    "stpncpy strcasecmp strcat strchr strcmp strcoll strcpy strcspn strdup strerror strftime "
    "strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strsep "
    "strsignal strspn strstr strtod strtof strtok strtol strtold strtoll strtoq strtoul "
    "strtoull strtouq strxfrm symlink symlinkat sync syscall sysconf system tcdrain tcflow "
    "tcflush tcgetattr tcgetpgrp tcgetsid tcsendbreak tcsetattr tcsetpgrp telldir tempnam "
    "time timegm timelocal timezone tmpfile tmpnam truncate ttyname ttyslot tzset ualarm "
    "uint ulong umask ungetc unix unlink unlinkat unsetenv ushort usleep utimensat valloc "
    "vdprintf vfork vfprintf vfscanf vhangup vprintf vscanf vsnprintf vsprintf vsscanf wait "
    "wait3 wait4 waitid waitpid wcstombs wctomb write ";

/* What compilers know without a header. */
static const char builtin[] =
    " "
    "acos asin atan atan2 cabs carg cbrt ceil cimag conj copysign cos cosh cproj creal erf "
    "erfc exp exp10 exp2 expm1 fabs fdim floor fma fmax fmin fmod frexp gamma hypot ilogb "
    "imaxabs isalnum isalpha isascii isblank iscntrl isdigit isgraph isinf islower isnan "
    "isprint ispunct isspace isupper iswalpha isxdigit j0 j1 jn ldexp lgamma log log10 log1p "
    "log2 logb lrint lround modf nan nearbyint pow pow10 prefetch remainder remquo rint "
    "round scalb scalbn signbit significand sin sincos sinh sqrt tan tanh tgamma toascii "
    "tolower toupper trunc y0 y1 yn ";

/* Parameters, helpers and variables of the written program. */
static const char own[] =
    " "
    "after allocate arg arm bind_datagrams bind_path bind_port budget buf busy bytes closed "
    "connect_nowhere connect_pipe connect_tcp deed do_deed due_in empty events exit_status feed "
    "feed_each fill flags found free_handle free_shutdown free_write from handle ignore "
    "interrupt_after limit_buffer loop open_pair own_threads print_value raise_after req "
    "result second seconds server shut_down signum size spawn_true spend start "
    "stat_now status stream term_signal threads turns write_bytes ";

/* What begins or ends like this may well be the library's, or is a helper of ours. */
static const char *const beginnings[] = { "uv_",   "pthread_", "clock_",  "timer_",
                                          "inet_", "sched_",   "atomic_", "memory_",
                                          "sem_",  "in6addr_", "work_",   "allocate_" };
static const char *const endings[] = { "_t", "_r", "_l", "_unlocked" };

static bool has_word(const char *words, const char *text)
{
    size_t length = strlen(text);
    for (const char *at = words; (at = strstr(at, text)); at++)
        if (at[-1] == ' ' && at[length] == ' ')
            return true;
    return false;
}

static bool begins(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

static bool ends(const char *text, const char *ending)
{
    size_t length = strlen(text), part = strlen(ending);
    return length > part && strcmp(text + length - part, ending) == 0;
}

static bool is_reserved(const char *text)
{
    bool callback = begins(text, "on_"); /* which no header has */
    for (size_t i = 0; i < ARRAY_SIZE(endings) && !callback; i++)
        if (ends(text, endings[i]))
            return true;
    return has_word(keywords, text) || has_word(library, text) || has_word(builtin, text) ||
           has_word(own, text);
}

static bool is_taken(const struct c *c, const char *text)
{
    for (size_t i = 0; i < c->taken_count; i++)
        if (strcmp(c->taken[i], text) == 0)
            return true;
    return is_reserved(text);
}

const char *c_print(struct c *c, const char *fmt, ...)
{
    char text[256];
    va_list args;
    va_start(args, fmt);
    int n = vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    size_t length = (size_t)n < sizeof text ? (size_t)n : sizeof text - 1;
    return arena_strndup(&c->arena, text, length);
}

static bool may_begin(const char *text)
{
    for (size_t i = 0; i < ARRAY_SIZE(beginnings); i++)
        if (begins(text, beginnings[i]))
            return false;
    return isalpha((unsigned char)text[0]);
}

/* `read-it` is read_it. What has no small letter might be one of the headers' many
 * constants, and gets some. */
static void spell(char *out, size_t size, const char *wanted)
{
    bool has_small = !wanted[1];
    for (const char *at = wanted; *at; at++)
        has_small |= islower((unsigned char)*at) != 0;
    size_t n = 0;
    for (const char *at = wanted; *at && n < size - 4; at++) {
        int letter = isalnum((unsigned char)*at) ? *at : '_';
        out[n++] = (char)(has_small ? letter : tolower(letter));
    }
    out[n] = '\0';
    if (!may_begin(out)) {
        memmove(out + 3, out, n + 1);
        memcpy(out, "my_", 3);
    }
}

static const char *keep(struct c *c, const char *text)
{
    GROW(c->taken, c->taken_count, c->taken_room);
    return c->taken[c->taken_count++] = c_print(c, "%s", text);
}

const char *c_take(struct c *c, const char *wanted)
{
    char base[PROGRAM_LABEL_MAX + 32], text[sizeof base + 12];
    spell(base, sizeof base, wanted);
    snprintf(text, sizeof text, "%s", base);
    for (unsigned n = 2; is_taken(c, text); n++)
        snprintf(text, sizeof text, "%s%u", base, n);
    return keep(c, text);
}

const char *c_take_noun(struct c *c, const char *wanted, const char *noun)
{
    char text[PROGRAM_LABEL_MAX + 32];
    spell(text, sizeof text, wanted);
    if (!is_taken(c, text))
        return keep(c, text);
    return c_take(c, c_print(c, "%s_%s", wanted, noun));
}

const char *c_counter(struct c *c)
{
    const char **counter = &c->counter[c->repeats - 1];
    for (char letter[] = "i"; !*counter && letter[0] <= 'n'; letter[0]++)
        if (!is_taken(c, letter))
            *counter = c_take(c, letter);
    if (!*counter)
        *counter = c_take(c, "i");
    return *counter;
}
