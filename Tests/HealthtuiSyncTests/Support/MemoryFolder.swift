import HealthKitStore
import HealthtuiSync

/// A group's folder in memory.
final class MemoryFolder: GroupFolder {
    var files: [SyncID: [String: [UInt8]]] = [:]
    /// How many more files can be written; then the disk is full.
    var room = Int.max

    init() {}

    /// A copy, as a relay carries it.
    init(_ other: MemoryFolder) { files = other.files }

    func devices() throws -> [SyncID] { files.keys.sorted() }

    func names(of device: SyncID) throws -> [String] { (files[device] ?? [:]).keys.sorted() }

    func files(of device: SyncID) throws -> [FolderFile] {
        try names(of: device)
            .map { name in
                let bytes = files[device]?[name] ?? []
                return FolderFile(name: name, size: bytes.count, time: Int64(truncatingIfNeeded: bytes.hashValue))
            }
    }

    func bytes(_ name: FileName, of device: SyncID) throws -> [UInt8] {
        guard let bytes = files[device]?[name.description] else { throw SyncError(.folder, "No such file.") }
        return bytes
    }

    func write(_ bytes: [UInt8], _ name: FileName, of device: SyncID) throws {
        if room == 0 { throw SyncError(.folder, "No space left on device.") }
        room -= 1
        files[device, default: [:]][name.description] = bytes
    }

    func remove(_ name: FileName, of device: SyncID) throws { files[device]?[name.description] = nil }

    /// The names of a device's files of entries.
    func segments(_ device: SyncID) -> [String] {
        (files[device] ?? [:]).keys.filter { $0.hasSuffix(".seg") }.sorted()
    }

    /// Carries everything that is new to another folder.
    func carry(to other: MemoryFolder) {
        for (device, files) in files { other.files[device, default: [:]].merge(files) { _, new in new } }
    }
}

extension GroupMember {
    /// Seals, writes and reads.
    mutating func sync(_ folder: MemoryFolder) throws -> [Problem] {
        _ = try acceptAnswers(folder, now: 0)
        try seal()
        try write(to: folder)
        let problems = try read(folder, TypeForms())
        _ = try acceptAnswers(folder, now: 0)
        try seal()
        try write(to: folder)
        return problems
    }

    /// Saves a sample, and says which.
    mutating func save(_ text: String) throws -> SyncID {
        let id = SyncID.random()
        let content = SampleContent(texts: [Array(text.utf8)], start: 0, end: 0, creation: 0, body: .value(1))
        try record([.sample(replica.state.saved(id, content, clock: 1, device: device))])
        return id
    }

    /// The merged view, by the texts of types.
    var mergedTexts: [String] {
        MergedView(replica.state).samples.values.map { String(decoding: $0.content.texts[0], as: UTF8.self) }.sorted()
    }

    /// A group of one device, in a folder, and its recovery key.
    static func first(_ folder: MemoryFolder) throws -> (member: GroupMember, recovery: SecretBytes) {
        let recovery = try RecoveryKey.random()
        var member = try GroupMember.found(
            recovery: recovery,
            secret: try SecretBytes.random(count: 32),
            name: "laptop"
        )
        _ = try member.sync(folder)
        return (member, recovery)
    }

    /// A device that joins at the invitation of this one.
    mutating func adding(_ name: String, _ folder: MemoryFolder) throws -> GroupMember {
        let code = try InvitationCode.random()
        try invite(code, expires: 100, cost: .least)
        try write(to: folder)
        var other = try GroupMember.join(
            group: group,
            code: code,
            secret: try SecretBytes.random(count: 32),
            name: name,
            folder: folder,
            cost: .least
        )
        try other.write(to: folder)
        _ = try sync(folder)
        _ = try other.sync(folder)
        return other
    }
}
