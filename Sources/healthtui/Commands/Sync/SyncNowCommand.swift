import ArgumentParser
import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiSync

/// Receives changes of other machines, and sends those made here.
struct SyncNowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "now",
        abstract: "Sync now: read what the other machines did, and write what was done here.",
        discussion: """
            healthtui sync alone does the same. The first sync after joining says how many samples each side's deletions \
            would delete on the other, and asks first. What is deleted here because it was deleted elsewhere can be \
            undone with healthtui undo.
            """
    )

    @Flag(name: .long, help: "Go on syncing when something changes, here or in the folder.")
    var watch = false

    @Flag(name: .long, help: "Join without asking, even if deletions of one side delete samples of the other.")
    var yes = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func run() throws {
        let sync = try SyncWork.open(store)
        try once(sync, isSilent: false)
        guard watch else { return }
        SyncWatcher(sync) { try once($0, isSilent: true) }.run()
    }

    /// Syncs once.
    ///
    /// - Returns: How many entries were sent.
    @discardableResult
    private func once(_ sync: any StoreSync, isSilent: Bool) throws -> Int {
        var report = try SyncWork.reporting { try synced(sync) }
        if let profile = report.replacedProfile, try keepsOwn(profile) {
            let person = store.open()
            var values = try person.characteristics()
            for field in CharacteristicValues.fields where field.alone(of: profile.here) != nil {
                field.set(&values, to: profile.here)
            }
            try person.setCharacteristics(values)
            let after = try SyncWork.reporting { try sync.sync(joins: false) }
            report.sent += after.sent
        }
        if isSilent, report.isEmpty { return 0 }
        try print(report)
        // A reader of the watch's output gets each message at once, also through a pipe.
        if watch { try StandardOutput.shared.flush() }
        guard report.state == .synced || watch else { throw ExitCode(ExitStatus.failure) }
        return report.sent
    }

    private func synced(_ sync: any StoreSync) throws -> SyncReport {
        do {
            return try sync.sync(joins: yes)
        } catch let deletions as JoiningDeletions {
            try approve(deletions)
            return try sync.sync(joins: true)
        }
    }

    /// Shows both sides' settings of the profile, and asks which to keep.
    ///
    /// - Returns: Whether to keep this machine's; without a terminal the group's is kept.
    private func keepsOwn(_ profile: ReplacedProfile) throws -> Bool {
        StandardError.line("Your profile differs between this machine and the group:")
        for field in CharacteristicField.all {
            let (here, group) = (field.text(profile.here), field.text(profile.group))
            guard here != group, let here else { continue }
            StandardError.line(
                "  \(field.label): \(here.printable) here, \((group ?? "not set").printable) in the group"
            )
        }
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            StandardError.line("The group's values are used. healthtui undo brings back this machine's.")
            return false
        }
        return try Confirmation.ask("Use this machine's values for the whole group?")
    }

    /// Asks before a first sync deletes something.
    private func approve(_ deletions: JoiningDeletions) throws {
        let question =
            "Joining deletes \(deletions.here.of("sample")) here and \(deletions.there.of("sample")) there, as each side "
            + "has deleted them. Join?"
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw CommandFailure("sync", "\(question) Nothing was changed; add --yes to join without asking")
        }
        guard try Confirmation.ask(question) else { throw CommandFailure("sync", "canceled; nothing was changed") }
    }

    private func print(_ report: SyncReport) throws {
        guard !format.json else {
            let fields: JSONValue.Fields = [
                ("state", .text(report.state.text)), ("sent", .integer(report.sent)),
                ("added", .integer(report.added)), ("changed", .integer(report.changed)),
                ("deleted", .integer(report.deleted)), ("settings", .integer(report.settings)),
                ("tooLarge", .integer(report.tooLarge)),
                ("invalid", .integer(report.invalid)), ("joined", .array(report.joined.map { .text($0) })),
                (
                    "newMachines",
                    .array(report.addedMachines.map { .object([("name", .text($0.name)), ("addedBy", .text($0.by))]) })
                ),
                ("profile", .array(profile(report))), ("problems", .array(report.problems.map(SyncWork.json))),
            ]
            return try StandardOutput.shared.line(JSONValue.object(fields).line)
        }
        for name in report.joined { try StandardOutput.shared.line("\(name.printable) is a member now.") }
        for machine in report.addedMachines {
            try StandardOutput.shared.line("\(machine.name.printable) was added by \(machine.by.printable).")
        }
        switch report.state {
        case .synced:
            let here = [
                (report.added, "added"), (report.changed, "changed"), (report.deleted, "deleted"),
            ]
            .filter { $0.0 > 0 }.map { "\($0.0.of("sample")) \($0.1)" }
            try StandardOutput.shared.line(
                here.isEmpty && report.settings == 0
                    ? "Nothing new from other machines." : "From other machines: " + Self.list(here, report.settings)
            )
            try StandardOutput.shared.line(
                report.sent == 0
                    ? "Nothing new here." : "Sent \(report.sent.of("change")) made here."
            )
        case .waiting:
            try StandardOutput.shared.line(
                "Not a member yet. Run healthtui sync on the machine that invited this one, then here again."
            )
        case .removed:
            try StandardOutput.shared.line(
                "This machine was removed from the group. Its data stays; healthtui sync leave forgets the group."
            )
        }
        if report.invalid > 0 {
            let changes = report.invalid.of("change")
            try StandardOutput.shared.line("\(changes) not sent, as other machines can't read them; they stay here.")
        }
        if report.tooLarge > 0 {
            try StandardOutput.shared.line("\(report.tooLarge.of("change")) too large to sync; they stay here.")
        }
        for problem in report.problems { StandardError.line(SyncWork.line(problem)) }
    }

    /// The parts of the profile that a first sync replaced, for programs.
    private func profile(_ report: SyncReport) -> [JSONValue] {
        guard let replaced = report.replacedProfile else { return [] }
        return CharacteristicField.all.compactMap { field in
            guard let here = field.name(replaced.here) else { return nil }
            return .object([
                ("field", .text(field.key)), ("here", .text(here)), ("group", .text(field.name(replaced.group))),
            ])
        }
    }

    private static func list(_ here: [String], _ settings: Int) -> String {
        let all = here + (settings > 0 ? ["\(settings.of("setting or link", "settings and links")) changed"] : [])
        return all.joined(separator: ", ") + "."
    }
}

extension SyncReport {
    /// Whether there is nothing to report.
    var isEmpty: Bool {
        state == .synced && sent + added + changed + deleted + settings + tooLarge + invalid == 0 && joined.isEmpty
            && addedMachines.isEmpty && problems.isEmpty
    }
}

extension SyncReport.State {
    var text: String {
        switch self {
        case .synced: "member"
        case .waiting: "waiting"
        case .removed: "removed"
        }
    }
}
