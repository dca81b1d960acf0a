"""What a program can try against another process of the machine: powers.py WHAT PID [ARGS]. Exit code 0 when it works."""
import ctypes
import json
import os
import signal
import socket
import subprocess
import sys

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
LIBC.ptrace.restype = ctypes.c_long
PIDFD_OPEN, PIDFD_GETFD = 434, 438
PTRACE_TRACEME, PTRACE_CONT, PTRACE_SEIZE = 0, 7, 0x4206


def trace(pid):
    """Attaches as a debugger does."""
    return LIBC.ptrace(PTRACE_SEIZE, pid, None, None) == 0


def descriptors(pid):
    """Takes the sockets of a process; their numbers here."""
    handle = LIBC.syscall(PIDFD_OPEN, pid, 0)
    taken = [LIBC.syscall(PIDFD_GETFD, handle, number, 0) for number in range(64)] if handle >= 0 else []
    found = []
    for number in taken:
        if number < 0:
            continue
        try:
            if socket.socket(fileno=os.dup(number)).family == socket.AF_UNIX:
                found.append(number)
        except OSError:
            pass
    return found


def memory(pid):
    """Reads the process's memory."""
    with open(f"/proc/{pid}/maps") as maps:
        start = int(maps.readline().split("-")[0], 16)
    with open(f"/proc/{pid}/mem", "rb") as memory:
        memory.seek(start)
        return len(memory.read(4)) == 4


def traced(program, arguments, environment):
    """Starts a program under a debugger from its first instruction."""
    pid = os.fork()
    if pid == 0:
        LIBC.ptrace(PTRACE_TRACEME, 0, None, None)
        os.execve(program, [program] + arguments, environment)
    while True:
        _, status = os.waitpid(pid, 0)
        if os.WIFEXITED(status) or os.WIFSIGNALED(status):
            return os.waitstatus_to_exitcode(status)
        number = os.WSTOPSIG(status)
        LIBC.ptrace(PTRACE_CONT, pid, None, 0 if number == signal.SIGTRAP else number)


def borrow(service, folder, program):
    """Passes as another program: makes the connection, and becomes that program, while a child keeps the connection, puts
    itself in between and reads all that the program is told. Prints how many bytes of answers it read."""
    outer = socket.socket(socket.AF_UNIX)
    outer.connect(service)
    inner, app = socket.socketpair(socket.AF_UNIX)
    if os.fork() == 0:
        app.close()
        pipe(inner, outer, os.path.join(folder, "heard"))
        os._exit(0)
    # The program says which it is, as it does over any connection that it was given.
    os.dup2(app.fileno(), 3, inheritable=True)
    environment = dict(os.environ, HEALTHKIT_STORE="fd:3")
    os.execve(program, [program], environment)


def pipe(app, outer, heard):
    """Carries bytes both ways and keeps what the service says."""
    import select
    with open(heard, "wb") as log:
        while True:
            ready, _, _ = select.select([app, outer], [], [], 60)
            if not ready:
                return
            for end in ready:
                data = end.recv(1 << 16)
                if not data:
                    return
                if end is outer:
                    log.write(data)
                    log.flush()
                (app if end is outer else outer).sendall(data)


def typed(program, arguments):
    """Starts a program on a terminal of its own and answers its question with yes, as a person would."""
    import pty
    pid, end = pty.fork()
    if pid == 0:
        os.execve(program, [program] + arguments, dict(os.environ))
    said = b""
    while True:
        try:
            data = os.read(end, 1024)
        except OSError:
            break
        if not data:
            break
        said += data
        if said.rstrip().endswith((b"]", b"?", b":")):
            os.write(end, b"y\n")
            said = b""
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status) == 0


