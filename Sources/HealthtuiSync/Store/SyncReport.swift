import Foundation
import HealthKit

/// The outcome of a sync.
package struct SyncReport: Codable, Sendable {
    /// This device's relation to its group.
    package enum State: String, Codable, Sendable, Hashable {
        /// It is a member, and everything that there was is read and sent.
        case synced
        /// It answered an invitation, and the inviter has not synced since.
        case waiting
        /// It was removed from the group.
        case removed
    }

    package var state = State.synced
    /// The entries that this device sent the others.
    package var sent = 0
    /// Samples that came, changed and went here.
    package var added = 0
    package var changed = 0
    package var deleted = 0
    /// Settings and links that changed here.
    package var settings = 0
    /// Samples that no file of the group can hold, and stay here.
    package var tooLarge = 0
    /// Samples and settings that no import would take, and that stay here.
    package var invalid = 0
    /// The profile values that a first sync replaced; `nil` if nothing differed.
    package var replacedProfile: ReplacedProfile?
    /// The names of devices that joined by this device's invitations.
    package var joined: [String] = []
    /// A device that another one added.
    package struct NewMachine: Codable, Sendable, Hashable {
        package var name: String
        /// The name of the device that added it.
        package var by: String
    }

    /// The devices that others added since the last sync.
    package var addedMachines: [NewMachine] = []
    /// Files in the folder that weren't read.
    package var problems: [SyncProblem] = []
}

/// A file in the group's folder that isn't read, and why.
package struct SyncProblem: Codable, Sendable, Hashable {
    /// The device in whose folder it lies, by name where that is known.
    package var device: String
    package var file: String
    package var error: SyncError.Code
    /// Problems with entries of it that are left out; the others are read.
    package var flaws: EntryCheck.Flaws?

    /// Creates a problem.
    package init(device: String, file: String, error: SyncError.Code, flaws: EntryCheck.Flaws? = nil) {
        self.device = device
        self.file = file
        self.error = error
        self.flaws = flaws
    }
}

/// Profile values that both sides had set differently when a store joined: the group's values are kept.
package struct ReplacedProfile: Codable, Sendable, Hashable {
    /// This store's values.
    package var here = CharacteristicValues()
    /// The group's values.
    package var group = CharacteristicValues()

    /// Creates one without values.
    package init() {}
}

/// The deletions that joining would make, which the person decides on first.
package struct JoiningDeletions: Error, Codable, Sendable, Hashable {
    /// Samples of this store that were deleted on other devices.
    package var here: Int
    /// Samples of the group that were deleted here.
    package var there: Int

    /// Creates counts.
    package init(here: Int, there: Int) {
        self.here = here
        self.there = there
    }
}

/// A group, as one device sees it.
package struct GroupStatus: Codable, Sendable {
    /// A device of the group.
    package struct Device: Codable, Sendable {
        package var id: String
        package var name: String
        package var isThis: Bool
        /// The number of the last file of its log that was read here.
        package var position: Int
        /// When something new of it was read here last.
        package var heard: Date?
        /// Whether others have read more of its log than this device.
        package var hasMissing: Bool
        /// The time by which its clock is ahead of this device's, in seconds; `nil` for less than a day.
        package var ahead: Double?
        /// The identifier of the device that added it; `nil` for the first one.
        package var addedBy: String?
    }

    package var group: String
    package var folder: String
    package var name: String
    package var state: SyncReport.State
    package var devices: [Device]
    /// When this device synced last.
    package var synced: Date?
    /// Whether this store has changes that aren't sent yet.
    package var hasUnsent: Bool
    /// The reason why the folder can't be read or written now; `nil` if it can.
    package var folderProblem: String?
    /// Files of this device, and statements of any device, that the folder lacks and the next sync writes.
    package var unwritten: Int = 0
    /// The reason why the last sync couldn't write them; `nil` if it could.
    package var unwrittenReason: String?
    /// The files kept of the group, and their bytes.
    package var files: Int
    package var bytes: Int
    package var problems: [SyncProblem]
    /// The number of edits that aren't shown because another machine's edit of the same sample is later.
    package var conflicts: Int
    /// Days on which the store and the group's entries differ; `nil` where that wasn't looked at.
    package var differing: [String]?
    /// Totals that differ though the samples don't; `nil` where that wasn't looked at.
    package var differingTotals: [DifferingTotals]?

    /// A type of which another machine has other totals.
    package struct DifferingTotals: Codable, Sendable, Hashable {
        /// The type's identifier.
        package var type: String
        /// The other machine's name.
        package var device: String
    }
}
