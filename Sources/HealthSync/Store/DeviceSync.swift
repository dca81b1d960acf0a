import Foundation
import HealthKit
import HealthStore

/// Keeps a store in step with the other devices of its group.
///
/// One program at a time does so for a store: another waits. Each change of the store is one transaction, and files are written
/// after it.
package final class DeviceSync {
    let database: HealthDatabase
    let clock: () -> Double
    let cost: PassphraseCost
    private let patience: Duration
    /// The newest commit of the store that is this program's own, and the files that there were when the last sync began.
    var lastCommit: Int64 = -1
    var lastNames: [SyncID: Set<String>] = [:]

    /// How long an invitation is good for, in seconds.
    package static let invitationSeconds = 3_600.0

    /// Begins.
    ///
    /// - Parameters:
    ///   - person: The person's access to the store.
    ///   - cost: What guessing the code of an invitation costs.
    ///   - patience: How long to wait for another program that syncs the store; then it is ``SyncError`` with code `busy`.
    ///   - clock: Seconds since the reference date.
    /// - Throws: `HKError`.
    package init(
        _ person: PersonAccess,
        cost: PassphraseCost = .standard,
        patience: Duration = .seconds(30),
        clock: @escaping () -> Double = { Date().timeIntervalSinceReferenceDate }
    ) throws {
        database = try person.store.database()
        self.patience = patience
        self.cost = cost
        self.clock = clock
    }

    /// Keeps other programs from syncing the store meanwhile.
    func locked<T>(_ body: () throws -> T) throws -> T {
        let lock = try database.path.map { try SyncLock($0, patience) }
        return try withExtendedLifetime(lock) { try body() }
    }

    /// Milliseconds since 1970.
    var milliseconds: Int64 { LocalChanges.milliseconds(clock(), or: 0) }

    /// Whether a store is in a group.
    package static func isInGroup(_ person: PersonAccess) throws -> Bool {
        try person.store.database().read { try $0.store.value(StoreNamespace.devices, GroupRecord.key) != nil }
    }

    func load() throws -> KeptGroup {
        guard let group = try database.read({ try KeptGroup.load($0) }) else {
            throw SyncError(
                .notPermitted,
                "This store isn't in a group of machines. healthtui sync init FOLDER begins one, healthtui sync join FOLDER joins one."
            )
        }
        return group
    }

    func requireNoGroup() throws {
        guard let group = try database.read({ try KeptGroup.load($0) }) else { return }
        throw SyncError(
            .notPermitted,
            "This store is in a group already, in \(group.record.folder). healthtui sync leave takes it out."
        )
    }

    func save(_ group: inout KeptGroup) throws {
        var kept = group
        lastCommit = try database.write { writer in
            try kept.save(writer)
            return try writer.store.newestCommit() + 1
        }
        group = kept
    }

    /// Writes the files that are made, and notes that they are there.
    func write(_ group: inout KeptGroup) throws {
        let hasNew = !group.member.unwritten.isEmpty || !group.member.superfluous.isEmpty
        try group.member.write(to: try folder(of: group))
        if hasNew { try save(&group) }
    }

    func folder(of group: KeptGroup) throws -> DiskFolder {
        try Self.requireFolder(group.record.folder)
        return DiskFolder(in: group.record.folder, group: group.member.group)
    }

    static func requireFolder(_ path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw SyncError(.folder, "The folder \(path) doesn't exist. If it is on a drive, connect that first.")
        }
        if !isFolder.boolValue { throw SyncError(.folder, "\(path) isn't a folder.") }
    }

    // MARK: Members

    /// Begins a group in a folder.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder that carries the group's files.
    ///   - name: What this device is called.
    /// - Returns: The group's recovery key, for the person to write down.
    /// - Throws: ``SyncError``, `HKError`; nothing is changed then.
    package func begin(in folder: String, name: String) throws -> String {
        try locked { try beginLocked(in: folder, name: name) }
    }

    private func beginLocked(in folder: String, name: String) throws -> String {
        try requireNoGroup()
        try Self.requireFolder(folder)
        guard try DiskFolder.groups(in: folder).isEmpty else {
            throw SyncError(
                .folder,
                "\(folder) has the files of a group already. healthtui sync join joins it; for another group, name another folder."
            )
        }
        let recovery = try RecoveryKey.random()
        var member = try GroupMember.found(
            recovery: recovery,
            secret: try SecretBytes.random(count: SigningKey.seedSize),
            name: name
        )
        try member.seal()
        var group = KeptGroup(
            record: GroupRecord(group: "", folder: folder, name: name, secret: Data()),
            member: member
        )
        // A folder that can't be written begins no group.
        try group.member.write(to: DiskFolder(in: folder, group: member.group))
        try save(&group)
        return RecoveryKey.text(recovery)
    }

    /// Invites a device.
    ///
    /// - Returns: The code that the person types on the other device, and when it expires.
    /// - Throws: ``SyncError``, `HKError`.
    package func invite() throws -> (code: String, expires: Date) {
        try locked { try inviteLocked() }
    }

    private func inviteLocked() throws -> (code: String, expires: Date) {
        var group = try load()
        let folder = try folder(of: group)
        _ = try group.member.readStatements(folder)
        try requireMember(group)
        let code = try InvitationCode.random()
        let expires = clock() + Self.invitationSeconds
        try group.member.invite(code, expires: LocalChanges.milliseconds(expires, or: 0), cost: cost)
        try save(&group)
        try write(&group)
        return (code.text, Date(timeIntervalSinceReferenceDate: expires))
    }

    /// Checks that a code is well-formed and that a folder has a group, before anything is asked of a store.
    ///
    /// - Parameters:
    ///   - code: What the person typed.
    ///   - folder: The path of the folder that carries the group's files.
    /// - Throws: ``SyncError`` with code `wrongCode` or `folder`.
    package static func check(_ code: StoreSecret, in folder: String) throws {
        _ = try InvitationCode(code.bytes)
        _ = try requiredGroups(folder)
    }

    private static func requiredGroups(_ folder: String) throws -> [SyncID] {
        let groups = try DiskFolder.groups(in: folder)
        guard groups.isEmpty else { return groups }
        throw SyncError(
            .folder,
            "\(folder) has no files of a group yet. Wait until they are carried here, or begin a group with healthtui sync init."
        )
    }

    /// Answers an invitation.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder that carries the group's files.
    ///   - code: What the person typed.
    ///   - name: What this device is called.
    /// - Throws: ``SyncError``, `HKError`; nothing is changed and nothing written then.
    package func join(_ folder: String, code: StoreSecret, name: String) throws {
        try locked { try joinLocked(folder, code: code, name: name) }
    }

    private func joinLocked(_ folder: String, code: StoreSecret, name: String) throws {
        try requireNoGroup()
        try Self.requireFolder(folder)
        let code = try InvitationCode(code.bytes)
        let groups = try Self.requiredGroups(folder)
        let secret = try SecretBytes.random(count: SigningKey.seedSize)
        var refusal: SyncError?
        for id in groups {
            let disk = DiskFolder(in: folder, group: id)
            do {
                let member = try GroupMember.join(
                    group: id,
                    code: code,
                    secret: secret,
                    name: name,
                    folder: disk,
                    now: milliseconds,
                    cost: cost
                )
                var group = KeptGroup(
                    record: GroupRecord(group: "", folder: folder, name: name, secret: Data()),
                    member: member
                )
                try group.member.write(to: disk)
                return try save(&group)
            } catch let error as SyncError where [.wrongCode, .invitation].contains(error.code) {
                // Of several groups another may have the code.
                if refusal == nil || error.code == .invitation { refusal = error }
            }
        }
        if let refusal { throw refusal }
    }

    /// Removes a device from the group.
    ///
    /// - Parameters:
    ///   - device: Its name, or the beginning of its identifier.
    ///   - recovery: The group's recovery key, which may remove any; `nil` for this device's own right.
    /// - Returns: The device's name.
    /// - Throws: ``SyncError``, `HKError`.
    package func remove(_ device: String, recovery: StoreSecret?) throws -> String {
        try locked { try removeLocked(device, recovery: recovery) }
    }

    private func removeLocked(_ device: String, recovery: StoreSecret?) throws -> String {
        var group = try load()
        let folder = try folder(of: group)
        _ = try group.member.readStatements(folder)
        try requireMember(group)
        let target = try Self.find(device, group.member)
        guard target.device != group.member.device else {
            throw SyncError(.invalidArgument, "That is this machine. healthtui sync leave takes it out of the group.")
        }
        if let recovery {
            let key: SecretBytes
            do {
                key = try RecoveryKey.parse(recovery.bytes)
            } catch let error as StoreError where error.code == .invalidArgument {
                throw SyncError(.wrongCode, error.message)
            }
            try group.member.remove(target.device, in: folder, recovery: key)
        } else {
            try group.member.remove(target.device, in: folder)
        }
        try group.member.seal()
        try save(&group)
        try write(&group)
        return String(decoding: target.name, as: UTF8.self)
    }

    /// Takes this device out of the group; its data stays.
    ///
    /// - Parameter informsOthers: Whether the others learn it, which needs the folder.
    /// - Throws: ``SyncError``, `HKError`.
    package func leave(informsOthers: Bool) throws {
        try locked { try leaveLocked(informsOthers: informsOthers) }
    }

    private func leaveLocked(informsOthers: Bool) throws {
        if informsOthers {
            var group = try load()
            let folder = try folder(of: group)
            _ = try group.member.readStatements(folder)
            if group.member.membership.has(group.member.device) {
                try group.member.leave()
                try save(&group)
                try write(&group)
            }
        } else if try !database.read({ try $0.store.value(StoreNamespace.devices, GroupRecord.key) != nil }) {
            _ = try load()
        }
        try database.write { try KeptGroup.forget($0) }
    }

    func requireMember(_ group: KeptGroup) throws {
        guard !group.member.membership.has(group.member.device) else { return }
        throw SyncError(
            .notPermitted,
            Self.state(group) == .waiting
                ? "This machine isn't a member yet. Run healthtui sync on the machine that invited it, then here."
                : "This machine was removed from the group. healthtui sync leave forgets the group; the data stays."
        )
    }

    static func state(_ group: KeptGroup) -> SyncReport.State {
        if group.member.membership.has(group.member.device) { return .synced }
        return group.member.membership.everybody[group.member.device] == nil ? .waiting : .removed
    }

    private static func find(_ text: String, _ member: GroupMember) throws -> Membership.Member {
        // The recovery key is a member without a name, and stays.
        let members = member.membership.members.filter { $0.rank > 0 }
        let named = members.filter { String(decoding: $0.name, as: UTF8.self) == text }
        let found = named.isEmpty ? members.filter { $0.device.description.hasPrefix(text) } : named
        guard let first = found.first, !text.isEmpty else {
            throw SyncError(.invalidArgument, "The group has no machine “\(text)”. healthtui sync status lists them.")
        }
        guard found.count == 1 else {
            throw SyncError(
                .invalidArgument,
                "\(found.count) machines are called “\(text)”. Name one by its identifier, which healthtui sync status --json shows."
            )
        }
        return first
    }
}

/// Keeps two programs from syncing one store at once; the system takes it back when the program ends.
private final class SyncLock {
    private let descriptor: Int32

    /// How often it is tried.
    private static let interval = 0.05

    init(_ path: String, _ patience: Duration) throws {
        let file = path + "-sync"
        descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw SyncError(.folder, "Can't open \(file): \(String(cString: strerror(errno))).")
        }
        let deadline = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            // Where this throws, deinit closes the file.
            guard ContinuousClock.now < deadline else {
                throw SyncError(.busy, "Another program is syncing this store. Try again when it is done.")
            }
            Thread.sleep(forTimeInterval: Self.interval)
        }
    }

    deinit { close(descriptor) }
}
