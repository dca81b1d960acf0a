"""Tries to get at what a service keeps, once against one of its own user and once against one of the same user.

attempts.py PROGRAMS [PART...]. Each attempt has a result that is expected of each of the two: attacks that work are expected to work,
so that the documentation stays true. The tables in Documentation/Service.md are compared with the results; with
UPDATE_DOCUMENTATION=1 they are written."""
import fcntl
import grp
import json
import os
import pwd
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time

PROGRAMS = os.path.abspath(sys.argv[1])
# Some of identities, owner, rights, machines, doors, sandbox, files, units, installed and booted; all of them where none is named.
PARTS = set(sys.argv[2:])
HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "..", "..", "Documentation", "Service.md")
SERVICE, OWNER, APP, OTHER = "_healthkit", "hktry-owner", "hktry-app", "hktry-other"
GROUP, CONSOLE = "hktry-group", "_healthkit-console"
PIN = "8264"
WALKER, GROUPED, PLAIN = "org.example.walker", "org.example.grouped", "org.example.plain"

# Where the service is set up.
INSTALLED = ("/run/healthkit", "/var/lib/healthkit", "/etc/healthkit")

made_users, made_groups, made_folders, failures, skipped, rows = [], [], [], [], [], []
BEGAN = time.monotonic()


def run(*words, **options):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          timeout=options.pop("timeout", 180), **options)


def say(good, what):
    """Prints how something went, and when."""
    print(f"{'PASS' if good else 'FAIL'} {time.monotonic() - BEGAN:4.0f} s  {what}", flush=True)


def skip(name, reason):
    print(f"SKIP {name}: {reason}", flush=True)
    skipped.append(name)


def account(name):
    return pwd.getpwnam(name)


def words_as(user, words, group=None, **environment):
    """The words that run a command as a user, without anything of root's."""
    entry = account(user)
    settings = {"PATH": "/usr/bin:/bin", "HOME": entry.pw_dir, "LANG": "C.UTF-8"} | environment
    return ["setpriv", "--reuid", str(entry.pw_uid), "--regid", str(group or entry.pw_gid), "--clear-groups", "env", "-i"] \
        + [f"{name}={value}" for name, value in settings.items()] + list(words)


def as_user(user, *words, **environment):
    return run(*words_as(user, words, **environment), stdin=subprocess.DEVNULL, cwd="/")


def start_as(user, *words, start_new_session=False, **environment):
    return subprocess.Popen(words_as(user, words, **environment), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, cwd="/", start_new_session=start_new_session)


class Place:
    """A service with a store, and what is around it."""

    def __init__(self, root, kind):
        self.kind = kind
        self.user = SERVICE if kind == "own" else OWNER
        self.owner = account(OWNER)
        self.base = os.path.join(root, kind)
        self.persons = os.path.join(self.base, "persons")
        self.folder = os.path.join(self.persons, str(self.owner.pw_uid))
        self.store = os.path.join(self.folder, "health.store")
        self.sockets = os.path.join(self.base, "sockets")
        self.socket = os.path.join(self.sockets, str(self.owner.pw_uid), "socket")
        os.makedirs(self.base)
        os.chmod(self.base, 0o755)
        entry = account(self.user)
        for path, mode, owner in [(self.persons, 0o711, entry), (self.folder, 0o700, entry), (self.sockets, 0o755, None),
                                  (os.path.dirname(self.socket), 0o755, entry)]:
            os.mkdir(path)
            os.chown(path, owner.pw_uid if owner else 0, owner.pw_gid if owner else 0)
            os.chmod(path, mode)
        self.list = os.path.join(self.base, "apps")
        with open(self.list, "w") as file:
            file.write(f"{WALKER} user {APP}\n{GROUPED} group {GROUP}\n")
        os.chmod(self.list, 0o644)
        self.scratch = os.path.join(self.base, "scratch")
        os.mkdir(self.scratch)
        os.chmod(self.scratch, 0o1777)
        self.tui = os.path.join(root, "bin", "healthtui")
        self.service = None
        # The PIN that the owner knows, and one that isn't right.
        self.pin, self.wrong = os.path.join(self.base, "pin"), os.path.join(self.base, "wrong")
        for path, text in [(self.pin, PIN), (self.wrong, "0000")]:
            with open(path, "w") as file:
                file.write(text + "\n")
            os.chmod(path, 0o644)

    def serve(self):
        self.service = start_as(self.user, self.tui, "serve", "--owner", OWNER, "--installed-apps", self.list, "--store",
                                self.store, "--socket", self.socket)
        line = self.service.stdout.readline()
        if "serving" not in line:
            raise SystemExit(f"attempts: the service doesn't start: {line}{self.service.stdout.read()}")
        self.pid = self.service.pid
        if self.kind == "own":
            done = as_user(self.user, self.tui, "pin", "set", "--new-pin-file", self.pin, "--store", self.store)
            if done.returncode:
                raise SystemExit(f"attempts: the PIN can't be set: {done.stdout}")

    def stop(self):
        if self.service and self.service.poll() is None:
            self.service.send_signal(signal.SIGCONT)
            self.service.terminate()
            self.service.wait(30)

    def person(self, *words):
        """A command of the person's, on the store's file beside the service."""
        return as_user(self.user, self.tui, *words, "--store", self.store, "--passphrase-file", self.pin)

    def json(self, command):
        done = self.person(command, "--json")
        try:
            return json.loads(done.stdout)[command] if done.stdout.strip().startswith("{") else json.loads(done.stdout)
        except (ValueError, KeyError):
            return []

    def app(self, user, program, identifier, **environment):
        """Starts an app, which asks for access."""
        return start_as(user, program, HEALTHKIT_STORE="unix:" + self.socket, HEALTHKIT_BUNDLE_IDENTIFIER=identifier,
                        **environment)

    def answer(self, app, allow=True):
        """Answers the request of an app, as the person; whether it made one."""
        number = asked(app)
        if number is None:
            return False
        done = self.person("authorize", number, "--allow-all" if allow else "--deny", *(["--yes"] if allow else []))
        if done.returncode:
            raise SystemExit(f"attempts: can't answer: {done.stdout}")
        return True


def asked(app, patience=120):
    """Waits until an app has asked for access; the number of its request, or None where it ends without one."""
    if not hasattr(app, "heard"):
        app.heard, app.request = "", None
    late = threading.Timer(patience, app.kill)
    late.start()
    while app.request is None and (line := app.stdout.readline()):
        app.heard += line
        found = re.search(r"waiting for permission.* authorize (\d+)", line)
        app.request = found.group(1) if found else None
    late.cancel()
    return app.request


def finish(process, patience=120):
    """What a program says until it ends."""
    late = threading.Timer(patience, process.kill)
    late.start()
    text = getattr(process, "heard", "") + process.stdout.read()
    process.wait()
    late.cancel()
    return process.returncode, text


def attempt(name, place, expected, works):
    """Notes an attempt: whether it works, and whether it is expected to."""
    for row in rows:
        if row[0] == name:
            break
    else:
        row = [name, {}]
        rows.append(row)
    row[1][place.kind] = works
    good = works == expected
    say(good, f"{place.kind}: {name}: {'works' if works else 'does not work'}")
    if not good:
        failures.append(f"{place.kind}: {name}")


