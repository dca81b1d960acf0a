import Foundation

/// The logged operations, newest first.
package struct OwnerOperationsCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = [OwnerOperation]
    package static let name = "steps"

    /// The maximum number of operations, or `nil` for all.
    package var limit: Int?

    package func check() throws {
        if let limit, limit < 0 { throw HKError.invalid("A log has no \(limit) steps") }
    }
}

/// The operation that is undone or redone next, or `nil` when there is none.
package struct OwnerNextOperationCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = OwnerOperation?
    package static let name = "nextStep"

    /// Whether to return the next redo.
    package var isRedo: Bool
}

/// A preview of undoing or redoing an operation, or `nil` when there is none.
package struct OwnerOperationPreviewCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = OperationPreview?
    package static let name = "stepPreview"

    /// Whether to preview a redo.
    package var isRedo: Bool
    /// The operation, which is undone if it is done and redone if it is undone; `nil` for the next one.
    package var number: Int?
}

/// Undoes the latest operation, redoes the one that was undone last, or undoes or redoes a chosen one.
package struct UndoOperationCall: AnsweredCall {
    /// The outcome, or `nil` when there is nothing to undo or redo.
    package typealias Answer = OperationOutcome?
    package static let name = "turnStep"

    /// Whether to redo an operation.
    package var isRedo: Bool
    /// The expected operation; nothing is done when it is another.
    package var expected: Int?
    /// The operation to undo or redo, if nothing later depends on it; `nil` for whichever is next.
    package var number: Int?
}

/// Forgets all operations and their undo data.
package struct ForgetOperationsCall: AnsweredCall {
    /// The number of operations.
    package typealias Answer = Int
    package static let name = "forgetSteps"
}

/// Replaces a sample that the person typed with another that the person typed.
package struct EditCall: AnsweredCall {
    package typealias Answer = Void
    package static let name = "edit"

    /// The sample to replace.
    package var old: UUID
    /// The new sample, of the same type.
    @ArchivedOne package var new: HKSample
}

/// Replaces samples that the person typed with others, all or none, in one operation.
package struct EditSamplesCall: AnsweredCall {
    package typealias Answer = Void
    package static let name = "editSamples"

    package var edits: [EditCall]

    package func check() throws { try CallBounds.check(edits.count, CallBounds.objects, "samples") }
}

/// The sample that replaced an edited one, or `nil` when there is none.
package struct OwnerSuccessorCall: OwnerReadCall {
    package typealias Answer = HKSample?
    package static let name = "successor"

    package var uuid: UUID
}

extension OwnerSuccessorCall: AnsweredCall {
    package static func value(of answer: HKSample?) throws -> CallValue {
        try answer.map { try SamplesForm.value(of: [$0]) } ?? .null
    }

    package static func answer(from value: CallValue) throws -> HKSample? {
        value == .null ? nil : try SamplesForm.one(HKSample.self, value, isOwners: true)
    }
}

/// The earlier versions of a sample, oldest first.
package struct OwnerVersionsCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = [SampleVersion]
    package static let name = "versions"

    package var uuid: UUID
}
