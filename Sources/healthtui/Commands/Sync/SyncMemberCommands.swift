import ArgumentParser
import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiSync

/// Begins a group of machines.
struct SyncInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Begin a group of machines in a folder; shows its recovery key, once.",
        discussion: """
            Write the recovery key down and keep it apart from your machines: it alone can remove any of them. It is \
            shown once, and not kept on this machine.
            """
    )

    @Argument(help: "The folder that carries the group's files.")
    var folder: String

    @Option(name: .long, help: "What this machine is called; its host name by default.")
    var name: String?

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func run() throws {
        let name = try SyncWork.name(name)
        let path = SyncWork.folder(folder)
        try SyncWork.requireFolder(path)
        let sync = try SyncWork.open(store, creates: true)
        let key = try SyncWork.reporting { try sync.begin(in: path, name: name) }
        guard !format.json else {
            let fields: JSONValue.Fields = [
                ("folder", .text(path)), ("name", .text(name)), ("recoveryKey", .text(key)),
            ]
            return try StandardOutput.shared.line(JSONValue.object(fields).line)
        }
        try StandardOutput.shared.line("Began a group in \(path.printable); this machine is “\(name)”.")
        try StandardOutput.shared.line("Recovery key of the group, shown once. Write it down:")
        try StandardOutput.shared.line("  \(key)")
        try StandardOutput.shared.line("Next: healthtui sync invite, for a code that another machine joins with.")
    }
}

/// Invites a machine.
struct SyncInviteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Show a code with which one machine can join, within an hour."
    )

    @OptionGroup var store: StoreArguments
    @OptionGroup var zone: TimeZoneArguments
    @OptionGroup var format: ValueFormatArguments

    func run() throws {
        let sync = try SyncWork.open(store)
        let invitation = try SyncWork.reporting { try sync.invite() }
        guard !format.json else {
            let fields: JSONValue.Fields = [
                ("code", .text(invitation.code)), ("expires", zone.timestamps.json(invitation.expires)),
            ]
            return try StandardOutput.shared.line(JSONValue.object(fields).line)
        }
        try StandardOutput.shared.line(invitation.code)
        try StandardOutput.shared.line(
            "Good for one machine, until \(zone.timestamps.minute(invitation.expires)). There: healthtui sync join FOLDER"
        )
    }
}

/// Answers an invitation.
struct SyncJoinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Join a group with the code that healthtui sync invite shows on another machine.",
        discussion: """
            Asks for the code, or reads it from a file. This machine is a member once the other one has synced; the first \
            sync here then brings both sides together.
            """
    )

    @Argument(help: "The folder that carries the group's files.")
    var folder: String

    @Option(
        name: .long,
        help: ArgumentHelp("Read the code from the first line of a file instead of asking.", valueName: "file")
    )
    var codeFile: String?

    @Option(name: .long, help: "What this machine is called; its host name by default.")
    var name: String?

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func run() throws {
        let name = try SyncWork.name(name)
        let path = SyncWork.folder(folder)
        try SyncWork.requireFolder(path)
        let code = try SyncSecret.read(codeFile, option: "--code-file", prompt: "Code of the invitation: ")
        // A wrong code makes no store.
        try SyncWork.reporting { try DeviceSync.check(code, in: path) }
        let sync = try SyncWork.open(store, creates: true)
        let clockDiffers = try SyncWork.reporting { try sync.join(path, code: code, name: name) }
        guard !format.json else {
            let fields: JSONValue.Fields = [
                ("folder", .text(path)), ("name", .text(name)), ("state", .text(SyncReport.State.waiting.text)),
                ("clockDiffers", .bool(clockDiffers)),
            ]
            return try StandardOutput.shared.line(JSONValue.object(fields).line)
        }
        if clockDiffers {
            try StandardOutput.shared.line(
                "This machine's clock differs from that of the one that invited it, or the code is older than an hour; "
                    + "the other one decides."
            )
        }
        try StandardOutput.shared.line("Answered the invitation; this machine is “\(name)”.")
        try StandardOutput.shared.line("Next: healthtui sync on the machine that invited this one, then here.")
    }
}

