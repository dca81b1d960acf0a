import Foundation

/// Saves objects, all or none.
package struct SaveCall: StoreCall {
    package typealias Answer = Void
    package static let name = "save"

    @Archived package var objects: [HKObject]

    package init(objects: [HKObject]) { self.objects = objects }

    package func check() throws { try CallBounds.check(objects.count, CallBounds.objects, "objects") }
}

// The audit counts it where it is stored, with others in one transaction.
extension SaveCall: AnsweredCall {}

/// A frequent call: `Codable` would encode the same and take several times as long.
extension SaveCall {
    package var callValue: CallValue {
        get throws { .fields(["objects": .bytes(try SampleBatch.bytes(of: objects))]) }
    }

    package static func call(from value: CallValue, isOwners: Bool) throws -> SaveCall {
        guard case .fields(let fields) = value, fields.count == 1, case .bytes(let bytes)? = fields["objects"],
            bytes.first == SampleBatch.version
        else {
            // Archives of an earlier version, and invalid calls.
            return try CallDecoder.value(SaveCall.self, from: value, isOwners: isOwners)
        }
        return SaveCall(objects: try SampleBatch.samples(bytes, isOwners: isOwners))
    }
}

/// Saves a series at once; unlike other objects, it can't wait for an unlock.
package struct SaveSeriesCall: StoreCall {
    package typealias Answer = Void
    package static let name = "saveSeries"

    @Archived package var samples: [HKSample]

    package func check() throws { try CallBounds.check(samples.count, CallBounds.objects, "objects") }
}

extension SaveSeriesCall: AnsweredCall, AuditedCall {
    var audit: AuditSubject? { AuditSubject(.save, Array(Set(samples.map(\.sampleType)))) }

    func objects(in answer: Void) -> AuditObjects { .byType(AuditObjects.byType(samples)) }
}

/// Saves a route and adds it to a workout; the answer is the stored route.
package struct SaveRouteCall: StoreCall {
    package typealias Answer = HKWorkoutRoute
    package static let name = "saveRoute"

    @ArchivedOne package var route: HKWorkoutRoute
    package var workout: UUID
}

extension SaveRouteCall: AnsweredCall, AuditedCall {
    package static func value(of answer: HKWorkoutRoute) throws -> CallValue {
        try SamplesForm.value(of: [answer])
    }

    package static func answer(from value: CallValue) throws -> HKWorkoutRoute {
        try SamplesForm.one(HKWorkoutRoute.self, value)
    }

    var audit: AuditSubject? { AuditSubject(.save, [route.sampleType]) }

    func objects(in answer: HKWorkoutRoute) -> AuditObjects { .total(1) }
}

/// Deletes objects, all or none.
package struct DeleteCall: StoreCall {
    package typealias Answer = Void
    package static let name = "delete"

    package var objects: [UUID]
    /// The types that the caller claims, which can only add to the required rights.
    package var types: Set<String>

    package func check() throws { try CallBounds.check(objects.count, CallBounds.objects, "objects") }
}

extension DeleteCall: AnsweredCall, AuditedCall {
    /// The types that the app claims; the store knows the actual ones once the objects are deleted.
    var audit: AuditSubject? { AuditSubject(.delete, types.compactMap { HKObjectType.type(identifier: $0) }) }

    func objects(in answer: Void) -> AuditObjects { .total(objects.count) }
}

/// Deletes the objects that match a filter; the answer is their number.
package struct DeleteMatchingCall: StoreCall {
    package typealias Answer = Int
    package static let name = "deleteMatching"

    package var selection: SampleSelection

    package func check() throws { try selection.check() }
}

extension DeleteMatchingCall: AnsweredCall, AuditedCall {
    var audit: AuditSubject? { AuditSubject(.delete, [selection]) }

    func objects(in answer: Int) -> AuditObjects { .total(answer) }
}

/// Adds samples to a workout.
package struct AddSamplesCall: StoreCall {
    package typealias Answer = Void
    package static let name = "addSamples"

    @Archived package var samples: [HKSample]
    package var workout: UUID

    package func check() throws { try CallBounds.check(samples.count, CallBounds.objects, "objects") }
}

extension AddSamplesCall: AnsweredCall, AuditedCall {
    var audit: AuditSubject? { AuditSubject(.save, Array(Set(samples.map(\.sampleType)))) }

    func objects(in answer: Void) -> AuditObjects { .byType(AuditObjects.byType(samples)) }
}

/// Relates an effort score to a workout.
package struct RelateCall: StoreCall {
    package typealias Answer = Void
    package static let name = "relate"

    @ArchivedOne package var sample: HKQuantitySample
    package var workout: UUID
    package var activity: UUID?
}

extension RelateCall: AnsweredCall, AuditedCall {
    var audit: AuditSubject? { AuditSubject(.change, [sample.sampleType]) }

    func objects(in answer: Void) -> AuditObjects { .total(1) }
}

/// Removes the relation between an effort score and a workout.
package struct UnrelateCall: StoreCall {
    package typealias Answer = Void
    package static let name = "unrelate"

    package var sample: UUID
    /// The type that the caller claims for the sample.
    package var type: String
    package var workout: UUID
    package var activity: UUID?
}

extension UnrelateCall: AnsweredCall, AuditedCall {
    var audit: AuditSubject? { HKObjectType.type(identifier: type).map { AuditSubject(.change, [$0]) } }

    func objects(in answer: Void) -> AuditObjects { .total(1) }
}

/// Restarts estimates of a type at a date.
package struct RecalibrateCall: StoreCall {
    package typealias Answer = Void
    package static let name = "recalibrate"

    @ByIdentifier package var type: HKSampleType
    package var date: Date
}

extension RecalibrateCall: AnsweredCall, AuditedCall {
    var audit: AuditSubject? { AuditSubject(.change, [type]) }
}

/// Registers the caller for changes of a type, or removes the registration.
package struct DeliveryCall: StoreCall {
    package typealias Answer = Void
    package static let name = "delivery"

    /// The type's identifier; `nil` for all that are registered.
    package var type: String?
    /// Raw value of the frequency; `nil` removes the registration.
    package var frequency: Int?
    /// The program's launch arguments, or `nil` for none.
    package var arguments: [String]?

    package func check() throws {
        if let arguments { try WakeProgram(path: "", arguments: arguments).check() }
        if let frequency, HKUpdateFrequency(rawValue: frequency) == nil {
            throw HKError.invalid("\(frequency) isn't an update frequency")
        }
    }
}

extension DeliveryCall: AnsweredCall, AuditedCall {
    // The app's own data.
    var audit: AuditSubject? { nil }
}