def on_terminal(body, answers, patience=60):
    """Runs something on a terminal of its own, and types into it.

    An answer is a regular expression and the keys that are typed once it matches what was said since the last keys; those before it
    that did not match are passed over. Gives what was said, and whether the terminal told that the last program in it had ended."""
    import pty
    import re
    import select
    import time
    pid, end = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm", COLUMNS="100", LINES="30")
        os._exit(body())
    said, mark, answers = b"", 0, list(answers)
    limit, has_ended, is_left = time.monotonic() + patience, False, False
    while time.monotonic() < limit:
        if not has_ended and os.waitpid(pid, os.WNOHANG)[0] == pid:
            # What it has said is still to be read.
            has_ended, limit = True, min(limit, time.monotonic() + 5)
        if not select.select([end], [], [], 0.1)[0]:
            continue
        try:
            data = os.read(end, 65536)
        except OSError:
            data = b""
        if not data:
            is_left = True
            break
        said += data
        for number, (pattern, keys) in enumerate(answers):
            if re.search(pattern.encode(), said[mark:]):
                os.write(end, keys.encode())
                mark, answers = len(said), answers[number + 1:]
                break
    while not has_ended:
        os.kill(pid, signal.SIGHUP if time.monotonic() < limit + 5 else signal.SIGKILL)
        time.sleep(0.05)
        has_ended = os.waitpid(pid, os.WNOHANG)[0] == pid
    os.close(end)
    return said.decode(errors="replace"), is_left


def screen(answers, program, arguments):
    """Starts a program on a terminal, gives it keys, and says what it showed."""
    def body():
        import fcntl
        import struct
        import termios
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        os.execve(program, [program] + arguments, dict(os.environ))
    print(on_terminal(body, json.loads(answers))[0])


def session(pin, commands):
    """Runs commands one after the other in one terminal, where the PIN is typed when it is asked for first, and nothing later; says how
    each ended, and whether the terminal told that all had.

    A command with “&” before it has no input and a process group of its own, as a shell starts it in the background."""
    def body():
        for words in json.loads(commands):
            background = words[0] == "&"
            done = subprocess.run(words[1:] if background else words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  stdin=subprocess.DEVNULL if background else None, process_group=0 if background else None)
            print(f"STATUS {done.returncode}", flush=True)
        return 0
    said, is_left = on_terminal(body, [[r"(PIN|it\)): $", keys + "\n"] for keys in [pin] + [""] * 20])
    print(json.dumps({"left": is_left, "ended": [int(line.split()[1]) for line in said.splitlines() if line.startswith("STATUS ")]}))


def guess(folder, program, arguments):
    """Gives one wrong PIN after the other, four at a time, until it is ended."""
    import itertools
    import threading
    numbers = itertools.count()

    def run():
        while True:
            path = os.path.join(folder, f"guess-{os.getpid()}-{next(numbers)}")
            with open(path, "w") as file:
                file.write(path + "\n")
            try:
                subprocess.run([program] + arguments + ["--passphrase-file", path], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            finally:
                os.unlink(path)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def flood(service):
    """Sends descriptors that nobody asked for."""
    import array
    end = socket.socket(socket.AF_UNIX)
    end.connect(service)
    null = os.open("/dev/null", os.O_RDONLY)
    for _ in range(5):
        rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [null] * 200))
        try:
            end.sendmsg([b"\x0c"], [rights])
        except OSError:
            break
    # The service ends what is no conversation.
    end.settimeout(30)
    try:
        end.recv(1)
    except OSError:
        pass
    print("sent", flush=True)
    sys.stdin.readline()


def main():
    what = sys.argv[1]
    if what == "trace":
        return trace(int(sys.argv[2]))
    if what == "descriptor":
        return bool(descriptors(int(sys.argv[2])))
    if what == "memory":
        return memory(int(sys.argv[2]))
    if what == "traced":
        return traced(sys.argv[2], sys.argv[3:], dict(os.environ)) == 0
    if what == "borrow":
        return borrow(*sys.argv[2:5])
    if what == "typed":
        return typed(sys.argv[2], sys.argv[3:])
    if what == "screen":
        return screen(sys.argv[2], sys.argv[3], sys.argv[4:]) is None
    if what == "session":
        return session(sys.argv[2], sys.argv[3]) is None
    if what == "guess":
        return guess(sys.argv[2], sys.argv[3], sys.argv[4:]) is None
    if what == "flood":
        return flood(sys.argv[2]) is None
    return subprocess.call(sys.argv[2:]) == 0


try:
    sys.exit(0 if main() else 1)
except OSError as error:
    print(error, file=sys.stderr)
    sys.exit(1)
