import Foundation
import HealthKit
import HealthKitStore

/// Adding and removing a group's devices.
extension DeviceSync {
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
        try folders.require(folder)
        guard try folders.groups(in: folder).isEmpty else {
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
        var group = LocalGroup(
            record: GroupRecord(group: "", folder: folder, name: name, secret: Data()),
            member: member
        )
        // A folder that can't be written begins no group.
        try group.member.write(to: folders.folder(of: member.group, in: folder))
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
        try group.member.invite(code, expires: OutgoingChanges.milliseconds(expires, or: 0), cost: cost)
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
        _ = try requiredGroups(folder, DiskFolders())
    }

    private static func requiredGroups(_ folder: String, _ folders: any GroupFolders) throws -> [SyncID] {
        let groups = try folders.groups(in: folder)
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
    /// - Returns: Whether this device's clock isn't within the hour of the invitation. The inviter's clock alone counts.
    /// - Throws: ``SyncError``, `HKError`; nothing is changed and nothing written then.
    @discardableResult
    package func join(_ folder: String, code: StoreSecret, name: String) throws -> Bool {
        try locked { try joinLocked(folder, code: code, name: name) }
    }

    /// The usual difference between clocks that are right, in seconds.
    private static let usualDifference = 60.0

    private func isOutside(_ end: Int64?) -> Bool {
        guard let end else { return false }
        let left = Double(end) / 1_000 - Date.timeIntervalBetween1970AndReferenceDate - clock()
        return !(0...(Self.invitationSeconds + Self.usualDifference)).contains(left)
    }

    private func joinLocked(_ folder: String, code: StoreSecret, name: String) throws -> Bool {
        try requireNoGroup()
        try folders.require(folder)
        let code = try InvitationCode(code.bytes)
        let groups = try Self.requiredGroups(folder, folders)
        let secret = try SecretBytes.random(count: SigningKey.seedSize)
        var refusal: SyncError?
        for id in groups {
            let disk = folders.folder(of: id, in: folder)
            do {
                let member = try GroupMember.join(
                    group: id,
                    code: code,
                    secret: secret,
                    name: name,
                    folder: disk,
                    cost: cost
                )
                var group = LocalGroup(
                    record: GroupRecord(group: "", folder: folder, name: name, secret: Data()),
                    member: member
                )
                group.record.answer = group.member.unwritten.first.map { GroupRecord.File($0) }
                try group.member.write(to: disk)
                try save(&group)
                return isOutside(member.answeredEnd)
            } catch let error as SyncError where [.wrongCode, .invitation].contains(error.code) {
                // If there are several groups, another may have the code.
                if refusal == nil || error.code == .invitation { refusal = error }
            }
        }
        throw refusal ?? SyncError(.wrongCode, "No invitation in this folder has this code.")
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
        try save(&group)
        try write(&group)
        return String(decoding: target.name, as: UTF8.self)
    }

    /// Moves to another folder that carries the group's files: the next sync writes the missing ones there.
    ///
    /// - Parameter folder: Its whole path.
    /// - Throws: ``SyncError``, `HKError`; nothing is changed then.
    package func move(to folder: String) throws {
        try locked {
            var group = try load()
            try folders.require(folder)
            group.record.folder = folder
            // Nothing known of the other folder's files still holds.
            group.member.ledger = FolderLedger()
            try save(&group)
        }
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
                // A device that has left seals nothing more.
                var kept = group
                try database.read { try kept.sealRepeated($0) }
                group = kept
                try group.member.leave()
                try save(&group)
                try write(&group)
            }
        } else if try !database.read({ try $0.store.value(StoreNamespace.devices, GroupRecord.key) != nil }) {
            _ = try load()
        }
        try database.write { try LocalGroup.forget($0) }
    }

    func requireMember(_ group: LocalGroup) throws {
        guard !group.member.membership.has(group.member.device) else { return }
        throw SyncError(
            .notPermitted,
            Self.state(group) == .waiting
                ? "This machine isn't a member yet. Run healthtui sync on the machine that invited it, then here."
                : "This machine was removed from the group. healthtui sync leave forgets the group; the data stays."
        )
    }

    static func state(_ group: LocalGroup) -> SyncReport.State {
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
                "\(found.count) machines are called “\(text)”. Name one by its identifier: "
                    + found.map { String($0.device.description.prefix(8)) }.sorted().joined(separator: ", ") + "."
            )
        }
        return first
    }
}
