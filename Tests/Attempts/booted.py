"""Boots systemd with the units as they are shipped, over a throw-away copy of this machine, and looks from inside whether they serve.

booted.py PROGRAMS, as root. Prints `PASS name`, `FAIL name: why`, or `SKIP reason` where it can't boot. It runs itself again as
`jail` (in namespaces, above an overlay of the file system that is gone with them), `boot` (which becomes systemd) and `check`
(a unit of the booted system)."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
RESOURCES = os.path.join(HERE, "..", "..", "Resources")
PREFIX = "/opt/healthkit"
TUI = PREFIX + "/bin/healthtui"
WORK = "/srv/booted"
SAID = WORK + "/said"
PERSON, PIN = "hktry-ada", "8264"
SECONDS = 120


def run(*words, **options):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=100,
                          **options)


def need(name, done):
    """Ends where something failed that isn't what is tried here."""
    if done.returncode:
        print(f"FAIL booting: {name}: {done.stdout.strip()[-400:]}", flush=True)
        raise SystemExit(1)
    return done.stdout.strip()


def person(*words, session=False, **environment):
    """Runs a command as the person, with nothing of root's; in a login session of its own, if wanted."""
    home = f"/home/{PERSON}"
    settings = {"PATH": "/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8"} | environment
    ids = [run("id", option, PERSON).stdout.strip() for option in ("-u", "-g")]
    begin = f"echo {ids[0]} >/proc/self/loginuid; " if session else ""
    return run("/bin/sh", "-c", begin + 'exec "$@"', "sh", "setpriv", "--reuid", ids[0], "--regid", ids[1], "--clear-groups",
               "env", "-i", *[f"{name}={value}" for name, value in settings.items()], *words, stdin=subprocess.DEVNULL, cwd="/")


def outside(programs):
    if os.geteuid() != 0:
        return print("SKIP only root can boot a system in namespaces")
    for tool in ("/lib/systemd/systemd", "/usr/bin/unshare", "/usr/bin/setpriv"):
        if not os.path.exists(tool):
            return print(f"SKIP {tool} is not installed")
    jail = tempfile.mkdtemp(prefix="hkboot-", dir="/tmp")
    try:
        done = run("unshare", "-m", "-p", "-f", "--kill-child", "--propagation", "private", sys.executable, "-B", __file__, "jail",
                   programs, jail)
        print(done.stdout.strip())
    except subprocess.TimeoutExpired as late:
        print(f"FAIL booting: not done in time: {(late.stdout or b'')[-400:]!r}")
    finally:
        shutil.rmtree(jail, ignore_errors=True)


def jail(programs, folder):
    """Sets up the copy of the machine, and goes into it."""
    try:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1G", "none", folder], check=True, capture_output=True)
        for name in ("up", "work", "root"):
            os.mkdir(os.path.join(folder, name))
        root = os.path.join(folder, "root")
        subprocess.run(["mount", "-t", "overlay", "-o", f"lowerdir=/,upperdir={folder}/up,workdir={folder}/work", "none", root],
                       check=True, capture_output=True)
        for name in ("proc", "dev", "sys"):
            subprocess.run(["mount", "--rbind", "/" + name, f"{root}/{name}"], check=True, capture_output=True)
        subprocess.run(["mount", "-t", "proc", "none", root + "/proc"], check=True, capture_output=True)
        for name in ("run", "tmp"):
            subprocess.run(["mount", "-t", "tmpfs", "none", f"{root}/{name}"], check=True, capture_output=True)
    except subprocess.CalledProcessError as error:
        return print(f"SKIP no overlay of the file system here: {error.stderr.decode().strip()}")
    os.makedirs(root + PREFIX + "/bin")
    os.makedirs(root + WORK)
    os.chmod(root + WORK, 0o755)
    for name in ("healthtui", "stepdemo"):
        shutil.copy(os.path.join(programs, name), root + PREFIX + "/bin/" + name)
    shutil.copytree(RESOURCES, root + WORK + "/Resources")
    shutil.copy(__file__, root + WORK + "/booted.py")
    os.chroot(root)
    os.chdir("/")
    os.execv(sys.executable, [sys.executable, "-B", WORK + "/booted.py", "boot"])