def files(place, root):
    """The 21 attempts on the files, the process and the socket of a service."""
    own = place.kind == "own"
    owner = lambda *words: as_user(OWNER, *words).returncode == 0
    powers = os.path.join(root, "bin", "powers.py")
    store, folder, pid, sock = place.store, place.folder, str(place.pid), place.socket
    copy = os.path.join(place.scratch, "copy")

    def check(name, works_on_same, *words):
        attempt(name, place, not own and works_on_same, owner(*words))

    check("open the store", True, "cat", store)
    check("open its log", True, "cat", store + "-log")
    check("list its folder", True, "ls", folder)
    check("list the folders of all people", True, "ls", place.persons)
    check("copy the store", True, "cp", store, copy)
    check("link to the store", True, "ln", store, copy + "-link")
    check("make a file beside the store", True, "touch", store + "-extra")
    as_user(place.user, "rm", "-f", store + "-extra", copy + "-link")
    check("change the mode of the store", True, "chmod", "644", store)
    os.chmod(store, 0o600)
    check("trace the service", False, "/usr/bin/python3", powers, "trace", pid)
    check("read its memory", False, "/usr/bin/python3", powers, "memory", pid)
    check("read its environment", False, "cat", f"/proc/{pid}/environ")
    check("list its descriptors", False, "ls", f"/proc/{pid}/fd/")
    check("reach the store through its folder in /proc", False, "ls", f"/proc/{pid}/cwd/")
    check("take its descriptors", False, "/usr/bin/python3", powers, "descriptor", pid)
    check("stop the service", True, "kill", "-STOP", pid)
    os.kill(place.pid, signal.SIGCONT)
    check("make a folder beside that of the sockets", False, "mkdir", os.path.join(place.sockets, "evil"))
    check("become the service's user by a copied shell", True, "sh", "-c",
          f"cp /bin/sh {copy}-sh && chown {place.user} {copy}-sh")
    check("replace the socket by another", True, "sh", "-c",
          f"mv {sock} {sock}.old && mv {sock}.old {sock}")
    check("remove the socket", True, "sh", "-c", f"ln {sock} {sock}.kept && rm {sock} && mv {sock}.kept {sock}")
    check("replace the store", True, "sh", "-c", f"cp {copy} {store}.new && mv {store} {store}.old && mv {store}.old {store}")
    as_user(place.user, "rm", "-f", store + ".new")
    check("rename its folder away", True, "sh", "-c", f"mv {folder} {folder}x && mv {folder}x {folder}")


def identities(place, root):
    """Which app is which, and who passes as whom."""
    own = place.kind == "own"
    binary = os.path.join(root, "bin", "stepdemo")
    grouped = os.path.join(root, "bin", "grouped")
    powers = os.path.join(root, "bin", "powers.py")

    # An app that is nothing but its claim, which the person allows.
    app = place.app(OWNER, binary, PLAIN)
    is_asked = place.answer(app)
    code, text = finish(app)
    attempt("call the service as an app of the owner", place, True, code == 0 and "250 steps" in text)
    if not is_asked:
        return
    apps = {each["bundle"]: each for each in place.json("apps")}
    plain = apps.get(PLAIN, {})
    level = "ownUser" if own else "sameUser"
    attempt("the app is shown as not verified, with the level", place, True,
            plain.get("verified") is False and plain.get("level") == level and len(plain.get("sha256") or "") == 64)

    code, text = finish(place.app(OTHER, binary, PLAIN))
    attempt("call the service as another user of the machine", place, False, code == 0)
    said = any(words in text for words in ("isn't served", "neither you nor", "ermission denied", "belongs to another"))
    attempt("another user is told so in words", place, True, said)
    if not said:
        print(f"     it says: {text.strip()[-300:]}")

    # Another program that claims the identifier.
    other = os.path.join(root, "bin", f"other-{place.kind}")
    shutil.copy(binary, other)
    with open(other, "ab") as file:
        file.write(b"\0")
    os.chmod(other, 0o755)
    claim = place.app(OWNER, other, PLAIN)
    waiting = next(iter(place.json("requests")), None) if asked(claim) else None
    place.answer(claim, allow=False)
    code, text = finish(claim)
    attempt("use the permissions of another program by its identifier", place, False, "250 steps" in text)
    attempt("who changed since it was allowed is shown to the person", place, True, bool(waiting) and waiting["changed"])

    # An assistant has whole days, and no other call, whichever program claims to be one.
    for name in ["mcp.desk", "mcp.program"]:
        done = place.person("permissions", name, "--set", "steps=days", "--yes")
        if done.returncode:
            raise SystemExit(f"attempts: can't allow an assistant: {done.stdout}")
    done = as_user(OWNER, place.tui, "mcp", "desk", "--store", "unix:" + place.socket, "--call", "daily",
                   '{"types": ["steps"]}')
    attempt("be answered whole days as an assistant that has them", place, True,
            done.returncode == 0 and '"type":"stepCount"' in done.stdout)
    code, text = finish(place.app(OWNER, binary, "mcp.program"))
    attempt("save or read samples with the identity of an assistant", place, False,
            code == 0 or "Step samples I can see" in text)

    # The connection is made by one program, and used by another.
    fresh = place.app(OWNER, binary, "org.example.fresh")
    place.answer(fresh)
    finish(fresh)
    heard = os.path.join(place.scratch, "heard")
    code, text = finish(start_as(OWNER, "/usr/bin/python3", powers, "borrow", place.socket, place.scratch, binary,
                                 HEALTHKIT_BUNDLE_IDENTIFIER="org.example.fresh"))
    read = os.path.getsize(heard) if os.path.exists(heard) else 0
    attempt("pass as an app that isn't verified: connect, fork, start the app", place, True,
            code == 0 and "Step samples I can see" in text and read > 100)

    # What one app of a user can do to another that isn't verified.
    sleeper = place.app(OWNER, binary, "org.example.sleeper")
    asked(sleeper)
    attempt("take the connection of an app that isn't verified", place, True,
            as_user(OWNER, "/usr/bin/python3", powers, "descriptor", str(sleeper.pid)).returncode == 0)
    attempt("trace an app that isn't verified", place, True,
            as_user(OWNER, "/usr/bin/python3", powers, "trace", str(sleeper.pid)).returncode == 0)
    place.answer(sleeper, allow=False)
    finish(sleeper)

    # An app with a user of its own, which uses the service of nobody but root's and its own.
    code, text = finish(place.app(OWNER, binary, WALKER))
    attempt("pass as a verified app by its identifier", place, False, code == 0)
    attempt("who passes as a verified app is told so in words", place, True, "is a verified app" in text)
    if own:
        walker(place, binary, powers)

    # An app with a group of its own, which the owner starts.
    app = place.app(OWNER, grouped, GROUPED)
    asked(app)
    attempt("take the connection of an app with a group of its own", place, False,
            as_user(OWNER, "/usr/bin/python3", powers, "descriptor", str(app.pid)).returncode == 0)
    attempt("trace an app with a group of its own", place, False,
            as_user(OWNER, "/usr/bin/python3", powers, "trace", str(app.pid)).returncode == 0)
    place.answer(app)
    code, text = finish(app)
    known = {each["bundle"]: each for each in place.json("apps")}.get(GROUPED, {})
    attempt("an app with a group of its own is verified", place, True,
            code == 0 and known.get("verified") is True and known.get("verifiedBy") == f"group:{GROUP}")
    code, text = finish(start_as(OWNER, "/usr/bin/python3", powers, "traced", grouped,
                                 HEALTHKIT_STORE="unix:" + place.socket, HEALTHKIT_BUNDLE_IDENTIFIER=GROUPED))
    attempt("keep an app's group while tracing it from its start", place, False, code == 0)
    code, text = finish(start_as(OWNER, "setpriv", "--no-new-privs", grouped,
                                 HEALTHKIT_STORE="unix:" + place.socket, HEALTHKIT_BUNDLE_IDENTIFIER=GROUPED))
    attempt("keep an app's group without new privileges", place, False, code == 0)
    code, text = finish(start_as(OWNER, "unshare", "--user", "--map-root-user", grouped,
                                 HEALTHKIT_STORE="unix:" + place.socket, HEALTHKIT_BUNDLE_IDENTIFIER=GROUPED))
    attempt("keep an app's group in a user namespace", place, False, code == 0)
    attempt("start an app with a group of its own, and have it read for you", place, True,
            finish(place.app(OWNER, grouped, GROUPED))[0] == 0)

    # Bytes that are no conversation.
    before = len(os.listdir(f"/proc/{place.pid}/fd"))
    flood = subprocess.Popen(words_as(OWNER, ["/usr/bin/python3", powers, "flood", place.socket]), stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, text=True, cwd="/")
    flood.stdout.readline()
    after = len(os.listdir(f"/proc/{place.pid}/fd"))
    attempt("fill the service with descriptors that it didn't ask for", place, False, after > before + 8)
    flood.communicate("\n", timeout=30)


