import Foundation

/// Returns the person's decision about sharing one type; the caller never learns whether it may be read.
package struct AuthorizationStatusCall: StoreCall {
    package typealias Answer = HKAuthorizationStatus
    package static let name = "authorizationStatus"

    /// The type's identifier.
    package var type: String
}

/// Returns whether a request for types would show the person anything.
package struct RequestStatusCall: StoreCall {
    package typealias Answer = HKAuthorizationRequestStatus
    package static let name = "requestStatus"

    package var share: Set<ByIdentifier<HKSampleType>>
    package var read: Set<ByIdentifier<HKObjectType>>

    package func check() throws { try CallBounds.check(share.count + read.count, CallBounds.types, "types") }
}

/// Returns the earliest date from which the caller may read each type; types that it may read in full, or not at all, have none.
package struct EarliestDatesCall: StoreCall {
    package typealias Answer = [HKObjectType: Date]
    package static let name = "earliestDates"

    package var types: Set<ByIdentifier<HKObjectType>>

    package func check() throws { try CallBounds.check(types.count, CallBounds.types, "types") }
}

/// Asks the person for types.
package struct AuthorizeCall: StoreCall {
    package typealias Answer = Void
    package static let name = "authorize"

    package var share: Set<ByIdentifier<HKSampleType>>
    package var read: Set<ByIdentifier<HKObjectType>>

    package func check() throws { try CallBounds.check(share.count + read.count, CallBounds.types, "types") }
}

/// Asks the person for single objects of a type.
package struct AuthorizeObjectsCall: StoreCall {
    package typealias Answer = Void
    package static let name = "authorizeObjects"

    @ByIdentifier package var type: HKObjectType
    package var filter: SampleFilter

    package func check() throws { try filter.checkSize() }
}

/// Asks the person about the documents that were never presented.
package struct AuthorizeDocumentsCall: StoreCall {
    package typealias Answer = Void
    package static let name = "authorizeDocuments"

    package var selection: SampleSelection

    package func check() throws { try selection.check() }
}

/// Lets the person pick verifiable clinical records, for this one time.
package struct PickRecordsCall: StoreCall {
    package typealias Answer = [HKVerifiableClinicalRecord]
    package static let name = "pickRecords"

    package var filter: SampleFilter

    package func check() throws { try filter.checkSize() }
}

/// Presents the requests of the caller's extensions to the person.
package struct AuthorizeExtensionsCall: StoreCall {
    package typealias Answer = Void
    package static let name = "authorizeExtensions"
}

/// Reads one characteristic of the person.
package struct CharacteristicCall: StoreCall {
    package typealias Answer = CharacteristicValues
    package static let name = "characteristic"

    /// The type's identifier.
    package var type: String
}

/// Reads the units in which the person wants to see types.
package struct PreferredUnitsCall: StoreCall {
    package typealias Answer = [HKQuantityType: HKUnit]
    package static let name = "preferredUnits"

    package var types: Set<ByIdentifier<HKQuantityType>>

    package func check() throws { try CallBounds.check(types.count, CallBounds.types, "types") }
}

/// Reads the zones that apply to the person's workouts.
package struct PreferredZonesCall: StoreCall {
    package typealias Answer = HKWorkoutZoneConfiguration?
    package static let name = "preferredZones"

    @ByIdentifier package var type: HKQuantityType
    /// The date, as calculated zones change with age and measurements.
    package var date: Date

    package func check() throws { try HKWorkoutZoneConfiguration.check(type) }
}

/// Reads the facts that determine resting energy, as far as the caller may.
package struct BodyFactsCall: StoreCall {
    package typealias Answer = BodyFacts
    package static let name = "bodyFacts"

    package var date: Date
}
