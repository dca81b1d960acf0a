import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiSync

/// Shared parts of the sync commands.
enum SyncWork {
    /// Opens the store to sync it.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - creates: Whether to create one if there is none.
    /// - Returns: The store's sync.
    /// - Throws: ``CommandFailure`` if there is none.
    static func open(_ store: StoreArguments, creates: Bool = false) throws -> any StoreSync {
        let person = store.open()
        if !person.isServed {
            let path = try store.filePath()
            guard creates || FileManager.default.fileExists(atPath: path) else {
                throw CommandFailure(path, "no store yet; healthtui import or healthtui add creates one")
            }
        }
        return try reporting { try DeviceSync.opened(person) }
    }

    /// Runs a closure, and reports errors of the group as failures of the command.
    static func reporting<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as SyncError {
            throw CommandFailure("sync", error.message)
        }
    }

    /// A whole path: the store remembers it, wherever the next command is run.
    static func folder(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

    /// - Throws: ``CommandFailure`` for a path that isn't a folder.
    static func requireFolder(_ path: String) throws {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if isThere, isFolder.boolValue { return }
        throw CommandFailure(path, isThere ? "not a folder" : "folder not found", status: ExitStatus.noInput)
    }

    /// This machine's name in the group.
    static func name(_ given: String?) throws -> String {
        let name = (given ?? ProcessInfo.processInfo.hostName).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty, name.utf8.count <= longestName, name.printable == name else {
            throw CommandFailure.usage("--name", "must have 1 to \(longestName) bytes and no control characters")
        }
        return name
    }

    private static let longestName = 100

    /// The reason a file isn't read, or not all of it, as text.
    static func reason(_ problem: SyncProblem) -> String {
        switch problem.error {
        case .flawed:
            guard let flaws = problem.flaws else { return "has entries that make no sense, which are left out" }
            let entries = flaws.count.of("entry", "entries")
            return "\(entries) left out: \(reason(flaws.first)). The rest of the file is read."
        case .damaged: return "damaged, or not whole yet"
        case .foreign: return "not a file of this group"
        case .wrongSignature: return "not signed by its machine"
        case .unreadable: return "sealed with a key that this machine doesn't have"
        case .newerFormat: return "written by a later version of healthtui; update this one"
        case .waiting: return "waits for a file before it"
        case .notPermitted: return "written by a machine after it was removed"
        case .invitation: return "answers a code that another machine answered too; neither is added. Invite again."
        case .wrongCode, .invalidArgument, .folder, .busy: return "can't be read"
        }
    }

    /// The flaw of an entry, as text.
    private static func reason(_ flaw: SharedContentFlaw) -> String {
        switch flaw {
        case .type: "the type can't be read"
        case .source: "there is no source"
        case .unit: "the unit isn't one of the type's"
        case .provenance: "the source's version or the device can't be read"
        case .metadata: "the metadata can't be read"
        case .time: "the times are out of range, or the end is before the start"
        case .value: "the value isn't a number that the type takes"
        case .content: "the content can't be read"
        case .identifier: "the version of the sync identifier isn't a number"
        case .setting: "the setting can't be read"
        case .link: "the kind of link isn't known"
        }
    }

    static func json(_ problem: SyncProblem) -> JSONValue {
        .object([
            ("device", .text(problem.device)), ("file", .text(problem.file)), ("error", .text(problem.error.rawValue)),
            ("text", .text(reason(problem))),
        ])
    }

    static func line(_ problem: SyncProblem) -> String {
        "Not read: \(problem.file.printable) of \(problem.device.printable): \(reason(problem))"
    }
}