def walker(place, binary, powers):
    """An app that root installed with a user of its own."""
    app = place.app(APP, binary, WALKER)
    asked(app)
    attempt("take the connection of an app with a user of its own", place, False,
            as_user(OWNER, "/usr/bin/python3", powers, "descriptor", str(app.pid)).returncode == 0)
    attempt("trace an app with a user of its own", place, False,
            as_user(OWNER, "/usr/bin/python3", powers, "trace", str(app.pid)).returncode == 0)
    place.answer(app)
    code, text = finish(app)
    known = {each["bundle"]: each for each in place.json("apps")}.get(WALKER, {})
    attempt("an app with a user of its own is verified", place, True,
            code == 0 and known.get("verified") is True and known.get("verifiedBy") == f"user:{APP}")


def owner(place, root):
    """Who speaks for the owner, on the socket beside that of apps."""
    if not os.path.exists(os.path.join(os.path.dirname(place.socket), "owner")):
        return skip("owner", "the service has no socket for the owner")
    own = place.kind == "own"
    console, powers = os.path.join(root, "bin", "console"), os.path.join(root, "bin", "powers.py")
    door = "unix:" + place.socket

    def asks(*words):
        return as_user(OWNER, *words, HEALTHKIT_STORE=door).returncode == 0

    knows = ("--passphrase-file", place.pin)
    attempt("read by the installed console without the PIN", place, not own, asks(console, "apps", "--json"))
    attempt("the installed console speaks for the owner, with the PIN", place, True, asks(console, "apps", "--json", *knows))
    attempt("read by the installed console once the PIN was given elsewhere", place, not own, asks(console, "apps", "--json"))
    in_terminals(place, console, powers)
    imports(place, console, knows)
    attempt("add a sample by the installed console without the PIN", place, True, asks(console, "add", "steps", "1"))
    attempt("another program speaks for the owner", place, not own, asks(place.tui, "apps", "--json", *knows))
    attempt("trace the console from its start and speak for the owner", place, not own,
            asks("/usr/bin/python3", powers, "traced", console, "apps", "--json"))
    attempt("start the console without new privileges and speak for the owner", place, not own,
            asks("setpriv", "--no-new-privs", console, "apps", "--json"))
    attempt("start the console in a user namespace and speak for the owner", place, not own,
            asks("unshare", "--user", "--map-root-user", console, "apps", "--json"))
    done = as_user(OTHER, console, "apps", "--json", HEALTHKIT_STORE=door)
    attempt("another user speaks for the owner by the console", place, False, done.returncode == 0)
    done = as_user(OWNER, console, "apps", "--json", HEALTHKIT_STORE=door, LD_DEBUG="files")
    attempt("change what the console loads by a variable", place, False, "calling init" in done.stdout)
    name = next((each["bundle"] for each in place.json("apps") if each["bundle"] == PLAIN), PLAIN)
    gives = (console, "permissions", name, "--set", "steps=read,share")
    attempt("type into the console as a person would who doesn't know the PIN", place, not own,
            asks("/usr/bin/python3", powers, "typed", *gives))
    attempt("give a permission without a terminal", place, False, asks(*gives))
    attempt("give a permission with --yes and without the PIN", place, not own, asks(*gives, "--yes"))
    attempt("give a permission with --yes and the PIN in a file", place, True, asks(*gives, "--yes", *knows))
    attempt("export without the PIN, in the 15 minutes after it was given", place, not own,
            asks(console, "export", os.path.join(place.scratch, "out.zip")))
    worded(place, console, powers)
    if own:
        guesses(place, root, gives)


def guesses(place, root, gives):
    """Wrong PINs, and who waits for them."""
    console, powers = os.path.join(root, "bin", "console"), os.path.join(root, "bin", "powers.py")
    door = "unix:" + place.socket

    def asks(*words):
        return as_user(OWNER, *gives, "--yes", *words, HEALTHKIT_STORE=door)

    # A wrong PIN that was given before costs nothing and says nothing new.
    again = [asks("--passphrase-file", place.wrong).stdout for _ in range(3)]
    check("the same wrong PIN again has nobody wait", all("The PIN is wrong" in said and "checked in" not in said for said in again),
          again[-1])
    # Each is another, and is checked after the wait of those before: 5 at once, the next after 1 second and then 2.
    said = ""
    for number in range(6):
        began, path = time.monotonic(), os.path.join(place.scratch, f"wrong-{number}")
        with open(path, "w") as file:
            file.write(f"wrong-{number}\n")
        os.chmod(path, 0o644)
        # A shell of the owner's that starts it, and stays.
        said = as_user(OWNER, "sh", "-c", '"$@"; exit $?', "sh", *gives, "--yes", "--passphrase-file", path, HEALTHKIT_STORE=door).stdout
    attempt("guess the PIN without waiting", place, False, time.monotonic() - began < 2)
    check("who gives wrong PINs is told to the person", f"wrong ones came from {os.path.realpath('/bin/sh')}" in said, said)
    # Others go on to guess, from another program.
    other = os.path.join(place.scratch, "python3")
    shutil.copy(os.path.realpath("/usr/bin/python3"), other)
    os.chmod(other, 0o755)
    flood = start_as(OWNER, other, powers, "guess", place.scratch, console, "apps", start_new_session=True, HEALTHKIT_STORE=door)
    try:
        end = time.monotonic() + 30
        while not any(name.startswith("guess-") for name in os.listdir(place.scratch)) and time.monotonic() < end:
            time.sleep(0.05)
        right = asks("--passphrase-file", place.pin).returncode == 0
    finally:
        os.killpg(flood.pid, signal.SIGKILL)
        finish(flood)
    attempt("keep the right PIN from being checked by wrong ones", place, False, not right)
    attempt("give a permission with the PIN while others guess", place, True, right)
    done = as_user(OWNER, console, "pin", "end-wait", "--store", door)
    attempt("end the wait by a program of the owner's", place, False, done.returncode == 0)
    said = run(place.tui, "pin", "end-wait", "--store", door).stdout
    attempt("end the wait as root", place, True, "checked at once" in said)


