import Foundation

extension FilterField {
    /// The fields whose key path is a plain name.
    private static let plain: [(FilterField, String)] =
        [
            (.uuid, HKPredicateKeyPathUUID),
            (.source, HKPredicateKeyPathSource),
            (.sourceRevision, HKPredicateKeyPathSourceRevision),
            (.device, HKPredicateKeyPathDevice),
            (.correlation, HKPredicateKeyPathCorrelation),
            (.workout, HKPredicateKeyPathWorkout),
            (.electrocardiogram, "electrocardiogram"),
            (.startDate, HKPredicateKeyPathStartDate),
            (.endDate, HKPredicateKeyPathEndDate),
            (.offsetFromStartDate, "offsetFromStartDate"),
            // HKPredicateKeyPathSum and HKPredicateKeyPathAverage are the same string.
            (.quantity, HKPredicateKeyPathQuantity),
            (.minimum, HKPredicateKeyPathMin),
            (.maximum, HKPredicateKeyPathMax),
            (.mostRecent, HKPredicateKeyPathMostRecent),
            (.mostRecentStartDate, HKPredicateKeyPathMostRecentStartDate),
            (.mostRecentEndDate, HKPredicateKeyPathMostRecentEndDate),
            (.mostRecentDuration, HKPredicateKeyPathMostRecentDuration),
            (.count, HKPredicateKeyPathCount),
            (.categoryValue, HKPredicateKeyPathCategoryValue),
            (.workoutType, HKPredicateKeyPathWorkoutType),
            (.workoutDuration, HKPredicateKeyPathWorkoutDuration),
            (.activityType, HKPredicateKeyPathWorkoutActivityType),
            (.activityDuration, HKPredicateKeyPathWorkoutActivityDuration),
            (.activityStartDate, HKPredicateKeyPathWorkoutActivityStartDate),
            (.activityEndDate, HKPredicateKeyPathWorkoutActivityEndDate),
            (.dateComponents, HKPredicateKeyPathDateComponents),
        ] + WorkoutTotalField.allCases.map { (.workoutTotal($0), $0.rawValue) }
        + RecordField.allCases.map { (.record($0), $0.rawValue) }

    private static let byName = Dictionary(uniqueKeysWithValues: plain.map { ($1, $0) })
    private static let names = Dictionary(uniqueKeysWithValues: plain)

    /// The key paths that need another part after a dot.
    private static let qualified: [String: @Sendable (String) -> FilterField?] = {
        var table: [String: @Sendable (String) -> FilterField?] = [
            HKPredicateKeyPathMetadata: { .metadata($0) },
            HKPredicateKeyPathDevice: { HKDevice.propertyKeys.contains($0) ? .deviceProperty($0) : nil },
        ]
        for field in StatisticField.allCases {
            table[field.rawValue] = { .workoutStatistic(field, $0) }
            table[field.activityKey] = { .activityStatistic(field, $0) }
        }
        return table
    }()

    /// The field that a key path names; `nil` when HealthKit has none of that name.
    ///
    /// A metadata key follows `metadata.` and may itself have dots; the identifier of a quantity type follows a statistic,
    /// as in `sumQuantity.HKQuantityTypeIdentifierDistanceCycling`.
    package init?(keyPath: String) {
        if let field = Self.byName[keyPath] {
            self = field
            return
        }
        guard let dot = keyPath.firstIndex(of: "."), keyPath.index(after: dot) < keyPath.endIndex,
            let make = Self.qualified[String(keyPath[..<dot])],
            let field = make(String(keyPath[keyPath.index(after: dot)...]))
        else { return nil }
        self = field
    }

    /// The key path that names the field.
    package var keyPath: String {
        switch self {
        case .metadata(let key): "\(HKPredicateKeyPathMetadata).\(key)"
        case .deviceProperty(let key): "\(HKPredicateKeyPathDevice).\(key)"
        case .workoutStatistic(let field, let identifier): "\(field.rawValue).\(identifier)"
        case .activityStatistic(let field, let identifier): "\(field.activityKey).\(identifier)"
        default: Self.names[self] ?? ""
        }
    }
}

extension HKDevice {
    /// The keys that ``property(_:)`` knows.
    static let propertyKeys: Set<String> = [
        HKDevicePropertyKeyName, HKDevicePropertyKeyManufacturer, HKDevicePropertyKeyModel,
        HKDevicePropertyKeyHardwareVersion, HKDevicePropertyKeyFirmwareVersion, HKDevicePropertyKeySoftwareVersion,
        HKDevicePropertyKeyLocalIdentifier, HKDevicePropertyKeyUDIDeviceIdentifier,
    ]
}
