import ArgumentParser
import Foundation
import HealthKit
import HealthtuiSync

/// Makes an encrypted store unreadable for good.
struct EraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Make an encrypted store unreadable for good, by erasing its keys.",
        discussion: """
              healthtui erase --keys
            Locks the store in every program and erases its keys in the file: no passphrase and no recovery key opens it \
            again, and what waits to be stored is lost as well. It needs no passphrase. It asks twice, after it has named what it \
            can't reach: backups and copies, which have keys of their own, exports, and the other machines of a group. A disk may keep \
            traces of what it overwrites. Afterwards the file can be deleted; healthtui passphrase accept lets a new store begin \
            in its place.
            """
    )

    @Flag(name: .long, help: "Erase the keys: the one thing that can be erased.")
    var keys = false

    @OptionGroup var store: StoreArguments

    func validate() throws {
        if !keys { throw ValidationError("say what is to be erased: --keys") }
    }

    func run() throws {
        let path = try store.existingPath()
        _ = try store.unservedPath()
        let passphrase = StorePassphrase(path: path)
        guard try passphrase.isEncrypted else {
            throw CommandFailure(path, "it isn't encrypted, and has no keys to erase; delete the file instead")
        }
        for line in Self.warning(path, copies: try passphrase.copies(), machines: machines()) {
            StandardError.line(line)
        }
        guard try Confirmation.ask("Erase the keys of \(path)?"), try Self.isMeant() else {
            throw CommandFailure(path, "nothing was erased")
        }
        try passphrase.eraseKeys()
        try StandardOutput.shared.line("\(path.printable): its keys are erased; nobody can read it any more")
    }

    /// Asks the second time, for a word that isn't typed out of habit.
    private static func isMeant() throws -> Bool {
        StandardError.write("This can't be undone. Type erase to go on: ")
        guard let answer = readLine() else {
            StandardError.line("")
            throw CommandFailure("no answer", "nothing was erased")
        }
        return answer.filter { !$0.isWhitespace } == "erase"
    }

    /// The other machines of the group; none where the store is in no group, `nil` where that can't be seen.
    private func machines() -> [String]? {
        do {
            guard case .unlocked = try store.open().lockState() else { return nil }
            let devices = try SyncWork.open(store).overview()?.devices ?? []
            return devices.filter { !$0.isThis && !$0.isGone }.map(\.name)
        } catch {
            // A damaged store is erased as well; the question mentions that its contents are unknown.
            return nil
        }
    }

    private static func warning(_ path: String, copies: [String], machines: [String]?) -> [String] {
        var lines = ["\(path.printable): nobody will be able to read this store again.", "This doesn't reach:"]
        if copies.isEmpty {
            lines.append("  backups and copies of the file, wherever they are: their passphrases open them")
        } else {
            lines.append(
                "  backups and copies of the file, wherever they are, such as these: their passphrases open them"
            )
            lines += copies.map { "    " + $0.printable }
        }
        lines.append("  exports, reports and contributions to studies")
        switch machines {
        case nil:
            lines.append("  other machines, if the store is in a group: it can't be read now, so they can't be named")
        case []?: break
        case let names?:
            lines.append(
                "  other machines of the group, which keep their data: "
                    + names.map(\.printable).joined(separator: ", ")
            )
        }
        lines.append("  snapshots of the file system, and traces that the disk keeps")
        return lines
    }
}