def in_terminals(place, console, powers):
    """The PIN holds for the terminal in which it was given."""
    own, door = place.kind == "own", "unix:" + place.socket

    def ran(*commands):
        done = as_user(OWNER, "/usr/bin/python3", powers, "session", PIN, json.dumps(commands), HEALTHKIT_STORE=door)
        try:
            said = json.loads(done.stdout.splitlines()[-1])
        except (ValueError, IndexError):
            said = {"ended": [], "left": False}
        if len(said["ended"]) != len(commands) or not said["left"]:
            print(f"     it says: {done.stdout.strip()[-300:]}")
        return said["ended"], said["left"]

    reads = [console, "apps", "--json"]
    done, left = ran(reads, reads, ["&"] + reads)
    attempt("read in the terminal in which the PIN was given", place, True, done[:2] == [0, 0])
    attempt("read by a program that was started in the background of that terminal", place, True, done[2:] == [0])
    # A window, and sshd, wait for that.
    check(f"{place.kind}: the service doesn't hold a terminal open in which the PIN was given", left)
    # setsid leaves the terminal, as a program does that another of the owner's starts.
    done, _ = ran(reads, ["setsid", "-w"] + reads)
    attempt("read outside of the terminal in which the PIN was given", place, not own, done[1:] == [0])
    done = as_user(OWNER, *reads, HEALTHKIT_STORE=door)
    attempt("read once the terminal in which the PIN was given is closed", place, not own, done.returncode == 0)


def copied(place, name):
    """A copy of a place's store, as root makes one, beside the service that has it open."""
    copy = os.path.join(place.base, name)
    for found in os.listdir(place.folder):
        if found.startswith("health.store") and "-service" not in found:
            shutil.copy(os.path.join(place.folder, found), copy + found[len("health.store"):])
    return copy


def imports(place, console, knows):
    """What an import says and does without the PIN."""
    own, door = place.kind == "own", "unix:" + place.socket

    def posts(name, value, version):
        path = os.path.join(place.scratch, name)
        with open(path, "w") as file:
            json.dump({"data": {"metrics": [{"name": "step_count", "units": "count", "data": [
                {"date": "2026-11-20 10:00:00 +0000", "qty": value, "source": "Phone"}]}]}}, file)
        os.chmod(path, 0o644)
        os.utime(path, (version, version))
        return path

    def record(second):
        path = os.path.join(place.scratch, f"guess-{second}.xml")
        with open(path, "w") as file:
            file.write('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_US">'
                       '<ExportDate value="2026-11-21 00:00:00 +0000"/><Record type="HKCategoryTypeIdentifierSexualActivity" '
                       f'sourceName="Health" sourceVersion="18.1" creationDate="2026-11-20 22:17:{second:02} +0000" '
                       'startDate="2026-11-20 22:17:00 +0000" endDate="2026-11-20 22:17:00 +0000" '
                       'value="HKCategoryValueNotApplicable"/></HealthData>')
        os.chmod(path, 0o644)
        return path

    def asks(*words):
        return as_user(OWNER, console, *words, HEALTHKIT_STORE=door)

    def steps():
        """What is stored, from a copy of the store: whoever gives the PIN has what waits be carried out."""
        done = run(place.tui, "samples", "steps", "--json", "--store", copied(place, "looked-at.store"))
        try:
            return sorted(each["value"] for each in json.loads(done.stdout))
        except (ValueError, KeyError, TypeError):
            return done.stdout

    asks("import", record(7), posts("first.json", 1000, 1_800_000_000), *knows)
    done = asks("import", record(7))
    attempt("import by the installed console without the PIN", place, True, done.returncode == 0)
    said = {second: asks("import", record(second)).stdout.replace(f"guess-{second}", "") for second in (7, 8)}
    said |= {f"{second} json": re.sub(r'"seconds":[0-9.e-]+', "", asks("import", record(second), "--json").stdout)
             .replace(f"guess-{second}", "") for second in (7, 9)}
    tells = said[7] != said[8] or said["7 json"] != said["9 json"]
    attempt("learn what is stored by an import without the PIN", place, not own, tells)
    known = steps()
    check(f"{place.kind}: what is stored is seen in a copy of the store", 1000 in known, str(known))
    asks("import", posts("later.json", 7, 1_900_000_000))
    now = steps()
    attempt("replace a stored sum by an import without the PIN", place, not own, now != known)
    if own:
        undone = asks("undo", "--list", "--json", *knows).stdout
        check("what waited for the PIN is an import that can be undone", "later.json" in undone and 7 in steps(), undone[-300:])


def legible(said):
    """What a terminal was told, without its colors and where things stand."""
    return " ".join(re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>78])", " ", said).split())


def worded(place, console, powers):
    """What another program of the owner's writes into the settings of the console, and what the permission sheet then says."""
    own, door = place.kind == "own", "unix:" + place.socket
    settings = os.path.join(account(OWNER).pw_dir, ".config", "healthtui")
    catalogue = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n' \
        'msgctxt "hint"\nmsgid "allow"\nmsgstr "LIE-allow"\n\nmsgctxt "hint"\nmsgid "don\'t allow"\nmsgstr "LIE-deny"\n'
    for name, text in (("config.toml", 'language = "xx"\n[keys]\n"permission.allow" = "V"\n"permission.refuse" = "W"\n"log" = "f5"\n'),
                       ("languages/xx.po", catalogue)):
        path = os.path.join(settings, name)
        as_user(OWNER, "mkdir", "-p", os.path.dirname(path))
        run(*words_as(OWNER, ["tee", path]), input=text)
    app = place.app(OWNER, os.path.join(os.path.dirname(powers), "stepdemo"), "org.example.worded")
    number = asked(app) or "0"
    program = console if own else place.tui
    said = as_user(OWNER, "/usr/bin/python3", powers, "screen", json.dumps([["PIN", PIN + "\n"], ["health data", "\x1b"]]), program, "authorize",
                   number, HEALTHKIT_STORE=door).stdout
    check(f"{place.kind}: the sheet is shown", "health data" in said, said[-300:])
    attempt("word the sheet of the console that speaks for the owner", place, not own, "LIE-" in said)
    check(f"{place.kind}: the sheet's keys are {'built in' if own else 'those of the settings'}",
          ("y allow n don't allow" if own else "V LIE-allow W LIE-deny") in legible(said), legible(said)[-300:])
    place.answer(app, allow=False)
    finish(app)
    # The key of the settings leads to the log; the built-in one would do nothing.
    said = as_user(OWNER, "/usr/bin/python3", powers, "screen",
                   json.dumps([["PIN", PIN + "\n"], ["Summary", "\x1b[15~"], ["When", "Q"]]), program, HEALTHKIT_STORE=door).stdout
    check(f"{place.kind}: other screens keep the keys of the settings", "When" in said, legible(said)[-300:])
    for name in ("config.toml", "languages/xx.po"):
        as_user(OWNER, "rm", os.path.join(settings, name))


LEVELS = ["an app that isn't verified", "a verified app", "your commands without the PIN", "your commands with the PIN",
          "the terminal in which the PIN was given", "root"]
# What each level comes to at each door: + all of it, a adds and says nothing of what is stored, o only what it was allowed.
RIGHTS = {
    "read": "oo-+++", "add": "oo++++", "import": "--a+++", "import --watch": "--a+++", "ingest": "--a+++", "delete": "---+++",
    "undo": "---+++", "permissions": "---+-+", "export": "---+-+",
}
CELLS = {"+": "works", "-": "–", "a": "adds only", "o": "what you allowed"}


