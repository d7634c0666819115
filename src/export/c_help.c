/* c_help.c - the parts of the written program around the steps: help/c_*.txt and the questions. */
#include "export/c_inside.h"

#include "base/include_text.h"

#define PART(name) TEXT_OF("src/export/help/c_" name ".txt")
INCLUDE_TEXT("export_c_help",
             PART("head") PART("tools") PART("sockets") PART("requests") PART("files"));
extern const char export_c_help[];

static const struct helper questions[] = {
#define S(...)                  #__VA_ARGS__
#define L(...)                  "    " #__VA_ARGS__ "\n"
#define H(name, signature, ...) { #name, signature "\n{\n" __VA_ARGS__ "}\n\n" },
#define M(...)                  "    " #__VA_ARGS__ "\n"
#define T(name, ...)            { #name, "struct " #name " {\n" __VA_ARGS__ "};\n\n" },
#define Q(kind, name, spelling, ...)        \
    { "ask_" #name, "static int ask_" #name \
                    "(uv_loop_t *loop, union uv_any_handle *h)\n{\n" __VA_ARGS__ "}\n\n" },
#include "interface/libuv_questions.h"
};

/* No identifier is reserved: all of ours begin with my_, on_my_, run_my_ or reached. */
const struct language c_language = { .indent = 4,
                                     .help = export_c_help,
                                     .helper = questions,
                                     .helper_count = ARRAY_SIZE(questions),
                                     .reserved = "" };
