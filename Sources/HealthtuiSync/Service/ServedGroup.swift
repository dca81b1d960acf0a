import Foundation
import HealthKit
import HealthKitStore

/// Syncs the store that a service has open: this program reads and writes the folder's files, which the service seals.
package final class ServedGroup: StoreSync {
    private let person: PersonAccess
    private let folders: any GroupFolders
    /// The newest commit of the store that is this program's own, and the files that there were when the last sync began.
    private var lastCommit: Int64 = -1
    private var lastFiles: [SyncID: Set<FolderFile>] = [:]
    private var listening: ChangeToken?

    /// Begins.
    ///
    /// - Parameters:
    ///   - person: Access to the service.
    ///   - folders: Where the group's folder is.
    package init(_ person: PersonAccess, folders: any GroupFolders = DiskFolders()) {
        self.person = person
        self.folders = folders
    }

    private func ask(_ request: SyncRequest) throws -> SyncAnswer {
        let data = try person.sync(try PackedValue.data(of: request), for: request.purpose) { question in
            let question = try PackedValue.value(FolderQuestion.self, from: question)
            return try PackedValue.data(of: FileGroup.ofPerson { folders.reply(to: question) })
        }
        switch try PackedValue.value(SyncAnswer.self, from: data) {
        case .failure(let code, let message): throw SyncError(SyncError.Code(rawValue: code) ?? .folder, message)
        case .deletions(let deletions): throw deletions
        case let answer: return answer
        }
    }

    private static var misunderstood: SyncError {
        SyncError(.folder, "The service answered something else than what it was asked. Is it of another version?")
    }

    private static func bytes(_ secret: StoreSecret) -> [UInt8] { secret.bytes.withBytes { Array($0) } }

    // MARK: Members

    package func begin(in folder: String, name: String) throws -> String {
        guard case .text(let key) = try ask(.begin(folder: folder, name: name)) else { throw Self.misunderstood }
        return key
    }

    package func invite() throws -> (code: String, expires: Date) {
        guard case .invitation(let code, let expires) = try ask(.invite) else { throw Self.misunderstood }
        return (code, expires)
    }

    @discardableResult
    package func join(_ folder: String, code: StoreSecret, name: String) throws -> Bool {
        guard case .joined(let clockDiffers) = try ask(.join(folder: folder, code: Self.bytes(code), name: name)) else {
            throw Self.misunderstood
        }
        return clockDiffers
    }

    package func remove(_ device: String, recovery: StoreSecret?) throws -> String {
        guard case .text(let name) = try ask(.remove(device: device, recovery: recovery.map { Self.bytes($0) })) else {
            throw Self.misunderstood
        }
        return name
    }

    package func move(to folder: String) throws { _ = try ask(.move(folder: folder)) }

    package func leave(informsOthers: Bool) throws { _ = try ask(.leave(informsOthers: informsOthers)) }

    // MARK: Syncing

    package func sync(joins: Bool) throws -> SyncReport {
        var files: [SyncID: Set<FolderFile>] = [:]
        if let place = folder(of: try news()) { files = try DeviceSync.files(place.folder) }
        guard case .report(let report, let commit) = try ask(.sync(joins: joins)) else { throw Self.misunderstood }
        (lastCommit, lastFiles) = (commit, files)
        return report
    }

    private func news() throws -> GroupNews {
        guard case .news(let news) = try ask(.news) else { throw Self.misunderstood }
        return news
    }

    /// The group's folder and its path; `nil` for a store in no group.
    private func folder(of news: GroupNews) -> (folder: any GroupFolder, path: String)? {
        guard let path = news.folder, let group = news.group.flatMap({ DiskFolder.id($0) }) else { return nil }
        return (folders.folder(of: group, in: path), path)
    }

    /// Whether the store is in a group that the service doesn't sync by itself.
    /// - Throws: ``SyncError``, `HKError`.
    package func needsCarrying() throws -> Bool {
        let news = try news()
        return news.group != nil && !news.syncsItself
    }

    package func hasNews() throws -> Bool {
        let news = try news()
        guard let place = folder(of: news) else { return true }
        if news.commit != lastCommit { return true }
        try folders.require(place.path)
        return try DeviceSync.files(place.folder) != lastFiles
    }

    package func extend(_ watch: ChangeWatch) throws {
        let news = try news()
        if let path = news.folder, let group = news.group.flatMap({ DiskFolder.id($0) }) {
            watch.watch([path] + (try DiskFolder(in: path, group: group).paths()), file: nil)
        }
        if listening == nil { listening = try person.listen { [waking = watch.waking] _ in waking.wake() } }
    }

    // MARK: What there is

    package func status(verifies: Bool) throws -> GroupStatus {
        guard case .status(let status) = try ask(.status(verifies: verifies)) else { throw Self.misunderstood }
        return status
    }

    package func overview() throws -> GroupOverview? {
        guard case .overview(let overview) = try ask(.overview) else { throw Self.misunderstood }
        return overview
    }

    package func lastSynced() throws -> Date?? {
        guard case .lastSynced(let isInGroup, let date) = try ask(.lastSynced) else { throw Self.misunderstood }
        return isInGroup ? .some(date) : nil
    }

    package func arrivedApps() throws -> [DeviceSync.ArrivedApp] {
        guard case .apps(let apps) = try ask(.apps) else { throw Self.misunderstood }
        return apps
    }

    package func approve(_ app: String, of device: String?, _ isApproved: Bool) throws -> [DeviceSync.ArrivedApp] {
        guard case .apps(let apps) = try ask(.approve(app: app, device: device, isApproved: isApproved)) else {
            throw Self.misunderstood
        }
        return apps
    }

    package func conflicts() throws -> [DeviceSync.Conflict] {
        guard case .conflicts(let found) = try ask(.conflicts) else { throw Self.misunderstood }
        return try found.map { try $0.conflict() }
    }

    package func settle(_ version: String, takes: Bool) throws -> DeviceSync.Conflict {
        guard case .conflicts(let found) = try ask(.settle(version: version, takes: takes)), let one = found.first
        else {
            throw Self.misunderstood
        }
        return try one.conflict()
    }
}

extension DeviceSync {
    /// Opens a store for syncing, in whichever process has the store open.
    ///
    /// - Parameters:
    ///   - person: The person's access to it.
    ///   - clock: Seconds since the reference date, where this process has it open.
    /// - Returns: What syncs it.
    /// - Throws: `HKError`.
    package static func opened(
        _ person: PersonAccess,
        clock: @escaping () -> Double = { Date().timeIntervalSinceReferenceDate }
    ) throws -> any StoreSync {
        person.isServed ? ServedGroup(person) : try DeviceSync(person, clock: clock)
    }
}
