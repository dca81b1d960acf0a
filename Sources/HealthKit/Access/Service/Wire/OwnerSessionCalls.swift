import Foundation

/// A call of the owner as part of work that spans several calls on one connection, and ends with the connection.
///
/// Only the program opens the person's files: the contents of a copy, an import or an export are sent.
package protocol OwnerSessionCall: AnsweredCall {}

/// Copies the store into memory for dry runs of imports, until the work ends.
package struct BeginDryRunCall: OwnerSessionCall {
    /// The number of the work.
    package typealias Answer = UInt64
    package static let name = "beginDryRun"
}

/// Begins an import; chunks follow.
package struct BeginImportCall: OwnerSessionCall {
    /// The number of the work.
    package typealias Answer = UInt64
    package static let name = "beginImport"

    package var file: String
    package var restoresDeleted: Bool
    /// The dry run that it is part of; `nil` for an import into the store.
    package var dryRun: UInt64?
}

/// Stores a chunk of an import, or ends it.
package struct ImportChunkCall: OwnerSessionCall {
    package typealias Answer = ImportOutcome
    package static let name = "importChunk"

    package var work: UInt64
    /// The chunk, or `nil` to sync the stored data to disk.
    package var chunk: ImportChunk?
}

/// Begins to read one consistent state of the store.
package struct BeginSnapshotCall: OwnerSessionCall {
    package typealias Answer = UInt64
    package static let name = "beginSnapshot"

    package var selection: ExportSelection
    /// The copy to read instead of the store.
    package var copy: UInt64?
    /// Whether the data leaves the store for a file rather than only being shown.
    package var leaves: Bool
}

/// Asks a question of a snapshot.
package struct AskSnapshotCall: OwnerSessionCall {
    package typealias Answer = SnapshotReply
    package static let name = "askSnapshot"

    package var work: UInt64
    package var question: SnapshotQuestion
}

/// Makes a copy of the store that exists until the work is ended.
package struct BeginCopyCall: OwnerSessionCall {
    package typealias Answer = BegunCopy
    package static let name = "beginCopy"

    /// Whether data that belongs to this store alone is left out.
    package var leavesSteps: Bool
}

/// A copy of the store.
package struct BegunCopy: Codable, Hashable, Sendable {
    package var work: UInt64
    /// The size in bytes.
    package var size: Int
}

/// Reads bytes of a copy.
package struct CopyPieceCall: OwnerSessionCall {
    /// The maximum number of bytes of a file in one call.
    static let pieceSize = 4 << 20

    package typealias Answer = Data
    package static let name = "copyPiece"

    package var work: UInt64
    package var offset: Int

    package func check() throws {
        guard offset >= 0 else { throw HKError.invalid("A copy has no byte \(offset)") }
    }
}

/// Begins to receive a file, piece by piece.
package struct BeginUploadCall: OwnerSessionCall {
    package typealias Answer = UInt64
    package static let name = "beginUpload"
}

/// Adds bytes to a file being received.
package struct UploadPieceCall: OwnerSessionCall {
    package typealias Answer = Void
    package static let name = "uploadPiece"

    package var work: UInt64
    package var data: Data
}

/// Merges contents of an uploaded copy that this store does not have.
package struct MergeUploadCall: OwnerSessionCall {
    package typealias Answer = StoreMergeSummary
    package static let name = "mergeUpload"

    package var work: UInt64
    package var file: String
    package var restoresDeleted: Bool
    /// The dry run that it is part of; `nil` to change the store.
    package var dryRun: UInt64?
}

/// Ends work.
package struct EndWorkCall: OwnerSessionCall {
    package typealias Answer = Void
    package static let name = "endWork"

    package var work: UInt64
}

/// Returns whether the store can be read.
package struct OwnerLockStateCall: OwnerSessionCall {
    package typealias Answer = StoreLockState
    package static let name = "lockState"
}

/// Unlocks the store for every program.
package struct OwnerUnlockCall: OwnerSessionCall {
    package typealias Answer = UnlockReport?
    package static let name = "unlock"

    package var secret: SecretForm
    /// The number of seconds until it is locked, or `nil` for no limit.
    package var seconds: Double?
    /// The program that started this one.
    package var starter: OwnerStarter?
}

/// Locks the store in every program.
package struct OwnerLockCall: OwnerSessionCall {
    package typealias Answer = LockOutcome
    package static let name = "lock"
}

/// Returns the agent's state of the store's key.
package struct OwnerKeptKeyCall: OwnerSessionCall {
    package typealias Answer = KeptKey?
    package static let name = "keptKey"
}

/// Changes the store's passphrase or recovery key.
package struct OwnerPassphraseCall: OwnerSessionCall {
    /// The new recovery key, if there is one.
    package typealias Answer = String?
    package static let name = "passphrase"

    package enum Change: Codable, Sendable {
        case set(SecretForm)
        case change(SecretForm, to: SecretForm)
        case renewRecoveryKey(SecretForm)
        case remove(SecretForm)
    }

    package var change: Change
}

/// Reads samples of a type that HealthKit does not know, in order of start.
package struct OwnerUnknownPageCall: OwnerSessionCall {
    package typealias Answer = [UnknownSample]
    package static let name = "unknownPage"

    package var selection: SampleSelection
    package var ascending: Bool
    /// The number of samples to skip.
    package var skipped: Int
    /// The maximum number of samples.
    package var limit: Int

    package func check() throws {
        try selection.check()
        guard skipped >= 0, limit > 0 else {
            throw HKError.invalid("A page has no \(limit) samples from \(skipped) on")
        }
    }
}

extension OwnerUnknownPageCall {
    package static func value(of answer: [UnknownSample]) throws -> CallValue {
        .list(try answer.map { try OwnerUnknownSampleCall.value(of: $0) })
    }

    package static func answer(from value: CallValue) throws -> [UnknownSample] {
        guard case .list(let values) = value else { throw CallCodingError.damaged("no list of samples") }
        return try values.compactMap { try OwnerUnknownSampleCall.answer(from: $0) }
    }
}

/// Deletes all matching objects, whoever saved them, and returns the deleted objects.
package struct OwnerDeletedCall: OwnerSessionCall {
    package typealias Answer = [UUID]
    package static let name = "deleteMatchingUUIDs"

    package var selections: [SampleSelection]
    package var expected: Int?

    package func check() throws { try selections.check() }
}

/// Reads everything in the store and verifies its checksums.
package struct OwnerCheckCall: OwnerSessionCall {
    package typealias Answer = StoreCheck
    package static let name = "check"
}
