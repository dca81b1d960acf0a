import Foundation

/// Begins sync work on the store's group of machines, whose folder only the program can access.
///
/// The service requests the parts of the folder that the work needs from the program, step by step. HealthtuiSync
/// defines the work and the questions, which are bytes here, as made by ``PackedValue``.
package struct BeginSyncCall: OwnerSessionCall {
    /// The first step.
    package typealias Answer = SyncStep
    package static let name = "beginSync"

    /// The purpose for which the person has to prove identity.
    package enum Purpose: String, Codable, Sendable, CaseIterable {
        /// Storing what other machines sent, and sending local changes: needs no proof, like an import.
        case carrying
        /// Reading, and choosing between edits.
        case reading
        /// Deciding who belongs to the group, and which apps are the same.
        case deciding
    }

    package var purpose: Purpose
    /// The requested work.
    package var request: Data
}

/// Continues sync work.
package struct ContinueSyncCall: OwnerSessionCall {
    package typealias Answer = SyncStep
    package static let name = "continueSync"

    package var work: UInt64
    /// The program's answer to the last step's question.
    package var reply: Data
}

/// A step of sync work: a question to the program, or the result.
package struct SyncStep: Codable, Hashable, Sendable {
    /// The number of the work.
    package var work: UInt64
    /// The question to the program, or `nil` at the end.
    package var question: Data?
    /// The result, or `nil` before the end.
    package var outcome: Data?
}
