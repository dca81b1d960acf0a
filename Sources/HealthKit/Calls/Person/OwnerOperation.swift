import Foundation

/// One thing that the person did, as the log of steps tells it.
package struct OwnerOperation: Codable, Hashable, Sendable {
    /// What was done.
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
        case unit
        case medication
        /// What was deleted on another device of the group.
        case sync
    }

    /// What became of it.
    package enum State: String, Codable, Sendable {
        /// It stands.
        case done
        /// It was taken back, and can be done again.
        case undone
        /// It was taken back and can't be done again: something else has changed all that it was about.
        case closed
    }

    /// Its number, one more than that of the step before.
    package var number: Int
    package var kind: Kind
    package var state = State.done
    /// When it was done, in seconds since the reference date; for an import when it began.
    package var time: Double
    /// When it was taken back or done again, in seconds since the reference date.
    package var turned: Double?
    /// Objects that came and went, by type identifier.
    package var added: [String: Int] = [:]
    package var removed: [String: Int] = [:]
    /// How many objects an import said that it added, of every kind; nil for other operations, and while it goes on.
    package var objects: Int?
    /// What came with those without being counted, by type identifier: members of correlations, say; `nil` for nothing.
    var uncounted: [String: Int]?
    /// The app that it was about.
    package var app: String?
    /// What the app calls itself; `nil` where that isn't known.
    package var appName: String?
    /// What it gave apps, or took from them; `nil` for a step that gave and took nothing, or of an earlier version.
    package var access: [AccessChange]?
    /// The identifier of the type that it was about.
    package var type: String?
    /// What else tells it from others: a file's name, a day, a unit.
    package var note: String?
    /// Whether what is needed to turn it is still kept.
    package var isKept = true

    /// Whether more of it may come.
    var isOpen: Bool?
    /// Whether it brought back what the person had deleted.
    var restoresDeleted: Bool?
    /// Whether an undo on another device took away what it deleted.
    package var isUndo: Bool?
    /// The number of the latest step when it was last taken back or done again, and how often anything was by then.
    var turnedAfter: Int?
    var turn: Int?
    /// How many bytes are kept for it, in how many parts, and which making of them it is.
    var bytes = 0
    var parts = 0
    var making = 0
    /// How many objects came when it was last done, or taken back.
    var arrived = 0

    /// How many bytes are kept to turn it.
    package var bytesKept: Int { bytes }

    /// Whether turning it changes what an app may do.
    package var changesRights: Bool { kind == .grants || kind == .removeApp }

    /// The most objects that are taken back without a question.
    package static let mostUnasked = 100

    /// How many samples and records it brought and took away.
    var sampleCount: Int { added.values.reduce(0, +) + removed.values.reduce(0, +) }

    /// Whether it has to be looked at before it is turned, since the person may have to be asked; see
    /// ``OperationPreview/asks``.
    package var mayAsk: Bool { kind == .import || changesRights || sampleCount > Self.mostUnasked }

    /// When it was done.
    package var date: Date { Date(timeIntervalSinceReferenceDate: time) }

    /// Creates a step.
    package init(number: Int, kind: Kind, time: Double) {
        self.number = number
        self.kind = kind
        self.time = time
    }
}

/// What taking a step back, or doing it again, came to.
package struct OperationOutcome: Codable, Hashable, Sendable {
    package var step: OwnerOperation
    /// Objects that came back, and that went.
    package var restored = 0
    package var deleted = 0
    /// Objects that the step had brought and that are not there any more.
    package var missing = 0
    /// Objects that were to come back and are there already.
    package var present = 0
    /// Settings that somebody else changed since, and that stay as they are.
    package var kept = 0
    /// Objects that somebody else changed or deleted since, and that stay as they are; `nil` for none.
    var changed: Int?
    /// What apps may do now that they couldn't before, and the other way round; `nil` for nothing.
    package var access: [AccessChange]?

    /// How many objects somebody else changed or deleted since, so that they stay as they are.
    package var touched: Int {
        get { changed ?? 0 }
        set { changed = newValue > 0 ? newValue : nil }
    }

    /// Creates an outcome that changed nothing.
    package init(step: OwnerOperation) { self.step = step }
}

/// Takes the latest step back, or does the one again that was taken back last, or turns another one.
package struct UndoOperationCall: StoreCall {
    /// `nil` when there is none to turn.
    package typealias Answer = OperationOutcome?
    package static let name = "turnStep"

    /// Whether a step is done again.
    package var isRedo: Bool
    /// The step that it has to be; nothing is turned when it is another.
    package var expected: Int?
    /// The step that is turned, if nothing since rests on it; `nil` for whichever is next.
    package var number: Int?
}

/// Forgets all steps, and what is kept to take them back.
package struct ForgetOperationsCall: StoreCall {
    /// How many there were.
    package typealias Answer = Int
    package static let name = "forgetSteps"
}

/// Puts a sample that the person typed in the place of another that the person typed.
package struct EditCall: StoreCall {
    package typealias Answer = Void
    package static let name = "edit"

    /// The sample that goes.
    package var old: UUID
    /// The one that comes, of the same type.
    @ArchivedOne package var new: HKSample
}

/// Puts samples that the person typed in the place of others, all of them or none, in one step.
package struct EditSamplesCall: StoreCall {
    package typealias Answer = Void
    package static let name = "editSamples"

    package var edits: [EditCall]

    package func check() throws { try CallBounds.check(edits.count, CallBounds.objects, "samples") }
}

/// What a sample said before the person edited it.
package struct SampleVersion: Codable, Hashable, Sendable {
    /// Under which UUID it was stored.
    package var uuid: UUID
    /// Times, in seconds since the reference date.
    package var start: Double
    package var end: Double
    package var value: Double
    /// The unit of the value; `nil` for a category's.
    package var unit: String?
    /// When it was edited, in seconds since the reference date.
    package var edited: Double
    /// What the members of a correlation said, by their types; `nil` for another sample.
    package var members: [String: SampleVersion]?
}

extension SampleVersion {
    /// When it was edited.
    package var editedDate: Date { Date(timeIntervalSinceReferenceDate: edited) }

    /// A sample that says the same; `nil` for what is no sample of the type.
    package func sample(of type: HKSampleType) -> HKSample? {
        let (from, to) = (Date(timeIntervalSinceReferenceDate: start), Date(timeIntervalSinceReferenceDate: end))
        // What a version said that no sample can say is not shown among the earlier ones.
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
