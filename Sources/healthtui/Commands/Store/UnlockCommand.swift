import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

/// Unlocks the store for every program of this session.
struct UnlockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Unlock the store for all programs of this session, and store what apps saved while it was locked.",
        discussion: """
            The passphrase is asked for without showing it; scripts give it in a file or an open file. The key stays in the \
            memory of a process, healthtui agent, until the store is locked, until --timeout, until you log out, and until \
            the machine sleeps. How long it stays by default, config.toml says: lock-after = "8h" (as it is without), or \
            "none".
            """
    )

    @Option(name: .long, help: ArgumentHelp("When to lock again: 15m, 8h, 2d, none.", valueName: "time"))
    var timeout: String?

    @OptionGroup var unlocking: UnlockingArguments
    @OptionGroup var format: ValueFormatArguments

    func run() throws {
        let seconds = try timeout.map { try SpanPhrase.seconds($0) } ?? Self.standardSeconds()
        _ = try unlocking.store.existingName()
        let person = unlocking.store.open()
        guard try person.lockState() != .plain else {
            throw CommandFailure(
                unlocking.store.path,
                "not encrypted; healthtui passphrase set encrypts it"
            )
        }
        let report = try person.unlock(unlocking.read(), UnlockPlan(seconds: seconds))
        if format.json {
            try StandardOutput.shared.line(Self.json(report).line)
        } else {
            for line in UnlockText.lines(report) { try StandardOutput.shared.line(line) }
        }
        if ProgramMemory.isSwappable { StandardError.line("healthtui: \(ProgramMemory.swapWarning)") }
        if UnlockText.isLoss(report) { throw ExitCode(ExitStatus.failure) }
    }

    private static func json(_ report: UnlockReport?) -> JSONValue {
        let numbers = report ?? UnlockReport()
        return .object([
            ("wasUnlocked", .bool(report == nil)), ("stored", .integer(numbers.stored)),
            ("refused", .integer(numbers.refused)), ("damaged", .integer(numbers.damaged)),
            ("kept", .integer(numbers.later)), ("otherKey", .integer(numbers.foreign)),
            ("misplaced", .integer(numbers.misplaced)), ("earlierVersion", .integer(numbers.earlier)),
            ("keyChanged", .bool(numbers.isOtherKey)), ("swappable", .bool(ProgramMemory.isSwappable)),
            ("cut", .bool(numbers.isCut)), ("obstacle", numbers.obstacle.map { .text($0) } ?? .null),
        ])
    }

    /// The time that a store stays unlocked, from the settings.
    private static func standardSeconds() throws -> Double? { try SettingsFile.readStandard().lockAfter }
}

/// Locks the store for every program.
struct LockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock",
        abstract: "Lock the store in every program.",
        discussion: """
            When this returns, every program has closed the store; only a running check or repair (healthtui doctor) \
            finishes first. Apps can still save: what they save is encrypted and stored at the next unlock. Until \
            then nobody can read it, or the store.

            --on-screen-lock yes has healthtui launcher lock the store whenever the screen is locked. It sets \
            lock-with-screen in config.toml.
            """
    )

    @Flag(name: .long, help: "Lock all unlocked stores.")
    var all = false

    @Flag(name: .long, help: "Only show whether the store is locked.")
    var status = false

    @Option(name: .long, help: ArgumentHelp("Whether to lock when the screen is locked.", valueName: "yes|no"))
    var onScreenLock: Choice?

    enum Choice: String, ExpressibleByArgument {
        case yes, no
    }

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func validate() throws {
        if all, status { throw ValidationError("--status and --all can't be used together") }
        guard onScreenLock != nil, all || status else { return }
        throw ValidationError("--on-screen-lock can't be used with --status or --all")
    }

    func run() throws {
        if let onScreenLock { return try set(onScreenLock == .yes) }
        if status { return try report() }
        let outcome: LockOutcome
        if all {
            outcome = try PersonAccess.lockAll()
        } else {
            _ = try store.existingName()
            outcome = try store.open().lock()
        }
        if format.json {
            let values = [("stores", JSONValue.integer(outcome.stores)), ("silent", .integer(outcome.silent))]
            try StandardOutput.shared.line(JSONValue.object(values).line)
        } else if all {
            try StandardOutput.shared.line("\(outcome.stores.of("store")) locked")
        } else {
            try StandardOutput.shared.line(outcome.stores > 0 ? "locked" : "it was locked already")
        }
        guard outcome.silent > 0 else { return }
        throw CommandFailure(
            outcome.silent.of("program"),
            "did not say in time to have closed it; their key is gone with the agent's, end them to be sure"
        )
    }
}

