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


def on_terminal(body, answers, patience=120, quiet=8):
    """Runs something on a terminal of its own, with keys for each time that it says nothing more for a while; gives what it says."""
    import pty
    import select
    import time
    pid, end = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm", COLUMNS="100", LINES="30")
        os._exit(body())
    said, answers, limit = b"", list(answers), time.monotonic() + patience
    while time.monotonic() < limit:
        if not select.select([end], [], [], quiet)[0]:
            if said and answers:
                os.write(end, answers.pop(0).encode())
            continue
        try:
            data = os.read(end, 65536)
        except OSError:
            break
        if not data:
            break
        said += data
        if said.endswith((b"PIN: ", b"it): ", b"[y/n] ")) and answers:
            os.write(end, answers.pop(0).encode())
    try:
        os.kill(pid, signal.SIGHUP)
    except ProcessLookupError:
        pass
    os.waitpid(pid, 0)
    os.close(end)
    return said.decode(errors="replace")


def screen(answers, program, arguments):
    """Starts a program on a terminal, gives it keys, and says what it showed."""
    def body():
        import fcntl
        import struct
        import termios
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        os.execve(program, [program] + arguments, dict(os.environ))
    print(on_terminal(body, json.loads(answers), patience=90))


def session(pin, commands):
    """Runs commands one after the other in one terminal, where the PIN is typed when it is asked for; says how each ended.

    A command with “&” before it has no input and a process group of its own, as a shell starts it in the background."""
    def body():
        for words in json.loads(commands):
            background = words[0] == "&"
            done = subprocess.run(words[1:] if background else words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  stdin=subprocess.DEVNULL if background else None, process_group=0 if background else None)
            print(f"STATUS {done.returncode}", flush=True)
        return 0
    said = on_terminal(body, [pin + "\n"] * 3, patience=150)
    print(json.dumps([int(line.split()[1]) for line in said.splitlines() if line.startswith("STATUS ")]))


def guess(seconds, program, arguments):
    """Gives one wrong PIN after the other, four at a time, for some seconds."""
    import threading
    import time
    limit, number = time.monotonic() + seconds, [0]

    def run():
        while time.monotonic() < limit:
            number[0] += 1
            path = f"/tmp/guess-{os.getpid()}-{number[0]}"
            with open(path, "w") as file:
                file.write(f"wrong{number[0]}\n")
            subprocess.run([program] + arguments + ["--passphrase-file", path], stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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
        return guess(float(sys.argv[2]), sys.argv[3], sys.argv[4:]) is None
    if what == "flood":
        return flood(sys.argv[2]) is None
    return subprocess.call(sys.argv[2:]) == 0


try:
    sys.exit(0 if main() else 1)
except OSError as error:
    print(error, file=sys.stderr)
    sys.exit(1)