def boot():
    """Installs the service as the documentation says, moves a store into it, and becomes systemd."""
    if run("id", "_healthkit").returncode == 0:
        return print("SKIP this machine has a user _healthkit already")
    need("useradd", run("useradd", "-m", "-s", "/bin/sh", PERSON))
    need("setup", run(WORK + "/Resources/service/setup", "install", PREFIX))
    for name, text in (("pin", PIN), ("wrong", "0000")):
        with open(f"{WORK}/{name}", "w") as file:
            file.write(text + "\n")
        os.chmod(f"{WORK}/{name}", 0o644)
    need("add", person(TUI, "add", "steps", "400"))
    need("move-store", run(TUI, "move-store", "--to-service", "--user", PERSON))
    units = "/etc/systemd/system"
    for name in os.listdir(PREFIX + "/lib/systemd/system"):
        shutil.copy(f"{PREFIX}/lib/systemd/system/{name}", units)
    # Nothing of the machine's own starts, and /tmp stays as it is.
    for name in os.listdir(units):
        if name.endswith(".wants"):
            shutil.rmtree(f"{units}/{name}")
    os.symlink("/dev/null", units + "/tmp.mount")
    with open(units + "/tried.target", "w") as file:
        file.write("[Unit]\nRequires=basic.target\nWants=check.service\nAllowIsolate=yes\n")
    with open(units + "/check.service", "w") as file:
        file.write(f"[Unit]\nAfter=basic.target\n[Service]\nType=oneshot\nStandardOutput=file:{SAID}\nStandardError=inherit\n"
                   f"ExecStart={sys.executable} -B {WORK}/booted.py check\n")
    open(SAID, "w").close()
    if os.fork() == 0:
        told(SAID)
        # To the first process of these namespaces: to end at once.
        os.kill(1, signal.SIGRTMIN + 14)
        os._exit(0)
    groups = "/sys/fs/cgroup/hkboot"
    try:
        os.makedirs(groups, exist_ok=True)
        with open(groups + "/cgroup.procs", "w") as file:
            file.write(str(os.getpid()))
    except OSError:
        pass
    os.execv("/usr/bin/unshare", [
        "unshare", "-C", "/bin/sh", "-c",
        "mount -t cgroup2 none /sys/fs/cgroup 2>/dev/null; "
        "exec env -i container=other /lib/systemd/systemd --unit=tried.target --show-status=no --log-level=warning"])


def told(path):
    """Prints what the check says, until it has ended."""
    end = time.monotonic() + SECONDS - 20
    while time.monotonic() < end:
        with open(path) as file:
            text = file.read()
        if text.endswith("end\n"):
            print(text[:-4].strip(), flush=True)
            return
        time.sleep(0.2)
    print(f"FAIL booting: systemd didn't run the check: {text[-300:]}", flush=True)


def check():
    """In the booted system: what a person and her apps find."""
    number = run("id", "-u", PERSON).stdout.strip()

    def holds(name, condition, said):
        print(f"PASS {name}" if condition else f"FAIL {name}: {' '.join(said.split())[-300:]}", flush=True)

    units = [f"healthkit@{number}.socket", f"healthkit-owner@{number}.socket"]
    done = run("systemctl", "start", *units)
    holds("the shipped sockets start", done.returncode == 0, done.stdout)
    pin, wrong = WORK + "/pin", WORK + "/wrong"
    done = person(TUI, "pin", "set", "--new-pin-file", pin)
    holds("a PIN is set over the shipped units", done.returncode == 0, done.stdout)
    done = person(TUI, "samples", "steps", "--json", "--passphrase-file", pin, session=True)
    holds("the person reads her data with the PIN", done.returncode == 0 and "400" in done.stdout, done.stdout)
    done = person(TUI, "samples", "steps", "--json", session=True)
    holds("another login session has to give the PIN itself", done.returncode != 0 and "400" not in done.stdout, done.stdout)
    done = person(TUI, "samples", "steps", "--json", "--passphrase-file", wrong, session=True)
    holds("a wrong PIN is refused", done.returncode != 0 and "400" not in done.stdout, done.stdout)
    done = person("timeout", "15", PREFIX + "/bin/stepdemo")
    holds("an app that isn't verified is served, and waits for the person", "waiting for permission" in done.stdout, done.stdout)
    done = run("journalctl", "--no-pager", "-q", "-u", f"healthkit@{number}.service")
    log = run("systemctl", "status", "--no-pager", f"healthkit@{number}.service").stdout + done.stdout
    holds("waits go by the clock of the machine's boot", "wall clock" not in log and "boot_id" not in log, log)
    done = run("systemctl", "is-active", f"healthkit@{number}.service")
    holds("the service is still running", done.stdout.strip() == "active", log)
    print("end", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "jail":
        jail(sys.argv[2], sys.argv[3])
    elif sys.argv[1] == "boot":
        boot()
    elif sys.argv[1] == "check":
        check()
    else:
        outside(os.path.abspath(sys.argv[1]))
