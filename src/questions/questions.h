/* questions.h - what libuv's documents answer, asked by calls of libuv.
 *
 * A question is a function ask_NAME() in one of the files below; its name, with hyphens, is the
 * word of the scenario language. It gets a `loop` of its own, and `h`, room for three handles,
 * which the caller closes. The answer is a number, often a sum of bits for what is right.
 *
 * The backend for libuv compiles these files. The export to C copies from them the question that a
 * program asks and the functions and structs that it uses. For that, the outermost level has only
 * functions and structs, and no name is used twice. Calls that libuv 1.34 lacks go through
 * find_call(). The order of the files below is the order of the answers in loop/answers.c and
 * loop/more_answers.c. */
#ifndef QUESTIONS_QUESTIONS_H
#define QUESTIONS_QUESTIONS_H
#include "questions/common.h"
#include "questions/socket.h"
#include "questions/system.h"
#include "questions/file.h"
#include "questions/file_stat.h"
#include "questions/folder.h"
#include "questions/loop.h"
#include "questions/request.h"
#include "questions/terminal.h"
#include "questions/socket_options.h"
#include "questions/child.h"
#include "questions/lookup_environment.h"
#include "questions/metrics_and_streams.h"
#include "questions/thread.h"
#include "questions/file_compare.h"
#include "questions/machine.h"
#include "questions/edge_cases.h"
#include "questions/past_bugs.h"
#include "questions/leaks.h"
#include "questions/udp_ipv6.h"
#include "questions/fork.h"
#include "questions/all_kinds.h"
#include "questions/complete_results.h"
#include "questions/system_compare.h"
#include "questions/lifecycle.h"
#include "questions/large_counts.h"
#include "questions/empty_arguments.h"
#include "questions/combinations.h"
#include "questions/each_value.h"
#include "questions/failed_calls.h"
#include "questions/seldom_used.h"
#include "questions/whole_range.h"
#include "questions/same_as_posix.h"
#include "questions/large_values.h"
#include "questions/every_order.h"
#include "questions/each_size.h"
#include "questions/left_behind.h"
#include "questions/once_wrong.h"
#include "questions/each_state.h"
#endif
