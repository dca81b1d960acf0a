"""What a program can try against another process of the machine: powers.py WHAT PID [ARGS]. Exit code 0 when it works."""
import ctypes
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
    if what == "flood":
        return flood(sys.argv[2]) is None
    return subprocess.call(sys.argv[2:]) == 0


try:
    sys.exit(0 if main() else 1)
except OSError as error:
    print(error, file=sys.stderr)
    sys.exit(1)