def rights(place, root):
    """Who can do what: each level tries each door of a service of its own user."""
    console, powers = os.path.join(root, "bin", "console"), os.path.join(root, "bin", "powers.py")
    door, demo = "unix:" + place.socket, os.path.join(root, "bin", "stepdemo")
    knows, numbers = ("--passphrase-file", place.pin), iter(range(1, 1000))
    files = os.path.join(place.scratch, "posted")
    as_user(OWNER, "mkdir", "-p", files)

    def posted(folder=files, value=None):
        """A sum for an hour that is stored already, and one for another."""
        number = next(numbers)
        text = json.dumps({"data": {"metrics": [{"name": "step_count", "units": "count", "data": [
            {"date": "2026-11-01 10:00:00 +0000", "qty": value or 1000 + number, "source": "Phone"},
            {"date": f"2026-10-{1 + number % 28:02} {number // 28:02}:00:00 +0000", "qty": number, "source": "Phone"}]}]}})
        path = os.path.join(folder, f"{number}.json")
        run(*words_as(OWNER, ["tee", path]), input=text)
        os.utime(path, (1_800_000_000 + number, 1_800_000_000 + number))
        return path, text

    def scripts(level):
        """The words of each door, as a shell runs them; what an import says is on its last line."""
        path, text = posted()
        tui, store, secret = console, "", ""
        if level == LEVELS[0] or level == LEVELS[1]:
            tui = place.tui
        if level == LEVELS[3]:
            secret = " ".join(knows)
        if level == LEVELS[5]:
            tui, store = place.tui, f"--store {copy}"
        end = f"{store} {secret}"
        watched, later = os.path.join(place.scratch, f"watched-{next(numbers)}"), posted()[0]
        port, token = 20_000 + next(numbers), os.path.join(place.scratch, f"token-{next(numbers)}")
        out = os.path.join(place.scratch, f"out-{next(numbers)}.zip")
        # Until it has said what came of it, or has ended.
        until = "for i in $(seq 600); do sleep 0.1; kill -0 $! 2>/dev/null || break;"
        return {
            "read": f"{tui} samples steps --json {end}",
            "add": f"{tui} add steps 1 {end}",
            "import": f"{tui} import {path} --json {end}",
            "import --watch": f"mkdir {watched} && cp {later} {watched} && ({tui} import --watch {watched} --json {end} >{watched}.out & "
                              f"{until} grep -q outcome {watched}.out && break; done; kill $!; cat {watched}.out; grep -q outcome {watched}.out)",
            "ingest": f"({tui} ingest --port {port} --token-file {token} --json {end} >{token}.out & {until} "
                      f"/usr/bin/curl -sf -H \"Authorization: Bearer $(cat {token})\" --data-binary @{later} "
                      f"http://127.0.0.1:{port}/import >{token}.said && break; done; kill $!; cat {token}.said; grep -q outcome {token}.said)",
            "delete": f"{tui} delete --type bodyMass --yes {end}",
            "undo": f"{tui} undo --yes {end}",
            # Root's own settings, which aren't changed here, needn't allow it without a terminal.
            "permissions": f"/usr/bin/python3 {powers} typed {tui} permissions {PLAIN} --set heartRate=read {end}"
                           if level == LEVELS[5] else f"{tui} permissions {PLAIN} --set heartRate=read --yes {end}",
            "export": f"{tui} export {out} {end}",
        }

    def tries(level, words):
        if level == LEVELS[4]:
            said = os.path.join(place.scratch, f"said-{next(numbers)}")
            done = as_user(OWNER, "/usr/bin/python3", powers, "session", PIN,
                           json.dumps([[console, "apps"], ["sh", "-c", f"({words}) >{said}"]]), HEALTHKIT_STORE=door)
            works = '"ended": [0, 0]' in done.stdout
            with open(said) as file:
                return works, file.read()
        if level == LEVELS[5]:
            done = run("sh", "-c", words, stdin=subprocess.DEVNULL, env={"PATH": "/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8"})
        else:
            done = as_user(APP if level == LEVELS[1] else OWNER, "sh", "-c", words, HEALTHKIT_STORE=door)
        return done.returncode == 0, done.stdout

    place.person("import", posted(value=1000)[0])
    place.person("add", "bodyMass", "70", "kg")
    copy, home = copied(place, "root.store"), os.path.join(place.base, "root")
    os.mkdir(home)
    table = {}
    for column, level in enumerate(LEVELS):
        for name, words in scripts(level).items():
            if column < 2 and name in ("read", "add"):
                if name == "read":
                    app = place.app(APP if column else OWNER, demo, WALKER if column else PLAIN)
                    place.answer(app)
                    code, shown = finish(app)
                said = shown
                works = "Step samples I can see" in said if name == "read" else "Saved a walk" in said
                cell = "o" if code == 0 and works else "-"
            else:
                if name == "delete" and column > 2:
                    place.person("add", "bodyMass", "70", "kg")
                works, said = tries(level, words)
                # Of what was there an import without the PIN says nothing, whoever it is.
                cell = "-" if not works else "a" if '"duplicate":null' in said.replace(" ", "") else "+"
            table.setdefault(name, {})[level] = cell
            good = RIGHTS[name][column] == cell
            say(good, f"{level}: {name}: {CELLS[cell]}")
            if not good:
                failures.append(f"{level}: {name}: {CELLS[cell]}: {said.strip()[-200:]}")
    lines = ["| | " + " | ".join(LEVELS) + " |", "| --- " * (len(LEVELS) + 1) + "|"]
    for name, cells in table.items():
        lines.append(f"| {name} | " + " | ".join(CELLS[cells[level]] for level in LEVELS) + " |")
    return "\n".join(lines)


def machines(place, root):
    """The store of a service in a group, with a folder in the person's home, where a service of its own user can't look."""
    own = place.kind == "own"
    console, home = os.path.join(root, "bin", "console"), account(OWNER).pw_dir
    shared, other, code = (os.path.join(home, f"{name}-{place.kind}") for name in ("shared", "other.store", "code"))
    as_user(OWNER, "mkdir", "-p", shared)
    knows = ("--passphrase-file", place.pin)

    def asks(*words):
        return as_user(OWNER, console, *words, HEALTHKIT_STORE="unix:" + place.socket)

    def second(*words):
        return as_user(OWNER, place.tui, *words, "--store", other)

    def until(done, holds, patience=60):
        end = time.monotonic() + patience
        while True:
            said = done()
            if holds(said.stdout) or time.monotonic() > end:
                return said
            time.sleep(0.2)

    def begun(text):
        return "Recovery key" in text

    attempt("begin a group of machines without the PIN", place, not own, begun(asks("sync", "init", shared, "--name", "a").stdout))
    if own:
        done = asks("sync", "init", shared, "--name", "a", *knows)
        check("a group begins in a folder that the service can't see", begun(done.stdout), done.stdout)
    done = asks("sync", "invite", "--json", *knows)
    try:
        invited = json.loads(done.stdout)["code"]
    except (ValueError, KeyError):
        return check(f"{place.kind}: a machine is invited", False, done.stdout)
    as_user(OWNER, "sh", "-c", f"echo {invited} > {code}")
    done = second("sync", "join", shared, "--code-file", code, "--name", "b")
    check(f"{place.kind}: another machine joins", done.returncode == 0, done.stdout)
    attempt("sync by the installed console without the PIN", place, True, asks("sync").returncode == 0)
    launcher = None
    if own:
        launcher = start_as(OWNER, console, "launcher", "--socket", os.path.join(os.path.dirname(place.socket), "owner"),
                            HEALTHKIT_STORE="unix:" + place.socket)
    try:
        check(f"{place.kind}: the other machine becomes a member",
              until(lambda: second("sync"), lambda text: "Nothing new here" in text).returncode == 0)
        check(f"{place.kind}: a sample is saved over the service", asks("add", "bodyMass", "71.5", "kg").returncode == 0)
        done = until(lambda: (second("sync"), second("samples", "bodyMass", "--json"))[1], lambda text: "71.5" in text)
        check(f"{place.kind}: what is saved over the service is carried to the other machine", "71.5" in done.stdout, done.stdout)
        second("add", "bodyMass", "72.5", "kg")
        second("sync")
        done = until(lambda: asks("samples", "bodyMass", "--json", *knows), lambda text: "72.5" in text)
        check(f"{place.kind}: what is saved there is carried to the service", "72.5" in done.stdout, done.stdout)
        person = account(OWNER)
        files = [os.stat(os.path.join(folder, name)) for folder, _, names in os.walk(shared) for name in names]
        owners = {(each.st_uid, each.st_gid) for each in files}
        check(f"{place.kind}: the files of the group are the person's", owners == {(person.pw_uid, person.pw_gid)}, str(owners))
        done = asks("export", os.path.join(home, f"export-{place.kind}"), *knows)
        check(f"{place.kind}: the person exports", done.returncode == 0, done.stdout)
        raised = [os.path.join(folder, name) for folder, folders, names in os.walk(home) for name in folders + names
                  if os.lstat(os.path.join(folder, name)).st_gid == grp.getgrnam(CONSOLE).gr_gid]
        check(f"{place.kind}: nothing that the console writes for the person has its group", not raised, str(raised))
        done = asks("sync", "status", "--verify", *knows)
        check(f"{place.kind}: the store is what the group agrees on", "is what the group agrees on" in done.stdout, done.stdout)
        done = asks("sync", "leave", *knows)
        check(f"{place.kind}: the store leaves the group", done.returncode == 0, done.stdout)
    finally:
        if launcher:
            launcher.terminate()
            finish(launcher)


