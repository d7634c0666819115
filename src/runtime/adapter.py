# adapter.py - performs core scenarios on a loop of asyncio: its own, or uvloop's. README.md in this
# folder documents the protocol.
#
#     python3 adapter.py asyncio|uvloop [--world LIBRARY]
#
# Two processes run this file, as with adapter.cjs. Without --perform it talks to loopspec. For each
# scenario it starts the same interpreter again, with --perform: a new process with a new loop, in
# virtual time if the world's library is preloaded. That process performs the tree of steps and
# writes its trace, as messages, into a file.
#
# A word that asyncio has no call for is not made up: it is not declared, or unsupported.
#
#     timer, start, stop    call_later(), TimerHandle.cancel()
#     poll                  add_reader(), add_writer(), remove_...()
#     async, send           call_soon_threadsafe()
#     work                  run_in_executor()
#     signal                add_signal_handler()
#     stop loop             stop()
#     run nowait            stop(), then run_forever(): the documents say what that does
import asyncio
import concurrent.futures
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

STUCK = 86  # the library's exit status when nothing can ever run again
AHEAD_NS = 10**9  # a scenario with a beginning of its own has so much time to start before it
TRACE_MAX = 64 << 20  # bytes; no real trace is longer
BUDGET = 15_000_000  # callbacks, as everywhere if a program says nothing
CAN = ['timer', 'poll', 'async', 'work', 'signal', 'nowait', 'stop']


class Unsupported(Exception):
    pass


# ---- one scenario, in a process of its own ----

class Thing:
    """What a name of the program stands for."""

    def __init__(self, step):
        self.body = step.get('body', [])
        self.event = step.get('event', 'readable')
        self.signal = step.get('signal')
        self.active = False


class Timer(Thing):
    handle = None

    def start(self, p, step):
        self.stop(p)
        self.active = True
        self.handle = p.loop.call_later(step['after_ns'] / 1e9, self.call, p)

    def stop(self, p):
        if self.handle:
            self.handle.cancel()
        self.active = False

    def call(self, p):
        self.active = False
        p.call(self.body)

    def is_pending(self):
        return self.active


class Poll(Thing):
    """One end of a pair of sockets; `ready` and `drain` act on the other one."""

    def __init__(self, step):
        super().__init__(step)
        self.mine, self.other = socket.socketpair()
        self.mine.setblocking(False)
        self.other.setblocking(False)
        self.is_ready = False
        if self.event == 'writable':
            self.drain()

    def start(self, p, step):
        add = p.loop.add_reader if self.event == 'readable' else p.loop.add_writer
        add(self.mine, p.call, self.body)
        self.active = True

    def stop(self, p):
        remove = p.loop.remove_reader if self.event == 'readable' else p.loop.remove_writer
        remove(self.mine)
        self.active = False

    def ready(self):
        if self.event == 'readable':
            self.other.send(b'x')
        else:
            self.read_all(self.other)
        self.is_ready = True

    def drain(self):
        if self.event == 'readable':
            self.read_all(self.mine)
        else:
            try:
                while True:
                    self.mine.send(bytes(1 << 16))
            except BlockingIOError:
                pass
        self.is_ready = False

    @staticmethod
    def read_all(end):
        try:
            while end.recv(1 << 16):
                pass
        except BlockingIOError:
            pass

    def is_pending(self):
        return self.active and self.is_ready


class Async(Thing):
    sent = 0  # and not called yet

    def send(self, p):
        self.sent += 1
        p.loop.call_soon_threadsafe(self.call, p)

    def call(self, p):
        self.sent -= 1
        p.call(self.body)

    def is_pending(self):
        return self.sent > 0


class Signal(Thing):
    def start(self, p, step):
        number = step.get('signal', self.signal)
        if self.active:
            self.stop(p)
        self.number = getattr(signal, f'SIG{number.upper()}')
        p.loop.add_signal_handler(self.number, p.call, self.body)
        self.active = True

    def stop(self, p):
        if self.active:
            p.loop.remove_signal_handler(self.number)
        self.active = False

    def is_pending(self):
        return False  # a planned `raise` is


MAKERS = {'timer': Timer, 'poll': Poll, 'async': Async, 'signal': Signal}


