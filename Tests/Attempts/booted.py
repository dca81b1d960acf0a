"""Boots systemd with the units as they are shipped, over a throw-away copy of this machine, and looks from inside whether they serve.

The units come with the package, which is built and installed there; where there is no dpkg, from the setup script alone.

booted.py PROGRAMS, as root. Prints `PASS name`, `FAIL name: why`, or `SKIP reason` where it can't boot. It runs itself again as
`jail` (in namespaces, above an overlay of the file system that is gone with them), `boot` (which becomes systemd) and `check`
(a unit of the booted system)."""
import grp
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
RESOURCES = os.path.join(HERE, "..", "..", "Resources")
WORK = "/srv/booted"
# Where the package was put for the copy of the machine; it isn't there where none could be built.
PACKAGE = WORK + "/healthtui.deb"
PREFIX = "/usr" if os.path.exists(PACKAGE) else "/opt/healthkit"
TUI = PREFIX + "/bin/healthtui"
DEMO = "/opt/healthkit/bin/stepdemo"
STORES = "/var/lib/healthkit"
# The index of all manuals isn't made anew for a machine that is gone in a minute.
DPKG = ("dpkg", "--no-triggers", "--force-unsafe-io")
SAID = WORK + "/said"
PERSON, PIN = "hktry-ada", "8264"
# Who has an encrypted store without a service.
OTHER, PASSPHRASE = "hktry-bob", "ten green bottles on a wall"
SECONDS = 480


def run(*words, **options):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=100,
                          **options)


def need(name, done):
    """Ends where something failed that isn't what is tried here."""
    if done.returncode:
        print(f"FAIL booting: {name}: {done.stdout.strip()[-400:]}", flush=True)
        raise SystemExit(1)
    return done.stdout.strip()


def words_as(user, words, session=False, **environment):
    """The words that run a command as a user, with nothing of root's; in a login session of its own, if wanted."""
    settings = {"PATH": "/usr/bin:/bin", "HOME": f"/home/{user}", "LANG": "C.UTF-8"} | environment
    ids = [run("id", option, user).stdout.strip() for option in ("-u", "-g")]
    begin = f"echo {ids[0]} >/proc/self/loginuid; " if session else ""
    return ["/bin/sh", "-c", begin + 'exec "$@"', "sh", "setpriv", "--reuid", ids[0], "--regid", ids[1], "--clear-groups",
            "env", "-i", *[f"{name}={value}" for name, value in settings.items()], *words]


def as_user(user, *words, session=False, **environment):
    return run(*words_as(user, words, session, **environment), stdin=subprocess.DEVNULL, cwd="/")


def person(*words, **options):
    return as_user(PERSON, *words, **options)


def start_as(user, *words, **environment):
    return subprocess.Popen(words_as(user, words, **environment), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, errors="replace", cwd="/")


def package(programs, folder):
    """Builds the package of these programs, as `make deb` does but for its compression and its manual; why not, where it can't."""
    for tool in ("dpkg", "dpkg-deb", "dpkg-statoverride", "readelf", "objdump", "strings"):
        if shutil.which(tool) is None:
            return None, f"{tool} is not installed"
    extras = os.path.join(folder, "extras")
    os.makedirs(extras)
    program = os.path.join(programs, "healthtui")
    for shell, name in (("bash", "healthtui.bash"), ("zsh", "_healthtui"), ("fish", "healthtui.fish")):
        text = need("completions", run(program, "--generate-completion-script", shell))
        with open(os.path.join(extras, name), "w") as file:
            file.write(text + "\n")
    with open(os.path.join(extras, "healthtui.1"), "w") as file:
        file.write(".TH healthtui 1\n")
    settings = dict(os.environ, PACKAGES=folder, EXTRAS=extras, COMPRESSION="none", DEPENDS="libc6")
    need("the package", run("bash", os.path.join(HERE, "..", "..", ".ci", "package"), "deb", program, env=settings))
    names = [name for name in os.listdir(folder) if name.endswith(".deb")]
    return os.path.join(folder, names[0]), None


