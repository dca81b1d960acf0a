import Foundation

extension FilterComparison {
    /// Makes a comparison from parts given by an app or a format.
    ///
    /// - Throws: `errorInvalidArgument` when the field cannot be compared in that way, or not with that value.
    package init(
        checking field: FilterField,
        _ relation: FilterRelation,
        _ value: FilterValue,
        folding: TextFolding = []
    ) throws {
        let isTextual = field.kind == .text || field.kind == .any
        guard isTextual || (!relation.isTextual && folding.isEmpty) else {
            throw HKError.invalid("\(field.keyPath) isn't a string, so \(relation.rawValue) can't compare it")
        }
        if relation.isOrdering, !field.kind.isOrdered {
            throw HKError.invalid("\(field.keyPath) has no order, so \(relation.rawValue) cannot compare it")
        }
        self.init(field, relation, try Self.fitting(field, relation, value), folding: folding)
    }

    private static func fitting(
        _ field: FilterField,
        _ relation: FilterRelation,
        _ value: FilterValue
    ) throws -> FilterValue {
        guard case .set(let members) = value else {
            guard relation != .isIn else { throw HKError.invalid("\(field.keyPath) IN needs a list of values") }
            return try field.fitting(value, relation)
        }
        guard relation == .isIn else {
            throw HKError.invalid("\(field.keyPath) \(relation.rawValue) needs one value, not a list")
        }
        return .set(Set(try members.map { try field.fitting($0, .equal) }))
    }
}

extension FilterField.Kind {
    var isOrdered: Bool {
        switch self {
        case .date, .text, .number, .quantity, .day, .any: true
        case .uuid, .source, .revision, .device, .workout, .electrocardiogram, .membership: false
        }
    }

    /// The values that the field must be compared with.
    var expectation: String {
        switch self {
        case .uuid: "a UUID"
        case .date: "a date"
        case .source: "an HKSource"
        case .revision: "an HKSourceRevision"
        case .device: "an HKDevice or nil"
        case .text: "a text or nil"
        case .number: "a number"
        case .quantity: "an HKQuantity"
        case .workout: "an HKWorkout"
        case .electrocardiogram: "an HKElectrocardiogram"
        case .membership: "nil"
        case .day: "date components"
        case .any: "a text, a number, a date, an HKQuantity or nil"
        }
    }
}

extension FilterField {
    /// The value as the field holds it: a text that names a UUID becomes one.
    func fitting(_ value: FilterValue, _ relation: FilterRelation) throws -> FilterValue {
        switch (kind, value) {
        case (.uuid, .text(let text)):
            if let uuid = UUID(uuidString: text) { return .uuid(uuid) }
        case (.uuid, .uuid), (.date, .date), (.source, .source), (.revision, .revision), (.device, .device):
            return value
        case (.text, .text), (.number, .integer), (.number, .decimal), (.quantity, .quantity): return value
        case (.workout, .workout), (.electrocardiogram, .electrocardiogram), (.day, .day), (.day, .noDay): return value
        case (.any, .text), (.any, .integer), (.any, .decimal), (.any, .date), (.any, .quantity): return value
        case (.workout, .none), (.electrocardiogram, .none), (.day, .none): break
        case (_, .none) where !relation.isOrdering && !relation.isTextual: return value
        default: break
        }
        throw HKError.invalid("\(keyPath) can only be compared with \(kind.expectation)")
    }
}