def sandbox(place, root):
    """An app in a sandbox, seen from inside and from outside."""
    tui = place.tui
    if not shutil.which("bwrap"):
        return skip("sandbox", "bubblewrap is not installed")
    if as_user(OWNER, "bwrap", "--unshare-user", "--ro-bind", "/", "/", "true").returncode:
        return skip("sandbox", "user namespaces are forbidden")
    home = account(OWNER).pw_dir
    secret = os.path.join(home, "secret")
    as_user(OWNER, "sh", "-c", f"echo secret > {secret}")

    def inside(command):
        return as_user(OWNER, tui, "run", "--sandbox", "--socket", place.socket, "/bin/sh", "-c", command)

    done = inside("test -S /proc/self/fd/3 && echo connected")
    attempt("an app in the sandbox has its connection", place, True, "connected" in done.stdout)
    attempt("read a file of the owner's from the sandbox", place, False, inside(f"cat {secret}").returncode == 0)
    attempt("see the service's socket from the sandbox", place, False, inside(f"ls {place.socket}").returncode == 0)
    attempt("see other processes from the sandbox", place, False, inside(f"test -e /proc/{place.pid}").returncode == 0)
    attempt("write to the system from the sandbox", place, False, inside("touch /usr/x || touch /x").returncode == 0)
    attempt("use the network from the sandbox", place, False,
            "state UP" in inside("cat /proc/net/dev | tail -n +3 | grep -v lo: && echo state UP").stdout)
    kept = os.path.join(home, "kept")
    as_user(OWNER, "mkdir", "-p", kept)
    done = as_user(OWNER, tui, "run", "--sandbox", "--keep", kept, "--socket", place.socket, "/bin/sh", "-c",
                   f"echo kept > {kept}/file")
    attempt("write to a folder that was given with --keep", place, True,
            done.returncode == 0 and os.path.exists(os.path.join(kept, "file")))
    app = start_as(OWNER, tui, "run", "--sandbox", "--socket", place.socket, os.path.join(root, "bin", "stepdemo"),
                   HEALTHKIT_BUNDLE_IDENTIFIER="org.example.boxed")
    is_asked = place.answer(app)
    code, text = finish(app)
    attempt("an app in the sandbox is allowed and reads", place, True, is_asked and code == 0 and "250 steps" in text)
    app = start_as(OWNER, tui, "run", "--sandbox", "--socket", place.socket, "/bin/sleep", "60")
    powers = os.path.join(root, "bin", "powers.py")

    def taken():
        inside_it = [int(name) for name in os.listdir("/proc") if name.isdigit() and ancestor(int(name), app.pid)]
        return any(as_user(OWNER, "/usr/bin/python3", powers, "descriptor", str(pid)).returncode == 0 for pid in inside_it)

    end = time.monotonic() + 60
    while not (works := taken()) and app.poll() is None and time.monotonic() < end:
        time.sleep(0.2)
    attempt("take the connection of an app in the sandbox from outside", place, True, works)
    app.terminate()
    finish(app)
    done = run(tui, "run", "--sandbox", "--socket", place.socket, "/bin/true")
    attempt("start a sandbox as root", place, False, done.returncode == 0)
    done = as_user(OWNER, tui, "run", "--sandbox", "--socket", place.socket, "/bin/true", PATH="/nowhere")
    attempt("without bubblewrap the package is named", place, True, "bubblewrap" in done.stdout)


def ancestor(pid, wanted):
    """Whether a process is another, or was started by it."""
    while pid > 1:
        if pid == wanted:
            return True
        try:
            with open(f"/proc/{pid}/stat") as file:
                pid = int(file.read().rsplit(")", 1)[1].split()[1])
        except (OSError, ValueError):
            return False
    return False


def doors(place, root):
    """Paths that are no socket of a service."""
    link = os.path.join(place.scratch, "link")
    os.symlink(place.socket, link)
    done = as_user(place.user, place.tui, "serve", "--store", place.store, "--socket", link)
    attempt("serve at a symbolic link", place, False, done.returncode == 0)
    false = os.path.join(place.scratch, "false")
    door = socket.socket(socket.AF_UNIX)
    door.bind(false)
    os.chmod(false, 0o777)
    door.listen(1)
    os.chown(false, account(OTHER).pw_uid, account(OTHER).pw_gid)
    app = start_as(OWNER, os.path.join(root, "bin", "stepdemo"), HEALTHKIT_STORE="unix:" + false)
    code, text = finish(app)
    attempt("be answered by a socket of somebody else", place, False, code == 0)
    door.close()


def check(name, holds, said=""):
    """Something that has to hold, and is no attempt."""
    say(holds, name)
    if not holds:
        failures.append(f"{name}: {said.strip()[-300:]}")


def units(root):
    """The units are understood by systemd, and leave little to a service that was taken over."""
    if not shutil.which("systemd-analyze"):
        return skip("units", "systemd-analyze is not installed")
    folder = os.path.join(root, "units")
    os.mkdir(folder)
    source = os.path.join(HERE, "..", "..", "Resources", "service")
    names = [name for name in os.listdir(source) if name.endswith((".service", ".socket"))]
    for name in names:
        with open(os.path.join(source, name)) as file:
            text = file.read().replace("@PREFIX@", root)
        # Without a folder systemd looks where packages put programs; here it is none of those.
        text = text.replace("ExecStart=healthtui ", f"ExecStart={root}/bin/healthtui ")
        # A manual page need not be installed to verify a unit.
        text = "".join(line + "\n" for line in text.splitlines() if not line.startswith("Documentation="))
        with open(os.path.join(folder, name.replace("@.", "@1000.")), "w") as file:
            file.write(text)
    for name in sorted(os.listdir(folder)):
        done = run("systemd-analyze", "verify", os.path.join(folder, name), env=os.environ | {"SYSTEMD_UNIT_PATH": folder + ":"})
        check(f"systemd understands {name}", done.returncode == 0 and not done.stdout.strip(), done.stdout)
        if name.startswith("healthkit") and name.endswith(".service") and "launcher" not in name:
            done = run("systemd-analyze", "security", "--offline=yes", "--threshold=20", os.path.join(folder, name))
            check(f"the exposure of {name} is at most 2.0", done.returncode == 0, done.stdout)


