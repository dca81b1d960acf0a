import Foundation

/// A protocol that `NSSortDescriptor` conforms to, so that it can have an initializer that takes HealthKit's sort keys.
///
/// Foundation on Linux has no key-value coding: it marks `init(key:ascending:)` and `key` as unavailable. Those of this
/// protocol take their place for HealthKit's keys, so that code for Apple's platforms compiles and works.
public protocol HKSortKeyCarrying {}

extension NSSortDescriptor: HKSortKeyCarrying {}

extension HKSortKeyCarrying where Self: NSSortDescriptor {
    /// Makes a sort descriptor for HealthKit's queries.
    ///
    /// - Parameters:
    ///   - key: `HKSampleSortIdentifierStartDate`, `HKSampleSortIdentifierEndDate` or an `HKWorkoutSortIdentifier…`; a query
    ///     refuses others.
    ///   - ascending: Whether the smallest comes first.
    public init(key: String?, ascending: Bool) {
        guard let descriptor = KeySortDescriptor(sortKey: key, ascending: ascending) as? Self else {
            raiseException(ExceptionName.invalidArgument, "\(Self.self) cannot be made of a key")
        }
        self = descriptor
    }

    /// The key to sort by; `nil` for a key path of another class than a sample's.
    public var key: String? {
        if let descriptor = self as? KeySortDescriptor { return descriptor.sortKey }
        return SampleKeyPaths.names[keyPath]
    }
}

/// A sort descriptor that carries its key; it compares samples.
final class KeySortDescriptor: NSSortDescriptor, NSSecureCoding, HKArchivedObject {
    static var supportsSecureCoding: Bool { true }

    let sortKey: String?

    init(sortKey: String?, ascending: Bool) {
        self.sortKey = sortKey
        super.init(keyPath: \HKSample.startDate, ascending: ascending)
    }

    required init?(coder: NSCoder) {
        sortKey = coder.decodeText(forKey: "key")
        super.init(keyPath: \HKSample.startDate, ascending: coder.decodeBool(forKey: "ascending"))
    }

    func encode(with coder: NSCoder) {
        coder.encode(sortKey as NSString?, forKey: "key")
        coder.encode(ascending, forKey: "ascending")
    }

    override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
        // This method can't throw; a query refuses such an order.
        guard let left = object1 as? HKSample, let right = object2 as? HKSample, let order = try? SampleOrder([self])
        else { return .orderedSame }
        return order.compare(left, right)
    }

    override var reversedSortDescriptor: Any { KeySortDescriptor(sortKey: sortKey, ascending: !ascending) }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? KeySortDescriptor else { return false }
        return other.sortKey == sortKey && other.ascending == ascending
    }

    override var hash: Int { sortKey.hashValue }

    override var description: String { "(\(sortKey ?? "nil"), \(ascending ? "ascending" : "descending"), compare:)" }
}

/// The Swift key paths for HealthKit's sort keys, for `NSSortDescriptor(keyPath:ascending:)`.
private enum SampleKeyPaths {
    nonisolated(unsafe) static let names: [AnyKeyPath: String] = {
        let starts: [AnyKeyPath] = [
            \HKSample.startDate, \HKQuantitySample.startDate, \HKCategorySample.startDate, \HKCorrelation.startDate,
            \HKWorkout.startDate, \HKCumulativeQuantitySample.startDate, \HKDiscreteQuantitySample.startDate,
        ]
        let ends: [AnyKeyPath] = [
            \HKSample.endDate, \HKQuantitySample.endDate, \HKCategorySample.endDate, \HKCorrelation.endDate,
            \HKWorkout.endDate, \HKCumulativeQuantitySample.endDate, \HKDiscreteQuantitySample.endDate,
        ]
        let workouts: [(AnyKeyPath, String)] = [
            (\HKWorkout.duration, HKWorkoutSortIdentifierDuration),
            (\HKWorkout.totalDistance, HKWorkoutSortIdentifierTotalDistance),
            (\HKWorkout.totalEnergyBurned, HKWorkoutSortIdentifierTotalEnergyBurned),
            (\HKWorkout.totalSwimmingStrokeCount, HKWorkoutSortIdentifierTotalSwimmingStrokeCount),
            (\HKWorkout.totalFlightsClimbed, HKWorkoutSortIdentifierTotalFlightsClimbed),
        ]
        return Dictionary(
            starts.map { ($0, HKPredicateKeyPathStartDate) } + ends.map { ($0, HKPredicateKeyPathEndDate) } + workouts,
            uniquingKeysWith: { first, _ in first }
        )
    }()
}