extension LockCommand {
    /// Notes whether the launcher is to lock the store.
    private func set(_ isOn: Bool) throws {
        try SettingsFile.set(ConsoleSettings.lockWithScreen, to: isOn)
        if format.json { return try StandardOutput.shared.line(JSONValue.object([("withScreen", .bool(isOn))]).line) }
        guard isOn else { return try StandardOutput.shared.line("The store stays as it is when the screen is locked.") }
        try StandardOutput.shared.line("The store is locked when the screen is, while healthtui launcher runs.")
    }

    /// Says whether the store is locked.
    private func report() throws {
        _ = try store.existingName()
        let person = store.open()
        let (state, kept) = (try person.lockState(), try person.keptKey())
        let withScreen = try SettingsFile.readStandard().locksWithScreen
        if format.json { return try StandardOutput.shared.line(Self.json(state, kept, withScreen).line) }
        try say(state, kept)
        if withScreen, state != .plain {
            try StandardOutput.shared.line("locked when the screen is, while healthtui launcher runs")
        }
    }

    private func say(_ state: StoreLockState, _ kept: KeptKey?) throws {
        switch state {
        case .plain: try StandardOutput.shared.line("not encrypted")
        case .locked(_, let waiting, let problem):
            try StandardOutput.shared.line(waiting == 0 ? "locked" : "locked; saves that wait: \(waiting.grouped)")
            if let problem { try StandardOutput.shared.line(problem) }
        case .unlocked:
            let span = kept?.seconds.map { "for \(Self.span($0)) more" } ?? "until it is locked"
            // This one has it open as well.
            let others = max((kept?.programs ?? 1) - 1, 0)
            try StandardOutput.shared.line("unlocked \(span); open in \(others.of("other program"))")
            let sleep = kept?.endsBeforeSleep == true ? "before the machine sleeps" : "when the machine wakes"
            try StandardOutput.shared.line("its key is forgotten \(sleep)")
        }
    }

    private static func json(_ state: StoreLockState, _ kept: KeptKey?, _ withScreen: Bool) -> JSONValue {
        let name: String
        var waiting = 0
        switch state {
        case .plain: name = "plain"
        case .unlocked: name = "unlocked"
        case .locked(_, let count, _): (name, waiting) = ("locked", count)
        }
        return .object([
            ("state", .text(name)), ("waiting", .integer(waiting)),
            ("seconds", kept?.seconds.map { .integer($0) } ?? .null),
            ("programs", .integer(max((kept?.programs ?? 1) - 1, 0))),
            ("beforeSleep", .bool(kept?.endsBeforeSleep ?? false)), ("withScreen", .bool(withScreen)),
        ])
    }

    private static func span(_ seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        default: "\(seconds / 3600) h"
        }
    }
}

/// Keeps keys in memory for the other commands and for apps.
struct AgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: "Keep the keys of unlocked stores in memory. Started by unlock.",
        discussion: """
            It keeps keys in guarded memory and nowhere else, and talks to programs of the same user alone, over a socket in \
            $XDG_RUNTIME_DIR/healthtui. It forgets them when the store is locked, when their time is over, when you log out \
            and when the machine sleeps: before that where there is logind, which waits for it, else on waking.
            """
    )

    func run() throws {
        // Leaves the folder where it was started, which would stay in use.
        _ = FileManager.default.changeCurrentDirectoryPath("/")
        if try !StoreAgent.run() { throw CommandFailure("agent", "another agent is already running") }
    }
}