/// Removes a machine.
struct SyncRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a machine from the group: nothing that it writes from now on is read.",
        discussion: """
            A machine can remove those that joined after it; the group's recovery key can remove any. What the removed \
            machine sent before stays, and it keeps what it has.
            """
    )

    @Argument(help: "The machine's name, or the beginning of its identifier.")
    var device: String

    @Option(
        name: .long,
        help: ArgumentHelp("Remove by the group's recovery key, from the first line of a file.", valueName: "file")
    )
    var recoveryKeyFile: String?

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func run() throws {
        let sync = try SyncWork.open(store)
        let key = try recoveryKeyFile.map { try SyncSecret.read($0, option: "--recovery-key-file", prompt: "") }
        let devices = try SyncWork.reporting { try sync.status(verifies: false).devices }
        let name = try SyncWork.reporting { try sync.remove(device, recovery: key) }
        let letIn = Self.letIn(by: device, devices)
        if format.json {
            let others = letIn.map { JSONValue.object([("id", .text($0.id)), ("name", .text($0.name))]) }
            let fields: JSONValue.Fields = [("removed", .text(name)), ("letIn", .array(others))]
            return try StandardOutput.shared.line(JSONValue.object(fields).line)
        }
        try StandardOutput.shared.line(
            "Removed \(name.printable). It can still read what was shared with it, and nothing from now on."
        )
        for other in letIn {
            let isAsked = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
            let what = "\(other.name.printable) was let in by \(name.printable) and is still a member."
            if isAsked, try Confirmation.ask("\(what) Remove it too?") {
                _ = try SyncWork.reporting { try sync.remove(other.id, recovery: key) }
                try StandardOutput.shared.line("Removed \(other.name.printable).")
            } else {
                try StandardOutput.shared.line("\(what) To remove it: healthtui sync remove \(other.id.prefix(8))")
            }
        }
    }

    /// The machines that one let in, and those that these let in.
    private static func letIn(by device: String, _ devices: [GroupStatus.Device]) -> [GroupStatus.Device] {
        let named = devices.filter { $0.name == device }
        guard let removed = named.first ?? devices.first(where: { $0.id.hasPrefix(device) }) else { return [] }
        var found: [GroupStatus.Device] = []
        var adders: Set<String> = [removed.id]
        var isNew = true
        while isNew {
            let more = devices.filter { other in
                !other.isThis && !adders.contains(other.id) && other.addedBy.map(adders.contains) ?? false
            }
            isNew = !more.isEmpty
            found += more
            adders.formUnion(more.map(\.id))
        }
        return found
    }
}

/// Goes on in another folder.
struct SyncFolderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "folder",
        abstract: "Go on in another folder that carries the group's files.",
        discussion: """
            For a folder that moved, or another that reaches the same machines. What it lacks of the group's files is \
            written there by the next sync.
            """
    )

    @Argument(help: "The folder that carries the group's files from now on.")
    var folder: String

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func run() throws {
        let path = SyncWork.folder(folder)
        try SyncWork.requireFolder(path)
        let sync = try SyncWork.open(store)
        try SyncWork.reporting { try sync.move(to: path) }
        if format.json { return try StandardOutput.shared.line(JSONValue.object([("folder", .text(path))]).line) }
        try StandardOutput.shared.line("The group's folder is \(path.printable) now. Next: healthtui sync")
    }
}

/// Removes this machine from its group.
struct SyncLeaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Take this machine out of its group; its data stays."
    )

    @Flag(name: .long, help: "Forget the group here without telling the others, when its folder is gone.")
    var forget = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func run() throws {
        let sync = try SyncWork.open(store)
        try SyncWork.reporting { try sync.leave(informsOthers: !forget) }
        if format.json {
            return try StandardOutput.shared.line(JSONValue.object([("left", .bool(true))]).line)
        }
        try StandardOutput.shared.line("This machine left the group. Its data stays.")
    }
}
