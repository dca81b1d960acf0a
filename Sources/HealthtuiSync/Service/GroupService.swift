import Foundation
import HealthKit
import HealthKitStore

/// Syncs the store that a service has open for programs that reach the group's folder, and carry its files.
package final class GroupService: SyncServing {
    private let person: PersonAccess
    private let syncsItself: Bool
    private let cost: PassphraseCost

    /// - Parameters:
    ///   - person: Access to the store.
    ///   - syncsItself: Whether the service reaches the folder, and syncs without being asked.
    ///   - cost: What guessing the code of an invitation costs.
    package init(_ person: PersonAccess, syncsItself: Bool, cost: PassphraseCost = .standard) {
        self.person = person
        self.syncsItself = syncsItself
        self.cost = cost
    }

    package func perform(
        _ request: Data,
        for purpose: BeginSyncCall.Purpose,
        asking ask: (Data) throws -> Data
    ) throws -> Data {
        let request = try PackedValue.value(SyncRequest.self, from: request)
        guard request.purpose == purpose else {
            throw HKError.invalid("Invalid call: it is said to be for something else")
        }
        return try PackedValue.data(of: try answer(to: request, asking: ask))
    }

    private func answer(to request: SyncRequest, asking ask: (Data) throws -> Data) throws -> SyncAnswer {
        do {
            return try withoutActuallyEscaping(ask) { ask in
                let folders = CarriedFolders(scratch: try scratch()) { question in
                    try PackedValue.value(FolderReply.self, from: try ask(try PackedValue.data(of: question)))
                }
                return try perform(request, try DeviceSync(person, cost: cost, folders: folders))
            }
        } catch let error as SyncError {
            return .failure(code: error.code.rawValue, message: error.message)
        } catch let deletions as JoiningDeletions {
            return .deletions(deletions)
        }
    }

    /// The folder for temporary files, next to the store.
    private func scratch() throws -> String {
        guard let path = try person.storePath else { return NSTemporaryDirectory() }
        return URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    private func perform(_ request: SyncRequest, _ sync: DeviceSync) throws -> SyncAnswer {
        switch request {
        case .begin(let folder, let name): return .text(try sync.begin(in: folder, name: name))
        case .invite:
            let invitation = try sync.invite()
            return .invitation(code: invitation.code, expires: invitation.expires)
        case .join(let folder, let code, let name):
            return .joined(clockDiffers: try sync.join(folder, code: try Self.secret(code), name: name))
        case .remove(let device, let recovery):
            return .text(try sync.remove(device, recovery: try recovery.map { try Self.secret($0) }))
        case .move(let folder):
            try sync.move(to: folder)
            return .done
        case .leave(let informsOthers):
            try sync.leave(informsOthers: informsOthers)
            return .done
        case .sync(let joins): return .report(try sync.sync(joins: joins), commit: sync.lastCommit)
        case .status(let verifies): return .status(try sync.status(verifies: verifies))
        case .overview: return .overview(try sync.overview())
        case .lastSynced:
            let last = try sync.lastSynced()
            return .lastSynced(isInGroup: last != nil, last ?? nil)
        case .apps: return .apps(try sync.arrivedApps())
        case .approve(let app, let device, let isApproved):
            return .apps(try sync.approve(app, of: device, isApproved))
        case .conflicts: return .conflicts(try sync.conflicts().map { try ConflictForm($0) })
        case .settle(let version, let takes):
            return .conflicts([try ConflictForm(try sync.settle(version, takes: takes))])
        case .news: return .news(try sync.news(syncsItself: syncsItself))
        }
    }

    private static func secret(_ bytes: [UInt8]) throws -> StoreSecret {
        let entry = try StoreSecret.Entry()
        for byte in bytes { guard entry.add(byte) else { throw SyncError(.wrongCode, "That is too long for a code.") } }
        return try entry.take(.passphrase)
    }
}
