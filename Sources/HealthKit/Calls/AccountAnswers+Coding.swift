import Foundation

extension EarliestDatesCall: AnsweredCall {
    package static func value(of answer: [HKObjectType: Date]) throws -> CallValue {
        let fields = answer.map { type, date in
            CallFields.Field(name: type.identifier, value: .decimal(date.timeIntervalSinceReferenceDate))
        }
        return .fields(CallFields(fields))
    }

    package static func answer(from value: CallValue) throws -> [HKObjectType: Date] {
        try valuesByObjectType(CallDecoder.value([String: Date].self, from: value)) { $0 }
    }
}

extension PreferredUnitsCall: AnsweredCall {
    package static func value(of answer: [HKQuantityType: HKUnit]) throws -> CallValue {
        .fields(CallFields(answer.map { CallFields.Field(name: $0.identifier, value: .text($1.unitString)) }))
    }

    package static func answer(from value: CallValue) throws -> [HKQuantityType: HKUnit] {
        try valuesByObjectType(CallDecoder.value([String: String].self, from: value), HKUnit.ofAnswer)
    }
}

private func valuesByObjectType<Kind: HKObjectType, Text, Value>(
    _ values: [String: Text],
    _ read: (Text) throws -> Value
) throws -> [Kind: Value] {
    var result: [Kind: Value] = [:]
    for (identifier, value) in values {
        guard let type = HKObjectType.type(identifier: identifier) as? Kind else {
            throw CallCodingError.newer("unknown type “\(identifier.prefix(64))”")
        }
        result[type] = try read(value)
    }
    return result
}

extension PreferredZonesCall: AnsweredCall {
    private struct Form: Codable {
        @ByIdentifier var type: HKQuantityType
        var source: HKWorkoutZoneConfiguration.Source
        var boundaries: [QuantityText]
    }

    package static func value(of answer: HKWorkoutZoneConfiguration?) throws -> CallValue {
        guard let answer else { return .null }
        let boundaries = answer.boundaries.map { QuantityText($0) }
        return try CallEncoder.value(
            of: Form(type: answer.quantityType, source: answer.source, boundaries: boundaries)
        )
    }

    package static func answer(from value: CallValue) throws -> HKWorkoutZoneConfiguration? {
        if value == .null { return nil }
        let form = try CallDecoder.value(Form.self, from: value)
        let boundaries = form.boundaries.compactMap(\.quantity)
        guard boundaries.count == form.boundaries.count else { throw CallCodingError.newer("an unknown unit") }
        do {
            return try HKWorkoutZoneConfiguration(form.type, boundaries, source: form.source)
        } catch {
            throw CallCodingError.newer("unknown zones")
        }
    }
}

extension BodyFactsCall: AnsweredCall {
    private struct Form: Codable {
        var age: Double
        var sex: Int?
        var mass: Double
        var height: Double
    }

    package static func value(of answer: BodyFacts) throws -> CallValue {
        try CallEncoder.value(
            of: Form(age: answer.age, sex: answer.sex?.rawValue, mass: answer.mass, height: answer.height)
        )
    }

    package static func answer(from value: CallValue) throws -> BodyFacts {
        let form = try CallDecoder.value(Form.self, from: value)
        let sex = form.sex.flatMap { HKBiologicalSex(rawValue: $0) }
        guard (sex == nil) == (form.sex == nil) else { throw CallCodingError.newer("an unknown sex") }
        var facts = BodyFacts()
        (facts.age, facts.sex, facts.mass, facts.height) = (form.age, sex, form.mass, form.height)
        return facts
    }
}