def outside(programs):
    if os.geteuid() != 0:
        return print("SKIP only root can boot a system in namespaces")
    for tool in ("/lib/systemd/systemd", "/usr/bin/unshare", "/usr/bin/setpriv"):
        if not os.path.exists(tool):
            return print(f"SKIP {tool} is not installed")
    jail = tempfile.mkdtemp(prefix="hkboot-", dir="/tmp")
    packed = tempfile.mkdtemp(prefix="hkdeb-", dir="/tmp")
    try:
        deb, why = package(programs, packed)
        if deb is None:
            print(f"SKIP the package isn't tried: {why}", flush=True)
        done = subprocess.run(
            ["unshare", "-m", "-p", "-f", "--kill-child", "--propagation", "private", sys.executable, "-B", __file__, "jail",
             programs, jail, deb or ""], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
            timeout=SECONDS)
        print(done.stdout.strip())
    except subprocess.TimeoutExpired as late:
        print(f"FAIL booting: not done in time: {(late.stdout or b'')[-400:]!r}")
    finally:
        shutil.rmtree(jail, ignore_errors=True)
        shutil.rmtree(packed, ignore_errors=True)


def jail(programs, folder, deb):
    """Sets up the copy of the machine, and goes into it."""
    try:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2G", "none", folder], check=True, capture_output=True)
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
    os.makedirs(root + WORK)
    os.chmod(root + WORK, 0o755)
    os.makedirs(root + os.path.dirname(DEMO))
    for name in ("stepdemo",) if deb else ("healthtui", "stepdemo"):
        shutil.copy(os.path.join(programs, name), root + os.path.dirname(DEMO) + "/" + name)
    if deb:
        shutil.copy(deb, root + PACKAGE)
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
    if os.path.exists(PACKAGE):
        said = need("the package", run(*DPKG, "-i", PACKAGE))
        mode = os.stat(TUI)
        isConsole = mode.st_mode & 0o7777 == 0o2755 and mode.st_gid == grp.getgrnam("_healthkit-console").gr_gid
        holds("the package installs, makes the service's user and gives the console its group",
              isConsole and run("id", "_healthkit").returncode == 0, said)
        holds("the package says once how a store comes into the service", said.count("sudo healthtui move-store") == 1, said)
        again = need("the package again", run(*DPKG, "-i", PACKAGE))
        mode = os.stat(TUI).st_mode & 0o7777
        holds("an update keeps the console's group, and says nothing", mode == 0o2755 and "move-store" not in again, again)
    else:
        need("setup", run(WORK + "/Resources/service/setup", "install", PREFIX))
    for name, text in (("pin", PIN), ("wrong", "0000")):
        with open(f"{WORK}/{name}", "w") as file:
            file.write(text + "\n")
        os.chmod(f"{WORK}/{name}", 0o644)
    need("add", person(TUI, "add", "steps", "400"))
    need("move-store", run(TUI, "move-store", "--to-service", "--user", PERSON))
    units = "/etc/systemd/system"
    # systemd finds a package's units where the package has them.
    for name in [] if os.path.exists(PACKAGE) else os.listdir(PREFIX + "/lib/systemd/system"):
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


def holds(name, condition, said):
    print(f"PASS {name}" if condition else f"FAIL {name}: {' '.join(said.split())[-300:]}", flush=True)


def check():
    """In the booted system: what a person and her apps find."""
    number = run("id", "-u", PERSON).stdout.strip()
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
    app = start_as(PERSON, "timeout", "60", DEMO)
    said = app.stdout.readline()
    app.kill()
    holds("an app that isn't verified is served, and waits for the person", "waiting for permission" in said, said)
    done = run("journalctl", "--no-pager", "-q", "-u", f"healthkit@{number}.service")
    log = run("systemctl", "status", "--no-pager", f"healthkit@{number}.service").stdout + done.stdout
    holds("waits go by the clock of the machine's boot", "wall clock" not in log and "boot_id" not in log, log)
    done = run("systemctl", "is-active", f"healthkit@{number}.service")
    holds("the service is still running", done.stdout.strip() == "active", log)
    screen_lock()
    if os.path.exists(PACKAGE):
        purged(number)
    print("end", flush=True)