class Program:
    def __init__(self, loop, tree, record):
        self.loop = loop
        self.record = record
        self.steps = tree['steps']
        self.budget = tree.get('budget', BUDGET)
        self.things = {}
        self.unnamed = []
        self.reached = {}  # per `first`: how often
        self.planned = 0  # threads, jobs and actions that have not come to their end
        self.lock = threading.Lock()
        self.status = None  # of the running callback
        self.ending = False
        self.stopped = False
        if 'workers' in tree:
            loop.set_default_executor(
                concurrent.futures.ThreadPoolExecutor(max_workers=int(tree['workers'])))

    # Where a block of the program begins: in a callback of the loop.
    def call(self, body, status=None):
        self.budget -= 1
        if self.budget < 0:
            os._exit(0)
        before, self.status = self.status, status
        self.perform(body)
        self.status = before
        self.end_if_idle()

    def perform(self, steps):
        for step in steps:
            getattr(self, 'do_' + step['word'].replace(' ', '_').replace('-', '_'))(step)

    # In a thread, from a given time on.
    def later(self, after_ns, action):
        def wait():
            time.sleep(after_ns / 1e9)
            action()
            self.change_planned(-1)
            self.loop.call_soon_threadsafe(self.end_if_idle)

        self.change_planned(+1)
        threading.Thread(target=wait, daemon=True).start()

    def change_planned(self, by):
        with self.lock:
            self.planned += by

    # ---- the end ----
    # run_forever() has none: it is when nothing is left that could call the program, and when the
    # loop has called nothing in two more turns.

    def is_idle(self):
        things = list(self.things.values()) + self.unnamed
        return self.planned == 0 and not any(t.is_pending() for t in things)

    def end_if_idle(self, turns=2):
        if turns == 2 and self.ending:
            return
        self.ending = self.is_idle()
        if self.ending and turns == 0:
            self.loop.stop()
        elif self.ending:
            self.loop.call_soon(self.end_if_idle, turns - 1)

    def run(self):
        self.perform(self.steps)
        if not any(step['word'] == 'run' for step in self.steps):
            self.loop.call_soon(self.end_if_idle)
            self.loop.run_forever()

    # ---- the words ----

    def thing(self, step):
        return self.things[step['name']]

    def make(self, step):
        thing = MAKERS[step['word']](step)
        if 'name' in step:
            self.things[step['name']] = thing
        else:
            self.unnamed.append(thing)
        return thing

    def do_timer(self, step):
        thing = self.make(step)
        if not step.get('stopped'):
            thing.start(self, step)

    do_signal = do_timer

    def do_poll(self, step):
        thing = self.make(step)
        if not step.get('stopped'):
            thing.start(self, step)
        if 'after_ns' in step:
            self.later(step['after_ns'], thing.ready)

    def do_async(self, step):
        self.make(step)

    def do_start(self, step):
        self.thing(step).start(self, step)

    def do_stop(self, step):
        self.thing(step).stop(self)

    def do_send(self, step):
        self.thing(step).send(self)

    def do_ready(self, step):
        if 'after_ns' in step:
            self.later(step['after_ns'], self.thing(step).ready)
        else:
            self.thing(step).ready()

    def do_drain(self, step):
        self.thing(step).drain()

    def do_work(self, step):
        def done(future):
            self.change_planned(-1)
            self.call(step.get('body', []), 0 if not future.exception() else None)

        self.change_planned(+1)
        self.loop.run_in_executor(None, time.sleep, step['after_ns'] / 1e9).add_done_callback(done)

    def do_raise(self, step):
        number = getattr(signal, f"SIG{step['signal'].upper()}")
        if 'after_ns' in step:
            self.later(step['after_ns'], lambda: os.kill(os.getpid(), number))
        else:
            signal.raise_signal(number)

    def do_thread(self, step):
        def body():
            self.perform(step['body'])
            self.change_planned(-1)
            self.loop.call_soon_threadsafe(self.end_if_idle)

        self.change_planned(+1)
        threading.Thread(target=body, daemon=True).start()

    def do_log(self, step):
        for label in step['labels']:
            self.record(label)

    def do_observe(self, step):
        self.record(step['labels'][0], self.status)

    def do_busy(self, step):
        time.sleep(step['after_ns'] / 1e9)

    def do_repeat(self, step):
        for _ in range(step['count']):
            self.perform(step['body'])

    def do_first(self, step):
        reached = self.reached[id(step)] = self.reached.get(id(step), 0) + 1
        self.perform(step['body'] if reached <= step['count'] else step.get('else', []))

    def do_run(self, step):
        self.loop.stop()
        self.loop.run_forever()

    def do_stop_loop(self, step):
        self.loop.stop()


# Why the steps cannot be performed: raises Unsupported. `watched` are the signals met so far.
def check(steps, watched=None):
    watched = set() if watched is None else watched
    for step in steps:
        word = step['word']
        if not hasattr(Program, 'do_' + word.replace(' ', '_').replace('-', '_')):
            raise Unsupported(f"asyncio has no call for '{word}'")
        if word == 'observe' and step.get('what') != 'status':
            raise Unsupported(f"asyncio does not show '{step.get('what')}'")
        if step.get('after_ns') == 'forever':
            raise Unsupported('asyncio has no delay without an end')
        if word == 'signal' and step['signal'] in watched:
            raise Unsupported('asyncio has one handler for a signal')
        if word == 'signal':
            watched.add(step['signal'])
        check(step.get('body', []), watched)
        check(step.get('else', []), watched)


