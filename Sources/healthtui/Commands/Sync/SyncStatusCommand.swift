import ArgumentParser
import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiSync

/// Shows the status of a group.
struct SyncStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the machines of the group, when each was last heard of, and what is wrong.",
        discussion: """
            --verify holds every sample of the store against what the group agrees on, and names the days that differ. It \
            also compares the totals of days, by type, with those of the other machines that have verified theirs.
            """
    )

    @Flag(name: .long, help: "Compare the store with the group's entries, day by day.")
    var verify = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var zone: TimeZoneArguments
    @OptionGroup var format: ValueFormatArguments

    func run() throws {
        let sync = try SyncWork.open(store)
        let status = try SyncWork.reporting { try sync.status(verifies: verify) }
        if format.json { try StandardOutput.shared.line(json(status).line) } else { try print(status) }
        if status.differing?.isEmpty == false || status.differingTotals?.isEmpty == false {
            throw ExitCode(ExitStatus.failure)
        }
    }

    private func json(_ status: GroupStatus) -> JSONValue {
        let times = zone.timestamps
        let devices = status.devices.map { device in
            JSONValue.object([
                ("id", .text(device.id)), ("name", .text(device.name)), ("isThis", .bool(device.isThis)),
                ("files", .integer(device.position)), ("heard", device.heard.map { times.json($0) } ?? .null),
                ("missing", .bool(device.hasMissing)),
                ("ahead", device.ahead.map { .number($0) } ?? .null), ("addedBy", .text(device.addedBy)),
            ])
        }
        var fields: JSONValue.Fields = [
            ("group", .text(status.group)), ("folder", .text(status.folder)), ("name", .text(status.name)),
            ("state", .text(status.state.text)), ("devices", .array(devices)),
            ("synced", status.synced.map { times.json($0) } ?? .null), ("unsent", .bool(status.hasUnsent)),
            ("unwritten", .integer(status.unwritten)),
            ("unwrittenReason", status.unwrittenReason.map { .text($0) } ?? .null),
            ("conflicts", .integer(status.conflicts)), ("files", .integer(status.files)),
            ("bytes", .integer(status.bytes)),
            ("folderProblem", status.folderProblem.map { .text($0) } ?? .null),
            ("problems", .array(status.problems.map(SyncWork.json))),
        ]
        if let days = status.differing { fields.append(("differing", .array(days.map { .text($0) }))) }
        if let totals = status.differingTotals {
            let rows = totals.map { JSONValue.object([("type", .text($0.type)), ("machine", .text($0.device))]) }
            fields.append(("differingTotals", .array(rows)))
        }
        return .object(fields)
    }

    private func print(_ status: GroupStatus) throws {
        let times = zone.timestamps
        let output = StandardOutput.shared
        try output.line("Folder: \(status.folder.printable)")
        switch status.state {
        case .synced: break
        case .waiting: try output.line("Not a member yet: the machine that invited this one has to sync first.")
        case .removed: try output.line("This machine was removed from the group.")
        }
        for device in status.devices {
            // Identifiers distinguish machines with the same name.
            let isShared = status.devices.count { $0.name == device.name } > 1
            var words = [isShared ? "\(device.name.printable) (\(device.id.prefix(8)))" : device.name.printable]
            if device.isThis {
                words.append("this machine")
                words.append(status.synced.map { "last synced \(times.minute($0))" } ?? "never synced")
            } else {
                words.append(device.heard.map { "last heard of \(times.minute($0))" } ?? "nothing heard yet")
            }
            if device.hasMissing { words.append("files of it are missing here") }
            if let ahead = device.ahead {
                words.append("its clock is \(Int(ahead / 86_400).of("day")) ahead, or this one's behind")
            }
            try output.line("  " + words.joined(separator: ", "))
        }
        if status.hasUnsent {
            try output.line(
                status.state == .synced
                    ? "Changes made here wait for the next sync."
                    : "Changes made here wait until this machine is a member."
            )
        }
        if status.unwritten > 0 {
            try output.line("\(status.unwritten.of("file")) not in the folder; the next sync writes them.")
            if let reason = status.unwrittenReason { try output.line("The last sync couldn't: \(reason.printable)") }
        }
        try output.line("\(status.files.of("file")), \(status.bytes.grouped) bytes")
        if status.conflicts > 0 {
            try output.line(
                "\(status.conflicts.of("edit")) not shown, as another machine's is later: healthtui sync conflicts"
            )
        }
        if let problem = status.folderProblem { try output.line(problem.printable) }
        for problem in status.problems { try output.line(SyncWork.line(problem)) }
        guard let days = status.differing else { return }
        for totals in status.differingTotals ?? [] {
            let type = HKObjectType.type(identifier: totals.type) as? HKSampleType
            let name = type?.entry.name ?? totals.type
            try output.line("The totals of \(name.printable) aren't those of \(totals.device.printable).")
        }
        if days.isEmpty { return try output.line("The store is what the group agrees on.") }
        try output.line("The store differs from what the group agrees on, on \(days.count.of("day")):")
        for day in days { try output.line("  \(day)") }
    }
}