def screen_lock():
    """A real logind says that the screen of a session is locked, and the launcher locks the store."""
    done = run("systemctl", "start", "dbus.service", "systemd-logind.service")
    if done.returncode:
        return print(f"SKIP a real logind isn't tried: {' '.join(done.stdout.split())[-200:]}", flush=True)
    need("useradd", run("useradd", "-m", "-s", "/bin/sh", OTHER))
    words = f"/home/{OTHER}/passphrase"
    need("passphrase", as_user(OTHER, "/bin/sh", "-c", f"umask 077; echo '{PASSPHRASE}' >{words}"))
    # A session as a login begins one.
    done = run("systemd-run", "--unit=hktry-session", f"--uid={OTHER}", "--property=PAMName=login", "--property=TasksMax=20", "sleep", "600")
    session, end = "", time.monotonic() + 30
    while not session and time.monotonic() < end:
        lines = run("loginctl", "list-sessions", "--no-legend").stdout.splitlines()
        session = next((line.split()[0] for line in lines if f" {OTHER}" in line), "")
        time.sleep(0.1)
    if not session:
        return print(f"SKIP a real logind isn't tried: it has no session: {' '.join(done.stdout.split())[-200:]}", flush=True)
    for name, line in (("add", ["add", "steps", "7"]), ("set", ["passphrase", "set", "--passphrase-file", words]),
                       ("lock with the screen", ["lock", "--on-screen-lock", "yes"]),
                       ("unlock", ["unlock", "--passphrase-file", words])):
        need(name, as_user(OTHER, TUI, *line))
    read = lambda: as_user(OTHER, TUI, "samples", "steps", "--json")
    before = read()
    launcher = start_as(OTHER, TUI, "launcher")
    try:
        launcher.stdout.readline()
        # It listens a moment after it says that it waits for apps.
        after, end = read(), time.monotonic() + 60
        while after.returncode == 0 and time.monotonic() < end:
            run("loginctl", "lock-session", session)
            after = read()
    finally:
        launcher.kill()
    holds("the launcher locks the store as logind says that the screen is locked",
          before.returncode == 0 and after.returncode != 0 and "locked" in after.stdout, before.stdout + after.stdout)
    run("systemctl", "stop", "hktry-session")


def purged(number):
    """Takes the package away: with a store that is left, and without."""
    store = f"{STORES}/{number}/health.store"
    said = run(*DPKG, "--purge", "healthtui").stdout
    left = run("systemctl", "is-active", f"healthkit@{number}.service").stdout.strip()
    holds("a purge ends the service, leaves the store and its user, and says so",
          os.path.exists(store) and not os.path.exists(TUI) and left != "active" and run("id", "_healthkit").returncode == 0
          and "move-store --back" in said, said + left)
    need("the package after a purge", run(*DPKG, "-i", PACKAGE))
    need("move-store --back", run(TUI, "move-store", "--back", "--user", PERSON))
    said = run(*DPKG, "--purge", "healthtui").stdout
    rest = [path for path in (STORES, "/etc/healthkit", "/usr/lib/healthkit", TUI) if os.path.exists(path)]
    rest += [name for name in ("_healthkit",) if run("id", name).returncode == 0]
    rest += [line for line in run("dpkg-statoverride", "--list").stdout.splitlines() if "healthtui" in line]
    holds("a purge without stores leaves nothing", rest == [], f"{rest} {said}")


if __name__ == "__main__":
    if sys.argv[1] == "jail":
        jail(*sys.argv[2:5])
    elif sys.argv[1] == "boot":
        boot()
    elif sys.argv[1] == "check":
        check()
    else:
        outside(os.path.abspath(sys.argv[1]))
