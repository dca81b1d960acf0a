import Foundation

/// A value that a filter compares: a constant of a predicate, or a field of a sample.
package indirect enum FilterValue: Hashable, Sendable {
    /// `nil`: the sample does not have the field.
    case none
    case integer(Int)
    /// A number that no `Int` holds exactly; see ``number(_:)``.
    case decimal(Double)
    case text(String)
    /// Seconds since the reference date.
    case date(Double)
    case quantity(Double, HKUnit)
    case uuid(UUID)
    case source(HKSource)
    case revision(HKSourceRevision)
    case device(HKDevice)
    case workout(UUID)
    case electrocardiogram(UUID)
    case day(CalendarDay)
    /// Date components that don't identify a day: no day is equal, before or after.
    case noDay
    /// The values of `IN`.
    case set(Set<FilterValue>)

    /// A number in the one form that equal numbers share.
    package static func number(_ value: Double) -> FilterValue {
        Int(exactly: value).map { .integer($0) } ?? .decimal(value)
    }

    /// The number, when the value is one.
    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .decimal(let value): value
        default: nil
        }
    }

    /// The value of an optional quantity.
    static func quantity(_ quantity: HKQuantity?) -> FilterValue {
        quantity.map { .quantity($0.value, $0.unit) } ?? .none
    }

    /// The value of an optional date.
    static func date(_ date: Date?) -> FilterValue {
        date.map { .date($0.timeIntervalSinceReferenceDate) } ?? .none
    }

    /// The value of an optional text.
    static func text(_ text: String?) -> FilterValue {
        text.map { .text($0) } ?? .none
    }
}

extension FilterValue {
    /// A metadata value.
    package init(_ value: MetadataValue) {
        switch value {
        case .text(let text): self = .text(text)
        case .flag(let flag): self = .integer(flag ? 1 : 0)
        case .integer(let number): self = .integer(number)
        case .decimal(let number): self = .number(number)
        case .date(let date): self = .date(date.timeIntervalSinceReferenceDate)
        case .quantity(let value, let unit): self = .quantity(value, unit)
        }
    }

    /// A value as an app gives it, in code or as an argument of a format.
    ///
    /// - Throws: `errorInvalidArgument` for an object that no HealthKit predicate compares with.
    package init(object: Any?) throws {
        switch object {
        case nil, is NSNull: self = .none
        case let value as HKQuantity: self = .quantity(value.value, value.unit)
        case let value as HKSource: self = .source(value)
        case let value as HKSourceRevision: self = .revision(value)
        case let value as HKDevice: self = .device(value)
        case let value as HKWorkout: self = .workout(value.uuid)
        case let value as HKElectrocardiogram: self = .electrocardiogram(value.uuid)
        case let value as HKHealthConceptIdentifier: self = .text(value.content.text)
        case let value as UUID: self = .uuid(value)
        case let value as Date: self = .date(value.timeIntervalSinceReferenceDate)
        case let value as DateComponents: self = try CalendarDay(value).map { .day($0) } ?? .noDay
        case let value as String: self = .text(value)
        case let value as NSNumber: self.init(number: value)
        case let value as any Absence where value.isAbsent: self = .none
        case let value?: self = .set(Set(try FilterValue.elements(of: value)))
        }
    }

    private init(number: NSNumber) {
        switch String(cString: number.objCType) {
        case "d", "f": self = .number(number.doubleValue)
        case "Q": self = Int(exactly: number.uint64Value).map { .integer($0) } ?? .decimal(number.doubleValue)
        default: self = .integer(number.intValue)
        }
    }

    /// The elements of an array or a set, in its order.
    static func elements(of object: Any) throws -> [FilterValue] {
        switch object {
        case let values as [Any]: try values.map { try FilterValue(object: $0) }
        case let values as Set<AnyHashable>: try values.map { try FilterValue(object: $0.base) }
        case let values as NSOrderedSet: try values.array.map { try FilterValue(object: $0) }
        default:
            throw HKError.invalid("A HealthKit predicate cannot compare with an object of class \(type(of: object))")
        }
    }
}

/// An optional inside of an `Any`, as arguments of a format may be.
private protocol Absence {
    var isAbsent: Bool { get }
}

extension Optional: Absence {
    fileprivate var isAbsent: Bool { if case .none = self { true } else { false } }
}
