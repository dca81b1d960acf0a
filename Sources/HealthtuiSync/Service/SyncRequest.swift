import Foundation
import HealthKit

/// A program's request to the service that has the store open.
enum SyncRequest: Codable {
    case begin(folder: String, name: String)
    case invite
    case join(folder: String, code: [UInt8], name: String)
    case remove(device: String, recovery: [UInt8]?)
    case move(folder: String)
    case leave(informsOthers: Bool)
    case sync(joins: Bool)
    case status(verifies: Bool)
    case overview
    case lastSynced
    case apps
    case approve(app: String, device: String?, isApproved: Bool)
    case conflicts
    case settle(version: String, takes: Bool)
    case news

    /// The purpose for which the person has to authenticate.
    var purpose: BeginSyncCall.Purpose {
        switch self {
        case .sync(joins: false), .news: .carrying
        case .status, .overview, .lastSynced, .apps, .conflicts, .settle: .reading
        case .begin, .invite, .join, .remove, .move, .leave, .approve, .sync(joins: true): .deciding
        }
    }
}

/// The outcome of a request.
enum SyncAnswer: Codable {
    case done
    case text(String)
    case invitation(code: String, expires: Date)
    case joined(clockDiffers: Bool)
    case report(SyncReport, commit: Int64)
    case status(GroupStatus)
    case overview(GroupOverview?)
    case lastSynced(isInGroup: Bool, Date?)
    case apps([DeviceSync.ArrivedApp])
    case conflicts([ConflictForm])
    case news(GroupNews)
    /// A first sync would delete something.
    case deletions(JoiningDeletions)
    /// It failed, with the code of a ``SyncError`` and what happened.
    case failure(code: String, message: String)
}

/// An edit that isn't shown.
struct ConflictForm: Codable {
    var version: UUID
    var edited: Date
    var device: String
    var shownDevice: String
    /// The edit's sample, and the one that is shown.
    var samples: Data

    init(_ conflict: DeviceSync.Conflict) throws {
        (version, edited, device) = (conflict.version, conflict.edited, conflict.device)
        shownDevice = conflict.shownDevice
        samples = try PackedValue.data(of: [conflict.sample, conflict.shown])
    }

    /// - Throws: ``SyncError`` for samples that this version doesn't know.
    func conflict() throws -> DeviceSync.Conflict {
        let samples = try PackedValue.samples(from: samples)
        guard samples.count == 2 else { throw SyncError(.damaged, "The service answered an edit without its samples.") }
        return DeviceSync.Conflict(
            version: version,
            edited: edited,
            device: device,
            sample: samples[0],
            shown: samples[1],
            shownDevice: shownDevice
        )
    }
}
