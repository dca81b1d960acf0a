import Foundation

extension SampleFilter {
    /// The filter of a predicate over samples; without a predicate, everything.
    ///
    /// - Throws: `errorInvalidArgument` for a block, for a predicate that HealthKit did not make, and for one over workout
    ///   activities or activity summaries.
    package init(_ predicate: NSPredicate?) throws {
        self = try Self(predicate, scope: .sample).simplified()
    }

    /// The filter of a predicate over samples of one type.
    ///
    /// - Throws: `errorInvalidArgument` as `init(_:)` does, and for a quantity whose unit does not fit the type (R4.18).
    package init(_ predicate: NSPredicate?, for type: HKObjectType) throws {
        let filter = try Self(predicate, scope: .sample)
        try filter.checkQuantities(of: type)
        self = filter.simplified()
    }

    /// The filter of a predicate, without simplification.
    init(_ predicate: NSPredicate?, scope: FilterField.Scope) throws {
        self = try Self(part: predicate, depth: 0)
        try checkScope(scope)
    }

    /// Predicates nested deeper than this are refused, so that no recursion over one runs out of stack.
    static let maximumDepth = 200

    private init(part predicate: NSPredicate?, depth: Int) throws {
        guard depth < Self.maximumDepth else {
            throw HKError.invalid("The predicate is nested more than \(Self.maximumDepth) deep")
        }
        switch predicate {
        case nil: self = .everything
        case let predicate as FilterPredicate: self = try predicate.filter()
        case let predicate as NSCompoundPredicate:
            let parts = try predicate.subpredicates.map { try Self(part: $0, depth: depth + 1) }
            switch predicate.compoundPredicateType {
            case .and: self = .all(parts)
            case .or: self = .any(parts)
            case .not: self = .not(parts.first ?? .everything)
            @unknown default: throw HKError.invalid("HealthKit does not know this kind of compound predicate")
            }
        case let predicate?: self = try Self.constant(predicate)
        }
    }

    /// The filter of `NSPredicate(value:)`, which only its printed format reveals.
    private static func constant(_ predicate: NSPredicate) throws -> SampleFilter {
        switch (predicate as any PredicatePrinting).predicateFormat {
        case "TRUEPREDICATE": return .everything
        case "FALSEPREDICATE": return .nothing
        default:
            throw HKError.invalid(
                "HealthKit does not support predicates with blocks, nor others that it did not make itself: "
                    + "use HKQuery.predicateFor… or NSPredicate(format:) with an HKPredicateKeyPath…"
            )
        }
    }

    private func checkScope(_ scope: FilterField.Scope) throws {
        guard scope == .sample || !holdsActivities else {
            throw HKError.invalid("A predicate for the activities of workouts is none for \(scope.objects)")
        }
        try forEachComparison { comparison, isOfActivity in
            guard comparison.field.scope != (isOfActivity ? .activity : scope) else { return }
            throw HKError.invalid(
                "\(comparison.field.keyPath) isn't a key path of \((isOfActivity ? .activity : scope).objects)"
            )
        }
    }

    private var holdsActivities: Bool {
        switch self {
        case .activity: true
        case .all(let parts), .any(let parts): parts.contains { $0.holdsActivities }
        case .not(let part): part.holdsActivities
        case .everything, .nothing, .compare: false
        }
    }

    func checkQuantities(of type: HKObjectType) throws {
        try forEachComparison { comparison, _ in
            for unit in comparison.value.units {
                guard let owner = comparison.field.quantityType(in: type), !owner.is(compatibleWith: unit) else {
                    continue
                }
                throw HKError.invalid(
                    "The unit \(unit.unitString) of the predicate is not compatible with \(owner.identifier)"
                )
            }
        }
    }
}

extension FilterPredicate {
    /// The filter that answers the predicate.
    fileprivate func filter() throws -> SampleFilter {
        switch content {
        case .filter(let filter): return filter
        case .unsupported(_, let reason), .keyed(_, _, let reason): throw HKError.invalid(reason)
        }
    }
}

extension FilterField.Scope {
    fileprivate var objects: String {
        switch self {
        case .sample: "samples"
        case .activity: "workout activities"
        case .summary: "activity summaries"
        }
    }
}

extension FilterValue {
    /// The units of the quantities in the value.
    fileprivate var units: [HKUnit] {
        switch self {
        case .quantity(_, let unit): [unit]
        case .set(let members): members.flatMap(\.units)
        default: []
        }
    }
}

extension FilterField {
    /// The quantity type whose units a comparison of the field needs, in a query for samples of a type.
    fileprivate func quantityType(in type: HKObjectType) -> HKQuantityType? {
        switch self {
        case .quantity, .minimum, .maximum, .mostRecent: type as? HKQuantityType
        default: nil
        }
    }
}

/// `predicateFormat` under a name that is not deprecated: it is the only way to distinguish a constant predicate from a
/// block.
private protocol PredicatePrinting {
    var predicateFormat: String { get }
}

extension NSPredicate: PredicatePrinting {}
