/* questions.h - what libuv's documents answer, asked in its words.
 *
 * A question is a function ask_NAME() of one of the files below, and the word of a scenario is its
 * name. It gets a `loop` of its own and `h`, room for three handles, which whoever asks closes. The
 * backend for libuv compiles these files; the export to C copies from them what a program asks, with
 * the functions and structs that it needs. So nothing else stands at the outermost level, and no
 * name is taken twice. Only what libuv 1.34 has is called directly. */
#ifndef QUESTIONS_QUESTIONS_H
#define QUESTIONS_QUESTIONS_H
#include "questions/common.h"
#include "questions/socket.h"
#include "questions/system.h"
#include "questions/file.h"
#include "questions/file_facts.h"
#include "questions/folder.h"
#include "questions/loop.h"
#include "questions/request.h"
#include "questions/terminal.h"
#include "questions/net.h"
#include "questions/child.h"
#include "questions/names.h"
#include "questions/count.h"
#include "questions/thread.h"
#include "questions/detail.h"
#include "questions/machine.h"
#include "questions/corner.h"
#include "questions/past.h"
#include "questions/left.h"
#include "questions/six.h"
#include "questions/fork.h"
#include "questions/each.h"
#include "questions/whole.h"
#include "questions/exact.h"
#include "questions/moments.h"
#include "questions/many.h"
#include "questions/edge.h"
#endif