def installed(root):
    """A machine is set up, a store is moved there and back, and everything is taken away again."""
    for path in INSTALLED:
        if os.path.exists(path):
            return skip("installation", f"{path} is there already")
    # Whatever goes wrong, nothing of it stays.
    made_folders.extend(INSTALLED)
    prefix, person = os.path.join(root, "prefix"), account(OWNER)
    setup = os.path.join(HERE, "..", "..", "Resources", "service", "setup")
    tui, plain = os.path.join(prefix, "bin", "healthtui"), os.path.join(root, "bin", "healthtui")
    os.makedirs(os.path.join(prefix, "bin"))
    shutil.copy(plain, tui)
    store = os.path.join(person.pw_dir, ".local/share/healthtui/health.store")
    kept = f"/var/lib/healthkit/{person.pw_uid}/health.store"
    sockets = f"/run/healthkit/{person.pw_uid}"
    done = as_user(OWNER, plain, "add", "steps", "100")
    check("a store is made in the home folder", done.returncode == 0 and os.path.exists(store), done.stdout)
    done = run(setup, "install", prefix)
    status = os.stat(tui)
    check("the machine is set up", done.returncode == 0 and status.st_mode & 0o7777 == 0o2755, done.stdout)
    done = as_user(OWNER, plain, "move-store", "--to-service", "--user", OWNER)
    check("nobody but root moves a store", done.returncode != 0 and "only root" in done.stdout, done.stdout)
    done = run(tui, "move-store", "--to-service", "--user", OWNER)
    moved = os.path.exists(kept) and os.stat(kept).st_uid == account(SERVICE).pw_uid and os.stat(kept).st_mode & 0o077 == 0
    check("the store is moved to the service", done.returncode == 0 and moved and not os.path.exists(store), done.stdout)
    for words in (("stats", "steps"), ("doctor",)):
        done = as_user(OWNER, plain, *words)
        check(f"without the service {words[0]} says where the store is",
              done.returncode != 0 and "moved to the service" in done.stdout, done.stdout)
    done = run(setup, "uninstall", prefix)
    check("a machine with a store on it isn't taken apart", done.returncode != 0 and "move-store --back" in done.stdout,
          done.stdout)
    os.mkdir(sockets)
    shutil.chown(sockets, SERVICE, SERVICE)
    service = start_as(SERVICE, tui, "serve", "--owner", OWNER, "--store", kept, "--socket", sockets + "/socket")
    try:
        line = service.stdout.readline()
        check("the service serves the store", "serving" in line, line)
        app = start_as(OWNER, os.path.join(root, "bin", "stepdemo"), HEALTHKIT_BUNDLE_IDENTIFIER=PLAIN)
        line = app.stdout.readline()
        app.kill()
        finish(app)
        check("an app finds the service without being told", "waiting for permission" in line, line)
        with open("/dev/null") as nothing:
            run(*words_as(OWNER, ["touch", store]), stdin=nothing)
        done = as_user(OWNER, plain, "stats", "steps")
        check("two stores side by side stop every command, which names both",
              done.returncode != 0 and store in done.stdout and sockets in done.stdout, done.stdout)
        os.unlink(store)
        done = run(tui, "move-store", "--back", "--user", OWNER)
        check("a store that is served isn't moved", done.returncode != 0 and os.path.exists(kept), done.stdout)
    finally:
        service.terminate()
        service.wait(30)
    shutil.rmtree(sockets)
    printed(tui, plain)
    done = run(tui, "move-store", "--back", "--user", OWNER)
    back = os.path.exists(store) and os.stat(store).st_uid == person.pw_uid
    check("the store is moved back", done.returncode == 0 and back and not os.path.exists(kept), done.stdout)
    done = as_user(OWNER, plain, "samples", "steps", "--json")
    check("nothing is lost on the way", done.returncode == 0 and "100" in done.stdout, done.stdout)
    done = run(setup, "uninstall", prefix)
    left = [path for path in INSTALLED if os.path.exists(path)]
    check("everything is taken away", done.returncode == 0 and not left and os.stat(tui).st_mode & 0o7777 == 0o755,
          done.stdout + str(left))


def printed(tui, plain):
    """A service is started without systemd by the commands of the page, and its encrypted store unlocked."""
    person, secret = account(OTHER), os.path.join(account(OTHER).pw_dir, "passphrase")
    folder = f"/var/lib/healthkit/{person.pw_uid}"
    as_user(OTHER, "sh", "-c", f"umask 077; echo 'ten green bottles on a wall' >{secret}")
    knows = ("--passphrase-file", secret)
    for words in (("add", "steps", "7"), ("passphrase", "set", *knows)):
        done = as_user(OTHER, plain, *words)
        check(f"an encrypted store to be moved: {words[0]}", done.returncode == 0, done.stdout)
    done = run(tui, "move-store", "--to-service", "--user", OTHER)
    check("an encrypted store is moved to the service", done.returncode == 0 and os.path.exists(folder + "/health.store"), done.stdout)
    with open(PAGE) as file:
        block = re.search(r"Without systemd.*?```sh\n(.*?)```", file.read(), re.S)
    if not block:
        return check("the page says how a service is started without systemd", False)
    commands = block.group(1).replace("1000", str(person.pw_uid)).replace("ada", OTHER)
    log = os.path.join(os.path.dirname(os.path.dirname(plain)), "printed")

    def start():
        """What root types, with what a login of root's has set; the process that it begins."""
        with open(log, "w") as file:
            typed = subprocess.Popen(["sh", "-e", "-c", commands + "wait"], stdin=subprocess.DEVNULL, stdout=file, stderr=file, cwd="/root",
                                     env={"PATH": os.path.dirname(tui) + ":/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
                                          "XDG_RUNTIME_DIR": "/run/user/0", "LANG": "C.UTF-8"})
        end = time.monotonic() + 60
        while "serving" not in said() and typed.poll() is None and time.monotonic() < end:
            time.sleep(0.05)
        return "serving" in said()

    def said():
        with open(log) as file:
            return file.read()

    def runs(what):
        """The processes of the service's user that were started to do something."""
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/cmdline") as file:
                    words = file.read().split("\0")
                if os.stat(f"/proc/{name}").st_uid == account(SERVICE).pw_uid and words[1:2] == [what]:
                    found.append(int(name))
            except OSError:
                continue
        return found

    def stop(what, how=signal.SIGKILL):
        end = time.monotonic() + 30
        while (left := runs(what)) and time.monotonic() < end:
            for pid in left:
                os.kill(pid, how)
            time.sleep(0.1)

    def back():
        return run(tui, "move-store", "--back", "--user", OTHER)

    def reads():
        return as_user(OTHER, tui, "samples", "steps", "--json", *knows)

    def shows(done):
        return done.returncode == 0 and '"value":7' in done.stdout.replace(" ", "")

    try:
        check("a service starts without systemd by the commands of the page", start(), said())
        done = reads()
        check("its encrypted store is locked at first", done.returncode != 0 and "locked" in done.stdout, done.stdout)
        unlocked, done = as_user(OTHER, tui, "unlock", *knows), reads()
        check("its encrypted store is unlocked", unlocked.returncode == 0 and shows(done), unlocked.stdout + done.stdout)
        kept = {name: os.lstat(os.path.join(root, name)) for root, folders, names in os.walk(folder) for name in folders + names}
        check("its agent's socket is in the store's folder", any(stat.S_ISSOCK(each.st_mode) for each in kept.values()), str(list(kept)))
        user = account(SERVICE).pw_uid
        check("what is in the store's folder is the service's alone",
              all(each.st_uid == user and each.st_mode & 0o077 == 0 for each in kept.values()),
              str({name: (each.st_uid, oct(each.st_mode)) for name, each in kept.items()}))
        stop("serve")
        done = back()
        check("an encrypted store whose service was killed isn't moved back, and the way is told",
              done.returncode != 0 and "Unlock the store" in done.stdout, done.stdout)
        check("it starts again by the same commands", start(), said())
        done = reads()
        check("one that is started again has its store open at once", shows(done), done.stdout)
        stop("serve", signal.SIGTERM)
    finally:
        stop("serve")
        stop("agent")
    done = back()
    check("an encrypted store is moved back", done.returncode == 0, done.stdout)
    shutil.rmtree(f"/run/healthkit/{person.pw_uid}", ignore_errors=True)


