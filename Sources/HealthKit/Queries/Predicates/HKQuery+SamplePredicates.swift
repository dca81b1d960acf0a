import Foundation

// Predicates over objects and samples of every kind.
extension HKQuery {
    /// A predicate that a comparison answers.
    ///
    /// Apple documents no exception for an operator, a unit or a key that HealthKit doesn't support. The predicate is
    /// created anyway, and every query rejects it (R4.19).
    static func predicate(_ build: () throws -> SampleFilter) -> NSPredicate {
        do {
            return FilterPredicate(try build())
        } catch {
            let reason = (error as? HKError)?.text ?? "\(error)"
            return FilterPredicate(.unsupported(format: "FALSEPREDICATE", reason: reason))
        }
    }

    /// Values to compare metadata with.
    ///
    /// "These values must be NSString, NSNumber, or NSDate instances."
    private static func metadata<Values>(_ read: () throws -> Values) -> Values {
        raisingExceptions(ExceptionName.invalidArgument, read)
    }

    /// The comparison of a field with an operator that HealthKit knows.
    static func comparison(
        _ field: FilterField,
        _ operatorType: HKPredicateOperator,
        _ value: FilterValue
    ) throws -> SampleFilter {
        guard let relation = FilterRelation(operatorType) else {
            throw HKError.invalid("\(field.keyPath) cannot be compared with the operator \(operatorType)")
        }
        return .compare(try FilterComparison(checking: field, relation, value))
    }

    /// Samples of a period.
    ///
    /// Without options: samples that overlap it, which is those that end at `startDate` or later and start before
    /// `endDate` (R4.2). Strict options require that the start, the end or both are within it, `endDate` itself
    /// excluded (R4.3). Apple's documentation leaves two edges open: that a sample which ends at `startDate` overlaps
    /// follows from how Apple's predicate is printed, that `endDate` is excluded for ends too is likely.
    ///
    /// - Parameters:
    ///   - startDate: The start of the period; `nil` for no limit.
    ///   - endDate: The end of the period; `nil` for no limit.
    ///   - options: How samples that reach beyond its ends count.
    /// - Returns: A predicate for sample queries.
    public class func predicateForSamples(
        withStart startDate: Date?,
        end endDate: Date?,
        options: HKQueryOptions = []
    ) -> NSPredicate {
        FilterPredicate(TimeFields.sample.filter(start: startDate, end: endDate, options: options))
    }

    /// The object with an identity.
    ///
    /// - Parameter UUID: The identity.
    /// - Returns: A predicate for sample queries.
    public class func predicateForObject(with UUID: UUID) -> NSPredicate {
        FilterPredicate(.compare(FilterComparison(.uuid, .equal, .uuid(UUID))))
    }

    /// The objects with some identities.
    ///
    /// - Parameter UUIDs: The identities.
    /// - Returns: A predicate for sample queries.
    public class func predicateForObjects(with UUIDs: Set<UUID>) -> NSPredicate {
        FilterPredicate(.compare(FilterComparison(.uuid, .isIn, .set(Set(UUIDs.map { .uuid($0) })))))
    }

    /// The objects that an app or a device saved.
    ///
    /// - Parameter source: The app or the device.
    /// - Returns: A predicate for sample queries.
    public class func predicateForObjects(from source: HKSource) -> NSPredicate {
        FilterPredicate(.compare(FilterComparison(.source, .equal, .source(source))))
    }

