import ArgumentParser
import Foundation
import HealthFacts
import HealthKit
import HealthSync

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
        try SyncWork.reporting { try sync.join(path, code: code, name: name) }
        guard !format.json else {
            let fields: JSONValue.Fields = [
                ("folder", .text(path)), ("name", .text(name)), ("state", .text(SyncReport.State.waiting.text)),
            ]
            return try StandardOutput.shared.line(JSONValue.object(fields).line)
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
        let name = try SyncWork.reporting { try sync.remove(device, recovery: key) }
        if format.json {
            return try StandardOutput.shared.line(JSONValue.object([("removed", .text(name))]).line)
        }
        try StandardOutput.shared.line(
            "Removed \(name.printable). It can still read what was shared with it, and nothing from now on."
        )
    }
}

/// Takes this machine out of its group.
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
