# example.py - a whole adapter, for any command that runs a file of JavaScript. README.md in this
# folder documents the protocol.
#
#     loopspec run -b 'exec:python3 example.py qjs --std'
#
# It starts the command once for each scenario; what the command prints is the trace. Options stand
# before the command:
#
#     --layer browser   what the scenarios are written for: a page, without modules (the default),
#                       or node, with Node's modules
#     --lacks WORD      a word of the language that the runtime cannot perform; may be repeated
#     --world MODE      the command takes its time from the C library: it can run in virtual time,
#                       with the world preloaded in mode `virtual` or `virtual,ticking`
#     --loop CODE       JavaScript that runs the loop for ever, of a runtime that does not do so by
#                       itself; a scenario has ended when nothing can wake it. Only in virtual time
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

# What a page's scenarios may ask for and a runtime with timeouts and promises only does not have:
# frames, events for errors that nobody catches, and to go on after such an error.
LAYERS = {
    'browser': {'layers': ['browser'], 'profile': 'browser', 'can': [], 'lacks': ['frame', 'on', 'throw']},
    'node': {'layers': ['node'], 'can': ['javascript', 'poll', 'work', 'stat', 'close', 'ref'],
             'lacks': []},
}

# A page's scenario logs with console.log(). Here that prints `label @milliseconds`: the time is that
# of the log, on the virtual clock, too. Engines without console print with print().
PAGE = """((console, performance) => {
%s
})(...(() => {
  const begin = Date.now();
  const now = () => Date.now() - begin;
  const write = typeof print === 'function' ? print : console.log;
  return [{ log: (label) => write(`${label} @${now()}`) }, { now }];
})());
%s
"""
LINE = re.compile(r'([A-Za-z0-9_.-]{1,64})(?: = (?:(-?\d{1,15})|(E[A-Z0-9]+)))?(?: @(\d+))?$')
STUCK = 86  # the exit status in virtual time when nothing can ever run again


def send(message):
    print(json.dumps(message), flush=True)


def version(command):
    try:
        said = subprocess.run([*command, '--version'], capture_output=True, text=True).stdout
        return re.search(r'\d+(\.\d+)*', said).group()
    except (OSError, AttributeError):
        return 'unknown'


# 'label', 'label = 3' and 'label = ENOENT' are the trace, 'error: ...' ends it; the rest is talk.
# Returns what is wrong with the program, if that is what the line says.
def take_line(run_id, line, began):
    if line.startswith('error: '):
        return line[len('error: '):]
    found = LINE.match(line)
    if not found:
        print(line, file=sys.stderr)
        return None
    label, number, name, at_ms = found.groups()
    # Without its own time a log counts from the start of the process: never too small.
    at_ns = int(at_ms) * 10**6 if at_ms else time.monotonic_ns() - began
    value = {'value': int(number) if number else name} if number or name else {}
    send({'type': 'log', 'id': run_id, 'label': label, 'at_ns': at_ns, **value})
    return None


def environment(request, options):
    if request['clock'] == 'real':
        return None
    return dict(os.environ, LD_PRELOAD=request['world'], LOOPSPEC_WORLD=options['--world'])


def how_it_ended(code, overtime, request, options):
    if overtime:
        return {'timeout': True}
    if request['clock'] == 'virtual' and code == STUCK and not options['--loop']:
        return {'stuck': True}
    return {'signal': signal.Signals(-code).name} if code < 0 else {'code': code}


# Perform one scenario; the last message is how it ended.
def run(command, options, program, request):
    began, mistake, overtime = time.monotonic_ns(), None, threading.Event()
    # A process group of its own: what the scenario starts is ended with it.
    child = subprocess.Popen([*command, program], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             text=True, start_new_session=True, env=environment(request, options))

    def end():
        overtime.set()
        os.killpg(child.pid, signal.SIGKILL)

    timer = threading.Timer(request['timeout_ms'] / 1000, end)
    timer.start()
    for line in child.stdout:
        mistake = mistake or take_line(request['id'], line.rstrip('\n'), began)
    code = child.wait()
    timer.cancel()
    if mistake:
        send({'type': 'error', 'id': request['id'], 'reason': mistake})
    else:
        send({'type': 'end', 'id': request['id'],
              **how_it_ended(code, overtime.is_set(), request, options)})


# Why the scenario cannot be performed; None if it can.
def refusal(options, request):
    if not request['javascript']:
        return request.get('why', 'it has no JavaScript form')
    if options['--loop'] and request['clock'] == 'real':
        return 'the loop has no end, which only the virtual clock can see'
    return None


def answer(command, options, folder, request):
    why = refusal(options, request)
    if why:
        send({'type': 'unsupported', 'id': request['id'], 'reason': why})
        return
    is_page = options['--layer'] == 'browser'
    program = os.path.join(folder, 'scenario.js' if is_page else 'scenario.cjs')
    with open(program, 'w') as file:
        file.write(PAGE % (request['javascript'], options['--loop']) if is_page
                   else request['javascript'])
    run(command, options, program, request)


def main(words):
    options, lacks = {'--layer': 'browser', '--world': '', '--loop': ''}, []
    while words and words[0].startswith('--'):
        name, value = words.pop(0), words.pop(0)
        if name == '--lacks':
            lacks.append(value)
        elif name in options:
            options[name] = value
        else:
            sys.exit(f"unknown option '{name}'")
    about = LAYERS[options['--layer']]
    can = ['virtual-clock'] if options['--world'] else []
    send({'type': 'hello', 'protocol': 1, 'name': os.path.basename(words[0]),
          'version': version(words), **about, 'can': about['can'] + can,
          'lacks': about['lacks'] + lacks})
    with tempfile.TemporaryDirectory() as folder:
        for line in sys.stdin:
            answer(words, options, folder, json.loads(line))


main(sys.argv[1:])
