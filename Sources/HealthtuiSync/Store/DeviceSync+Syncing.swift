import Foundation
import HealthKit
import HealthKitStore

extension DeviceSync {
    /// The interval at which a device writes how far it has read the other logs, in seconds.
    private static let headSeconds = 60.0
    /// The amount of the store that a sync keeps in memory, in kilobytes.
    ///
    /// A sync reads most pages once. One that fills an empty store goes back to the pages of its indexes again and again, and can
    /// use the memory that others need for comparing.
    private static let keptKilobytes = (usual: 4_096, filling: 6_144)

    /// Reads the folder's new files, and writes local changes.
    ///
    /// - Parameter joins: Whether a first sync may delete objects deleted on the other side.
    /// - Returns: What came of it.
    /// - Throws: ``JoiningDeletions`` for a first sync that would delete something and may not yet: nothing is changed then.
    ///   ``SyncError``, `HKError`.
    package func sync(joins: Bool = false) throws -> SyncReport { try locked { try syncLocked(joins) } }

    private func syncLocked(_ joins: Bool) throws -> SyncReport {
        var group = try load()
        let folder = try folder(of: group)
        lastFiles = try Self.files(folder)
        var report = SyncReport()
        let statementProblems = try group.member.readStatements(folder)
        report.state = Self.state(group)
        if report.state == .synced {
            group.member.inspect(folder, now: clock())
            let added = try group.member.acceptAnswers(folder, now: milliseconds)
            report.joined = added.map { Self.name($0, group.member) }
            noteMembers(&group, &report, own: added)
            let now = clock()
            var kept = group
            let part = part
            // No other program waits for the store while files are fetched.
            try folder.prepare(try group.member.unread(folder))
            defer { folder.endPreparation() }
            lastCommit = try database.write { writer in
                var round = try SyncRound(kept, report, writer, part: part, now: now)
                let isEmpty = try writer.store.currentAnchor == 0
                let kilobytes = isEmpty ? Self.keptKilobytes.filling : Self.keptKilobytes.usual
                try writer.store.keepingLittle(kilobytes: kilobytes) {
                    try round.run(folder, joins: joins, sendsHeads: Self.isDue(kept.record.sentHeads, now))
                }
                (kept, report) = (round.group, round.report)
                return try writer.store.newestCommit() + 1
            }
            group = kept
        } else {
            if report.state == .waiting {
                try group.member.checkOwnAnswer(folder)
                try answerAgain(&group, folder)
            }
            let problems = statementProblems + group.member.refusedAnswers
            report.problems = Self.problems(problems, group.member)
            group.record.problems = problems.map { GroupRecord.Problem($0) }
            try save(&group)
        }
        try write(&group)
        return report
    }

    /// Notes who belongs to the group now, and names those whom others have added.
    private func noteMembers(_ group: inout LocalGroup, _ report: inout SyncReport, own: [SyncID]) {
        let member = group.member
        let members = member.membership.members.map(\.device)
        if let known = group.record.members.map(Set.init) {
            report.addedMachines = members.filter { !known.contains($0.description) && !own.contains($0) }
                .map { device in
                    let adder = member.membership.adders[device]
                    let by = adder.map { Self.name($0, member) } ?? ""
                    return SyncReport.NewMachine(name: Self.name(device, member), by: by)
                }
        }
        group.record.members = members.map(\.description)
    }

    /// Writes this device's answer to the invitation again where it vanished.
    private func answerAgain(_ group: inout LocalGroup, _ folder: some GroupFolder) throws {
        guard let file = group.record.answer.flatMap(LocalGroup.file) else { return }
        if let bytes = try? folder.bytes(file.name, of: file.device), bytes == file.bytes { return }
        try folder.write(file.bytes, file.name, of: file.device)
    }

    private static func isDue(_ last: Double?, _ now: Double) -> Bool {
        // A clock that was set back doesn't silence the device.
        last.map { !(0..<headSeconds).contains(now - $0) } ?? true
    }

    /// A device's name, followed by the beginning of its identifier if another has the same name.
    static func name(_ device: SyncID, _ member: GroupMember) -> String {
        let membership = member.membership
        let beginning = device.description.prefix(8)
        guard let known = membership.everybody[device] else { return String(beginning) }
        if known.rank == 0 { return "recovery key" }
        let name = String(decoding: known.name, as: UTF8.self)
        // The name of a device that is gone is distinguished from all others, and a member's from other members'.
        let isGone = !membership.has(device)
        let isShared = membership.everybody.values.contains { other in
            other.rank > 0 && other.device != device && other.name == known.name
                && (isGone || membership.has(other.device))
        }
        return isShared ? "\(name) (\(beginning))" : name
    }

    static func problems(_ problems: [GroupMember.Problem], _ member: GroupMember) -> [SyncProblem] {
        problems.map { problem in
            let named = problem.deviceName.map { String(decoding: $0, as: UTF8.self) }
            return SyncProblem(
                device: named ?? name(problem.device, member),
                file: problem.name,
                error: problem.error,
                flaws: problem.flaws
            )
        }
    }
}