def booted():
    """The units as they are shipped, in a systemd that is booted for it."""
    done = run(sys.executable, "-B", os.path.join(HERE, "booted.py"), PROGRAMS, timeout=600)
    for line in done.stdout.splitlines():
        if line.startswith("SKIP "):
            skip("systemd", line[5:])
        elif line.startswith("PASS "):
            check("systemd: " + line[5:], True)
        elif line.startswith("FAIL "):
            check("systemd: " + line[5:].split(":")[0], False, line[5:])
    if "PASS" not in done.stdout and "SKIP" not in done.stdout:
        check("systemd boots", False, done.stdout)


def machine():
    """What this machine can't try."""
    for name in ("flatpak", "snap"):
        if not shutil.which(name):
            skip(name, "not installed")
    if not os.path.exists("/proc/sys/kernel/yama/ptrace_scope"):
        skip("Yama", "not in this kernel: with it programs of one user can't trace each other")
    skip("suspend", "a machine that tests isn't put to sleep")


def table():
    """The results as the documentation has them."""
    lines = ["| attempt | service of your user | service of its own user |", "| --- | --- | --- |"]
    word = {True: "works", False: "–", None: "not tried"}
    for name, results in rows:
        lines.append(f"| {name} | {word[results.get('same')]} | {word[results.get('own')]} |")
    return "\n".join(lines)


def compare(levels):
    """Compares the documentation with the results, or writes it."""
    with open(PAGE) as file:
        page = file.read()
    begin, end = "<!-- rights -->\n", "<!-- end of rights -->"
    if begin not in page or end not in page:
        failures.append("Documentation/Service.md has no table of rights")
        return
    start, stop = page.index(begin) + len(begin), page.index(end)
    if os.environ.get("UPDATE_DOCUMENTATION"):
        page = page[:start] + levels + "\n" + page[stop:]
    elif page[start:stop].strip() != levels:
        failures.append("Documentation/Service.md says otherwise of who can do what")
    begin, end = "<!-- attempts -->\n", "<!-- end of attempts -->"
    if begin not in page or end not in page:
        failures.append("Documentation/Service.md has no table of attempts")
        return
    start, stop = page.index(begin) + len(begin), page.index(end)
    known = page[start:stop].strip()
    if os.environ.get("UPDATE_DOCUMENTATION"):
        with open(PAGE, "w") as file:
            file.write(page[:start] + table() + "\n" + page[stop:])
        return
    parse = lambda text: [re.split(r"\s*\|\s*", line.strip("| \n")) for line in text.split("\n") if line.startswith("|")][2:]
    tried = {row[0]: row[1:] for row in parse(table())}
    for name, *results in parse(known):
        if name not in tried:
            # What this machine can't try was printed.
            continue
        if tried.pop(name) != results:
            failures.append(f"Documentation/Service.md says otherwise of “{name}”")
    for name in tried:
        failures.append(f"Documentation/Service.md doesn't have “{name}”; UPDATE_DOCUMENTATION=1 .ci/attempts writes it")


def make_users(root):
    for name in (SERVICE, OWNER, APP, OTHER):
        try:
            entry = pwd.getpwnam(name)
            if name == SERVICE and not entry.pw_dir.startswith("/tmp/hktry-"):
                print("SKIP attempts: this machine has a user _healthkit, whose stores they would be")
                raise SystemExit(77)
            # One that was killed left it, and perhaps its programs.
            run("pkill", "-KILL", "-u", name)
            run("usermod", "--home", os.path.join(root, "homes", name), name)
            made_users.append(name)
        except KeyError:
            done = run("useradd", "--system", "--home-dir", os.path.join(root, "homes", name), "--no-create-home",
                       "--user-group", "--shell", "/usr/sbin/nologin", name)
            if done.returncode:
                raise SystemExit(f"attempts: {done.stdout}")
            made_users.append(name)
        home = account(name).pw_dir
        os.makedirs(home, exist_ok=True)
        os.chown(home, account(name).pw_uid, account(name).pw_gid)
        os.chmod(home, 0o700)
        settings = os.path.join(home, ".config", "healthtui")
        os.makedirs(settings)
        with open(os.path.join(settings, "config"), "w") as file:
            file.write("unattended-permissions = allow\n")
        run("chown", "-R", f"{name}:{name}", home)
        run("chmod", "-R", "go-w", home)
    for name in (GROUP, CONSOLE):
        if run("groupadd", "--system", name).returncode in (0, 9):
            # 9: one that was killed left it.
            made_groups.append(name)


def remove_users():
    while made_users:
        run("userdel", made_users.pop())
    while made_groups:
        run("groupdel", made_groups.pop())


def main():
    # Two at a time would take each other's users away.
    alone = open("/tmp/hktry.lock", "w")
    try:
        fcntl.flock(alone, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise SystemExit("attempts: others are going on on this machine; wait until they have ended")
    # What was made is taken away again, however this ends.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("attempts: ended from outside"))
    root = tempfile.mkdtemp(prefix="hktry-", dir="/tmp")
    os.chmod(root, 0o755)
    places = []
    try:
        os.mkdir(os.path.join(root, "homes"))
        os.mkdir(os.path.join(root, "bin"))
        make_users(root)
        for name in ("healthtui", "stepdemo"):
            shutil.copy(os.path.join(PROGRAMS, name), os.path.join(root, "bin", name))
        shutil.copy(os.path.join(HERE, "powers.py"), os.path.join(root, "bin", "powers.py"))
        grouped = os.path.join(root, "bin", "grouped")
        shutil.copy(os.path.join(root, "bin", "stepdemo"), grouped)
        shutil.chown(grouped, "root", GROUP)
        os.chmod(grouped, 0o2755)
        console = os.path.join(root, "bin", "console")
        shutil.copy(os.path.join(root, "bin", "healthtui"), console)
        shutil.chown(console, "root", CONSOLE)
        os.chmod(console, 0o2755)
        levels = None
        for kind in ("own", "same"):
            tried = [identities, owner, machines, doors, sandbox, files]
            if kind == "own":
                tried.insert(2, rights)
            place = Place(root, kind)
            places.append(place)
            if not PARTS or PARTS & {part.__name__ for part in tried}:
                place.serve()
            for part in tried:
                if not PARTS or part.__name__ in PARTS:
                    levels = part(place, root) or levels
            place.stop()
        for part in (units, installed):
            if not PARTS or part.__name__ in PARTS:
                part(root)
        remove_users()
        for path in made_folders:
            shutil.rmtree(path, ignore_errors=True)
        if not PARTS or "booted" in PARTS:
            booted()
        machine()
        if not failures and not PARTS:
            compare(levels)
    finally:
        for place in places:
            place.stop()
        remove_users()
        for path in [root] + made_folders:
            shutil.rmtree(path, ignore_errors=True)
    count = sum(len(results) for _, results in rows)
    took = time.monotonic() - BEGAN
    print(f"attempts: {took:.0f} s, {count} tried, {len(failures)} not as expected, {len(skipped)} skipped")
    for failure in failures:
        print(f"attempts: {failure}", file=sys.stderr)
    return 1 if failures else 0


sys.exit(main())
