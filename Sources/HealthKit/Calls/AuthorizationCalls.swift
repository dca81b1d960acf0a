import Foundation

/// Returns the person's decision about sharing one type; the caller never learns whether it may be read.
package struct AuthorizationStatusCall: StoreCall {
    package typealias Answer = HKAuthorizationStatus
    package static let name = "authorizationStatus"

    /// The type's identifier.
    package var type: String
}

extension AuthorizationStatusCall: AnsweredCall, AuditedCall {
    // It reveals no data.
    var audit: AuditSubject? { nil }
}

/// Returns whether a request for types would show the person anything.
package struct RequestStatusCall: StoreCall {
    package typealias Answer = HKAuthorizationRequestStatus
    package static let name = "requestStatus"

    package var share: Set<ByIdentifier<HKSampleType>>
    package var read: Set<ByIdentifier<HKObjectType>>

    package func check() throws { try CallBounds.check(share.count + read.count, CallBounds.types, "types") }
}

extension RequestStatusCall: AnsweredCall, AuditedCall {
    // It reveals no data.
    var audit: AuditSubject? { nil }
}

/// Returns the earliest date from which the caller may read each type; types that it may read in full, or not at all, have none.
package struct EarliestDatesCall: StoreCall {
    package typealias Answer = [HKObjectType: Date]
    package static let name = "earliestDates"

    package var types: Set<ByIdentifier<HKObjectType>>

    package func check() throws { try CallBounds.check(types.count, CallBounds.types, "types") }
}

extension EarliestDatesCall: AnsweredCall, AuditedCall {
    package static func value(of answer: [HKObjectType: Date]) throws -> CallValue {
        let fields = answer.map { type, date in
            CallFields.Field(name: type.identifier, value: .decimal(date.timeIntervalSinceReferenceDate))
        }
        return .fields(CallFields(fields))
    }

    package static func answer(from value: CallValue) throws -> [HKObjectType: Date] {
        try valuesByObjectType(CallDecoder.value([String: Date].self, from: value)) { $0 }
    }

    // It reveals no data.
    var audit: AuditSubject? { nil }
}

/// Asks the person for types.
package struct AuthorizeCall: AnsweredCall {
    package typealias Answer = Void
    package static let name = "authorize"

    package var share: Set<ByIdentifier<HKSampleType>>
    package var read: Set<ByIdentifier<HKObjectType>>

    package func check() throws { try CallBounds.check(share.count + read.count, CallBounds.types, "types") }
}

/// Asks the person for single objects of a type.
package struct AuthorizeObjectsCall: AnsweredCall {
    package typealias Answer = Void
    package static let name = "authorizeObjects"

    @ByIdentifier package var type: HKObjectType
    package var filter: SampleFilter

    package func check() throws { try filter.checkSize() }
}

/// Asks the person about the documents that were never presented.
package struct AuthorizeDocumentsCall: AnsweredCall {
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

extension PickRecordsCall: AnsweredCall {
    package static func value(of answer: [HKVerifiableClinicalRecord]) throws -> CallValue {
        try SamplesForm.value(of: answer)
    }

    package static func answer(from value: CallValue) throws -> [HKVerifiableClinicalRecord] {
        try SamplesForm.of(HKVerifiableClinicalRecord.self, value)
    }
}

/// Presents the requests of the caller's extensions to the person.
package struct AuthorizeExtensionsCall: AnsweredCall {
    package typealias Answer = Void
    package static let name = "authorizeExtensions"
}
