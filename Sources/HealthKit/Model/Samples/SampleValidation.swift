import Foundation

/// The times that samples may have.
package enum SampleTimes {
    /// Seconds before and after the reference date, over 3,000 years: beyond, calendars of today mean nothing and times
    /// lose their fractions.
    package static let limit = 1e11
}

/// The checks that samples pass when they are made, and again when they are saved (R2.1 to R2.4, R2.11 to R2.14).
package enum SampleValidation {
    /// Checks the interval of a sample.
    ///
    /// - Throws: `errorInvalidArgument` if the end is before the start, or the sample is longer or shorter than its type
    ///   allows.
    package static func checkInterval(_ type: HKSampleType, start: Date, end: Date) throws {
        let begin = start.timeIntervalSinceReferenceDate
        let finish = end.timeIntervalSinceReferenceDate
        guard begin.isFinite, finish.isFinite else {
            throw HKError.invalid("startDate and endDate of \(type.identifier) must be dates")
        }
        guard start <= end else {
            throw HKError.invalid("startDate (\(start)) cannot be after endDate (\(end))")
        }
        if end == .distantFuture {
            guard type.allowsUndeterminedDuration else {
                // The class is Apple's, whatever the type.
                throw HKError.invalid("Type HKSample can not have endDate of NSDate.distantFuture")
            }
            return
        }
        let duration = finish - begin
        if type.isMaximumDurationRestricted, duration > type.maximumAllowedDuration {
            throw HKError.invalid(
                "startDate (\(start)) and endDate (\(end)) exceed the maximum allowed duration for this sample type. "
                    + "Maximum duration for type \(type.identifier) is \(decimals(type.maximumAllowedDuration))"
            )
        }
        if type.isMinimumDurationRestricted, duration < type.minimumAllowedDuration {
            throw HKError.invalid(
                "startDate (\(start)) and endDate (\(end)) are closer than the minimum allowed duration for this sample type. "
                    + "Minimum duration for type \(type.identifier) is \(decimals(type.minimumAllowedDuration))"
            )
        }
    }

    /// Checks that the dates of a sample to save are in a range that can be counted in days and years.
    ///
    /// - Throws: `errorInvalidArgument` otherwise.
    package static func checkTimes(_ sample: HKSample) throws {
        let start = sample.startDate.timeIntervalSinceReferenceDate
        let end = sample.endDate.timeIntervalSinceReferenceDate
        guard abs(start) < SampleTimes.limit, abs(end) < SampleTimes.limit else {
            throw HKError.invalid(
                "startDate and endDate of \(sample.sampleType.identifier) are out of range: "
                    + "\(start) and \(end) seconds from the reference date"
            )
        }
        guard let correlation = sample.asCorrelation else { return }
        for member in correlation.objects where !(member is HKCorrelation) { try checkTimes(member) }
    }

    /// Checks that a unit is compatible with a type.
    ///
    /// - Throws: `errorInvalidArgument` otherwise.
    package static func checkUnit(_ type: HKQuantityType, _ unit: HKUnit) throws {
        guard type.is(compatibleWith: unit) else {
            let wanted =
                type.canonicalUnit.factorization.dimension.name.map { "unit of type \($0)" }
                ?? "a unit compatible with \(type.canonicalUnit.unitString)"
            throw HKError.invalid("\(type.identifier) requires \(wanted). Incompatible unit: \(unit.unitString)")
        }
    }

    /// Checks that a unit is compatible with a type, and that the value is a number.
    ///
    /// - Throws: `errorInvalidArgument` otherwise.
    package static func checkQuantity(_ type: HKQuantityType, value: Double, unit: HKUnit) throws {
        try checkUnit(type, unit)
        guard value.isFinite else {
            throw HKError.invalid("\(type.identifier) requires a number; \(value) is none")
        }
    }

    /// Checks that a category value is one of its type's list.
    ///
    /// - Throws: `errorInvalidArgument` otherwise.
    package static func checkCategory(_ type: HKCategoryType, value: Int) throws {
        guard type.allows(value: value) else {
            throw HKError.invalid("Value \(value) is not compatible with type \(type.identifier)")
        }
    }

    /// Checks that the members are valid for a correlation type.
    ///
    /// - Throws: `errorInvalidArgument` otherwise.
    package static func checkMembers(_ type: HKCorrelationType, _ objects: Set<HKSample>) throws {
        guard !objects.isEmpty else {
            throw HKError.invalid("\(type.identifier) must contain at least one object")
        }
        let allowed = type.containedTypeIdentifiers
        for object in objects {
            guard object is HKQuantitySample || object is HKCategorySample else {
                throw HKError.invalid(
                    "\(type.identifier) cannot contain a \(object.sampleType.identifier): "
                        + "only quantity and category samples"
                )
            }
            guard allowed.isEmpty || allowed.contains(object.sampleType.identifier) else {
                throw HKError.invalid(
                    "\(type.identifier) cannot contain samples of type \(object.sampleType.identifier)"
                )
            }
        }
        for required in type.requiredTypeIdentifiers {
            let count = objects.count { $0.sampleType.identifier == required }
            guard count == 1 else {
                throw HKError.invalid("\(type.identifier) must contain exactly one \(required), not \(count)")
            }
        }
    }

    /// Checks classes and units of known metadata keys, the entries that the type requires, and the sync keys.
    ///
    /// - Throws: `errorInvalidArgument` for the first entry that is wrong or missing.
    package static func checkMetadata(_ metadata: Metadata?, for type: HKSampleType?) throws {
        if metadata == nil, type.map(MetadataRules.requiredKeys)?.isEmpty ?? true { return }
        for entry in metadata?.entries ?? [] {
            try MetadataRules.check(entry)
        }
        let version = metadata?[HKMetadataKeySyncVersion]
        let identifier = metadata?[HKMetadataKeySyncIdentifier]
        if version != nil, identifier == nil {
            throw HKError.invalid(
                "\(HKMetadataKeySyncVersion) may not be provided if \(HKMetadataKeySyncIdentifier) "
                    + "is not provided in the metadata"
            )
        }
        if identifier != nil, version == nil {
            throw HKError.invalid(
                "\(HKMetadataKeySyncIdentifier) may not be provided if \(HKMetadataKeySyncVersion) "
                    + "is not provided in the metadata"
            )
        }
        for key in type.map(MetadataRules.requiredKeys) ?? [] where metadata?[key] == nil {
            let constant = TypeCatalogue.shared.metadataKey(key)?.constant ?? key
            throw HKError.invalid("Type \(type?.identifier ?? "HKSample") does not have required metadata \(constant)")
        }
    }

    private static func decimals(_ seconds: TimeInterval) -> String { String(format: "%.6f", seconds) }
}
