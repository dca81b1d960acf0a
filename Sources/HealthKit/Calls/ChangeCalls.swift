import Foundation

/// Saves objects, all or none.
package struct SaveCall: StoreCall {
    package typealias Answer = Void
    package static let name = "save"

    @Archived package var objects: [HKObject]

    package init(objects: [HKObject]) { self.objects = objects }

    package func check() throws { try CallBounds.check(objects.count, CallBounds.objects, "objects") }
}

/// Saves a series at once; unlike other objects, it can't wait for an unlock.
package struct SaveSeriesCall: StoreCall {
    package typealias Answer = Void
    package static let name = "saveSeries"

    @Archived package var samples: [HKSample]

    package func check() throws { try CallBounds.check(samples.count, CallBounds.objects, "objects") }
}

/// Saves a route and adds it to a workout; the answer is the stored route.
package struct SaveRouteCall: StoreCall {
    package typealias Answer = HKWorkoutRoute
    package static let name = "saveRoute"

    @ArchivedOne package var route: HKWorkoutRoute
    package var workout: UUID
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

/// Deletes the objects that match a filter; the answer is their number.
package struct DeleteMatchingCall: StoreCall {
    package typealias Answer = Int
    package static let name = "deleteMatching"

    package var selection: SampleSelection

    package func check() throws { try selection.check() }
}

/// Adds samples to a workout.
package struct AddSamplesCall: StoreCall {
    package typealias Answer = Void
    package static let name = "addSamples"

    @Archived package var samples: [HKSample]
    package var workout: UUID

    package func check() throws { try CallBounds.check(samples.count, CallBounds.objects, "objects") }
}

/// Relates an effort score to a workout.
package struct RelateCall: StoreCall {
    package typealias Answer = Void
    package static let name = "relate"

    @ArchivedOne package var sample: HKQuantitySample
    package var workout: UUID
    package var activity: UUID?
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

/// Restarts estimates of a type at a date.
package struct RecalibrateCall: StoreCall {
    package typealias Answer = Void
    package static let name = "recalibrate"

    @ByIdentifier package var type: HKSampleType
    package var date: Date
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
