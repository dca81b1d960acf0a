import Foundation

/// An operation of the owner, as recorded in the log.
package struct OwnerOperation: Codable, Hashable, Sendable {
    /// The kind of operation.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case add
        case edit
        case delete
        case `import`
        case workout
        case change
        case grants
        case removeApp
        case sourceOrder
        case characteristics
        case zones
        case goals
        case ringPause
        case pins
        case addMark
        case removeMark
        case unit
        case medication
        /// A deletion on another device of the group.
        case sync
    }

    /// The state of an operation.
    package enum State: String, Codable, Sendable {
        /// It is done.
        case done
        /// It was undone, and can be redone.
        case undone
        /// It was undone and can't be redone: all of its objects have been changed otherwise since.
        case closed
    }

    /// Its number, one more than that of the operation before.
    package var number: Int
    package var kind: Kind
    package var state = State.done
    /// The time of the operation, in seconds since the reference date; for an import, the time when it began.
    package var time: Double
    /// The time when it was undone or redone, in seconds since the reference date.
    package var turned: Double?
    /// The objects that it added and removed, by type identifier.
    package var added: [String: Int] = [:]
    package var removed: [String: Int] = [:]
    /// The number of objects that an import added, of every kind; nil for other operations, and while it is running.
    package var objects: Int?
    /// The uncounted objects that came with those, such as members of correlations, by type identifier; `nil` for none.
    var uncounted: [String: Int]?
    /// The app that it was about.
    package var app: String?
    /// The app's own name, or `nil` if unknown.
    package var appName: String?
    /// The rights that it gave to apps or took from them; `nil` for an operation that changed none, or of an earlier version.
    package var access: [AccessChange]?
    /// The identifier of the affected type.
    package var type: String?
    /// A distinguishing note: a file's name, a day, a unit.
    package var note: String?
    /// Whether the data needed to undo or redo it is still kept.
    package var isKept = true

    /// Whether more may be added to it.
    var isOpen: Bool?
    /// Whether it restored objects that the person had deleted.
    var restoresDeleted: Bool?
    /// Whether its deletions were made by an undo on another device.
    package var isUndo: Bool?
    /// The number of the latest operation when it was last undone or redone, and the count of undos and redos by then.
    var turnedAfter: Int?
    var turn: Int?
    /// The number of bytes kept to undo it, the number of parts, and their format version.
    var bytes = 0
    var parts = 0
    var making = 0
    /// The number of objects that arrived when it was last done or undone.
    var arrived = 0

    /// The number of bytes kept to undo or redo it.
    package var bytesKept: Int { bytes }

    /// Whether undoing or redoing it changes an app's rights.
    package var changesRights: Bool { kind == .grants || kind == .removeApp }

    /// The maximum number of objects that are undone without a question.
    package static let mostUnasked = 100

    /// The number of samples and records that it added and removed.
    var sampleCount: Int { added.values.reduce(0, +) + removed.values.reduce(0, +) }

    /// Whether it needs a preview before it is undone or redone, since the person may have to be asked; see
    /// ``OperationPreview/asks``.
    package var mayAsk: Bool { kind == .import || changesRights || sampleCount > Self.mostUnasked }

    /// The date of the operation.
    package var date: Date { Date(timeIntervalSinceReferenceDate: time) }

    /// Creates an operation.
    package init(number: Int, kind: Kind, time: Double) {
        self.number = number
        self.kind = kind
        self.time = time
    }
}

/// The outcome of undoing or redoing an operation.
package struct OperationOutcome: Codable, Hashable, Sendable {
    package var step: OwnerOperation
    /// Objects that were restored, and that were removed.
    package var restored = 0
    package var deleted = 0
    /// Objects that the operation had added and that no longer exist.
    package var missing = 0
    /// Objects to restore that exist already.
    package var present = 0
    /// Settings that were changed otherwise since, and that stay as they are.
    package var kept = 0
    /// Objects that were changed or deleted otherwise since, and that stay as they are; `nil` for none.
    var changed: Int?
    /// The rights that apps gained and lost, or `nil` for none.
    package var access: [AccessChange]?

    /// The number of objects that were changed or deleted otherwise since, so that they stay as they are.
    package var touched: Int {
        get { changed ?? 0 }
        set { changed = newValue > 0 ? newValue : nil }
    }

    /// Creates an outcome that changed nothing.
    package init(step: OwnerOperation) { self.step = step }
}

/// The content of a sample before the person edited it.
package struct SampleVersion: Codable, Hashable, Sendable {
    /// The UUID under which it was stored.
    package var uuid: UUID
    /// Times, in seconds since the reference date.
    package var start: Double
    package var end: Double
    package var value: Double
    /// The unit of the value; `nil` for a category's.
    package var unit: String?
    /// The time of the edit, in seconds since the reference date.
    package var edited: Double
    /// The versions of a correlation's members, by type, or `nil` for another sample.
    package var members: [String: SampleVersion]?
}

extension SampleVersion {
    /// The date of the edit.
    package var editedDate: Date { Date(timeIntervalSinceReferenceDate: edited) }

    /// A sample with the same content, or `nil` if the content isn't valid for the type.
    package func sample(of type: HKSampleType) -> HKSample? {
        let (from, to) = (Date(timeIntervalSinceReferenceDate: start), Date(timeIntervalSinceReferenceDate: end))
        // A version that can't be a valid sample isn't shown among the earlier ones.
        if let type = type as? HKQuantityType {
            guard let unit = unit.flatMap(UnitTable.unit(named:)), type.is(compatibleWith: unit) else { return nil }
            let quantity = HKQuantity(unit: unit, doubleValue: value)
            return try? HKQuantitySample(validating: type, quantity: quantity, start: from, end: to)
        }
        if let type = type as? HKCorrelationType {
            let objects = (members ?? [:])
                .compactMap { identifier, version in
                    (HKObjectType.type(identifier: identifier) as? HKSampleType).flatMap { version.sample(of: $0) }
                }
            return try? HKCorrelation(validating: type, start: from, end: to, objects: Set(objects))
        }
        guard let type = type as? HKCategoryType, let value = Int(exactly: value) else { return nil }
        return try? HKCategorySample(validating: type, value: value, start: from, end: to)
    }
}