def import_uvloop():
    try:
        import uvloop
        return uvloop
    except ImportError as err:
        sys.exit(f"no uvloop for {sys.executable}; it is Debian's package python3-uvloop ({err})")


def new_loop(name):
    return (asyncio if name == 'asyncio' else import_uvloop()).new_event_loop()


# Imports have read the clock a thousand times: without a wait the world would take what the program
# reads for the rest of a spin, which costs time.
def wait_until(begin):
    time.sleep(1e-9)
    left = begin - time.monotonic_ns()
    if left > 0:
        time.sleep(left / 1e9)


def perform(name, program, trace_file, run_id, begin):
    trace = os.open(trace_file, os.O_WRONLY | os.O_APPEND)
    loop = new_loop(name)
    room = TRACE_MAX
    began = 0

    def write(message):
        nonlocal room
        line = json.dumps({**message, 'id': run_id}).encode() + b'\n'
        room -= len(line)
        if room < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        os.write(trace, line)

    def record(label, value=None):
        message = {'type': 'log', 'label': label, 'at_ns': time.monotonic_ns() - began}
        write(message if value is None else {**message, 'value': value})

    # An exception in a callback is a mistake of this file, and no loop may hide it.
    def fail(_, context):
        write({'type': 'error', 'reason': repr(context.get('exception') or context['message'])})
        os._exit(0)

    loop.set_exception_handler(fail)
    with open(program) as file:
        run = Program(loop, json.load(file), record)
    wait_until(begin)
    began = time.monotonic_ns()
    run.run()
    os._exit(0)


# ---- the conversation ----

def send(message):
    sys.stdout.write(json.dumps(message) + '\n')
    sys.stdout.flush()


def environment(clock, world, begin):
    if clock != 'virtual':
        return None
    preload = [world, os.environ.get('LD_PRELOAD')]
    variables = dict(os.environ, LOOPSPEC_WORLD='virtual',
                     LD_PRELOAD=':'.join(filter(None, preload)))
    if begin > 0:
        variables['LOOPSPEC_BEGIN'] = str(max(begin - AHEAD_NS, 1))
    return variables


def describe_end(code, clock):
    if code < 0:
        return {'type': 'end', 'signal': signal.Signals(-code).name}
    if clock == 'virtual' and code == STUCK:
        return {'type': 'end', 'stuck': True}
    return {'type': 'end', 'code': code}


# Run one scenario in its process; returns the last message.
def start(name, world, folder, request):
    program, trace = os.path.join(folder, 'program'), os.path.join(folder, 'trace')
    begin = request.get('begin_ns', 0)
    with open(program, 'w') as file:
        json.dump(request['tree'], file)
    open(trace, 'w').close()
    child = subprocess.Popen(
        [sys.executable, __file__, name, '--perform', program, trace, str(request['id']),
         str(begin)],
        stdin=subprocess.DEVNULL, stdout=2, start_new_session=True,
        env=environment(request['clock'], world, begin))
    try:
        end = describe_end(child.wait(request['timeout_ms'] / 1000), request['clock'])
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        end = {'type': 'end', 'timeout': True}
    with open(trace) as file:
        lines = file.read()
    sys.stdout.write(lines)
    return None if '"type": "error"' in lines[-500:] else end


def answer(name, world, folder, request):
    try:
        if not request['tree']:
            raise Unsupported('a script is for a runtime of JavaScript')
        check(request['tree']['steps'])
        end = start(name, world, folder, request)
    except Unsupported as why:
        end = {'type': 'unsupported', 'reason': str(why)}
    if end:
        send({**end, 'id': request['id']})
    sys.stdout.flush()


def describe(name, world):
    version = '.'.join(map(str, sys.version_info[:3]))
    if name == 'uvloop':
        version = import_uvloop().__version__
    hello = {'type': 'hello', 'protocol': 1, 'name': name, 'version': version,
             'profile': 'asyncio-%d.%d' % sys.version_info[:2], 'layers': ['core'], 'can': list(CAN)}
    if world:
        hello['can'].append('virtual-clock')
    else:
        hello['why_real'] = 'has no libloopspec-world.so beside the program'
    return hello


def converse(name, world):
    send(describe(name, world))
    folder = tempfile.mkdtemp(prefix='loopspec-')
    for line in sys.stdin:
        answer(name, world, folder, json.loads(line))
    shutil.rmtree(folder)


def main(name, *rest):
    if rest[:1] == ('--perform',):
        perform(name, rest[1], rest[2], int(rest[3]), int(rest[4]))
    else:
        converse(name, rest[1] if rest[:1] == ('--world',) else None)


main(*sys.argv[1:])