    /// The objects that some apps or devices saved.
    ///
    /// - Parameter sources: The apps and devices.
    /// - Returns: A predicate for sample queries.
    public class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
        FilterPredicate(.compare(FilterComparison(.source, .isIn, .set(Set(sources.map { .source($0) })))))
    }

    /// The objects that some versions of apps or devices saved.
    ///
    /// - Parameter sourceRevisions: The versions; parts that hold a `HKSourceRevisionAny…` match every version.
    /// - Returns: A predicate for sample queries.
    public class func predicateForObjects(from sourceRevisions: Set<HKSourceRevision>) -> NSPredicate {
        let members = Set(sourceRevisions.map { FilterValue.revision($0) })
        return FilterPredicate(.compare(FilterComparison(.sourceRevision, .isIn, .set(members))))
    }

    /// The objects that some devices produced.
    ///
    /// All fields of the devices count, also those that are `nil` (R4.14).
    ///
    /// - Parameter devices: The devices.
    /// - Returns: A predicate for sample queries.
    public class func predicateForObjects(from devices: Set<HKDevice>) -> NSPredicate {
        FilterPredicate(.compare(FilterComparison(.device, .isIn, .set(Set(devices.map { .device($0) })))))
    }

    /// The objects that devices with a property produced.
    ///
    /// - Parameters:
    ///   - key: An `HKDevicePropertyKey…`; queries refuse another one (R4.19).
    ///   - allowedValues: The values of the property; without any, devices that do not have the property (R4.14).
    /// - Returns: A predicate for sample queries.
    public class func predicateForObjects(
        withDeviceProperty key: String,
        allowedValues: Set<String>
    ) -> NSPredicate {
        predicate {
            guard HKDevice.propertyKeys.contains(key) else {
                throw HKError.invalid("\(key) isn't an HKDevicePropertyKey")
            }
            let field = FilterField.deviceProperty(key)
            guard !allowedValues.isEmpty else { return .compare(FilterComparison(field, .equal, .none)) }
            return .compare(FilterComparison(field, .isIn, .set(Set(allowedValues.map { .text($0) }))))
        }
    }

    /// The objects that have a metadata key.
    ///
    /// - Parameter key: The key.
    /// - Returns: A predicate for sample queries.
    public class func predicateForObjects(withMetadataKey key: String) -> NSPredicate {
        FilterPredicate(.compare(FilterComparison(.metadata(key), .notEqual, .none)))
    }

    /// The objects that have one of some values for a metadata key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - allowedValues: Strings, numbers, dates or quantities; an object of another class stops the program.
    /// - Returns: A predicate for sample queries.
    public class func predicateForObjects(withMetadataKey key: String, allowedValues: [Any]) -> NSPredicate {
        let members = metadata { Set(try FilterValue.elements(of: allowedValues)) }
        return predicate { .compare(try FilterComparison(checking: .metadata(key), .isIn, .set(members))) }
    }

    /// The objects whose value for a metadata key satisfies a comparison with another value.
    ///
    /// Quantities are compared whatever their units (R4.15). An object without the key has no value: only `notEqualTo`
    /// holds for it.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - operatorType: How to compare.
    ///   - value: A string, a number, a date or a quantity, or for `in` an array of them; an object of another class stops
    ///     the program.
    /// - Returns: A predicate for sample queries.
    public class func predicateForObjects(
        withMetadataKey key: String,
        operatorType: HKPredicateOperator,
        value: Any
    ) -> NSPredicate {
        guard operatorType == .between else {
            let value = metadata { try FilterValue(object: value) }
            return predicate { try comparison(.metadata(key), operatorType, value) }
        }
        let ends = metadata { try FilterValue.elements(of: value) }
        return predicate { try .between(.metadata(key), ends) }
    }

    /// The objects that aren't members of a correlation.
    ///
    /// - Returns: A predicate for sample queries.
    public class func predicateForObjectsWithNoCorrelation() -> NSPredicate {
        FilterPredicate(.compare(FilterComparison(.correlation, .equal, .none)))
    }

    /// The quantity samples whose quantity satisfies a comparison with another, whatever their units (R4.18).
    ///
    /// - Parameters:
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    ///   - quantity: The value to compare with.
    /// - Returns: A predicate for sample queries.
    public class func predicateForQuantitySamples(
        with operatorType: HKPredicateOperator,
        quantity: HKQuantity
    ) -> NSPredicate {
        predicate { try comparison(.quantity, operatorType, .quantity(quantity)) }
    }

    /// The category samples whose value satisfies a comparison with another.
    ///
    /// - Parameters:
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    ///   - value: The raw value of the type's enumeration.
    /// - Returns: A predicate for sample queries.
    public class func predicateForCategorySamples(
        with operatorType: HKPredicateOperator,
        value: Int
    ) -> NSPredicate {
        predicate { try comparison(.categoryValue, operatorType, .integer(value)) }
    }
}

extension SampleFilter {
    /// `BETWEEN`: both ends included.
    static func between(_ field: FilterField, _ ends: [FilterValue]) throws -> SampleFilter {
        guard ends.count == 2 else {
            throw HKError.invalid("\(field.keyPath) BETWEEN needs two values, not \(ends.count)")
        }
        return .all([
            .compare(try FilterComparison(checking: field, .greaterOrEqual, ends[0])),
            .compare(try FilterComparison(checking: field, .lessOrEqual, ends[1])),
        ])
    }
}
