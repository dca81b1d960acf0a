import Foundation

/// Begins work on the store's group of machines, whose folder only the program can reach: what the work needs of the folder
/// the program is asked step by step.
///
/// HealthSync says what there is to do and to ask; what it says is bytes here, as ``PackedValue`` makes them.
package struct BeginSyncCall: OwnerSessionCall {
    /// The first step.
    package typealias Answer = SyncStep
    package static let name = "beginSync"

    /// What the work needs the person to prove.
    package enum Purpose: String, Codable, Sendable, CaseIterable {
        /// To bring in what other machines sent, and to send what was done here: nothing, as for an import.
        case carrying
        /// To read, and to choose between edits.
        case reading
        /// To say who belongs to the group, and which apps are the same.
        case deciding
    }

    package var purpose: Purpose
    /// What is to be done.
    package var request: Data
}

/// Goes on with such work.
package struct ContinueSyncCall: OwnerSessionCall {
    package typealias Answer = SyncStep
    package static let name = "continueSync"

    package var work: UInt64
    /// What the program answers to the question of the step before.
    package var reply: Data
}

/// A step of such work: a question to the program, or what came of it all.
package struct SyncStep: Codable, Hashable, Sendable {
    /// The number of the work.
    package var work: UInt64
    /// What the program is asked; `nil` at the end.
    package var question: Data?
    /// What came of it; `nil` before the end.
    package var outcome: Data?
}
