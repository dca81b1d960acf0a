import Foundation

/// Reads one characteristic of the person.
package struct CharacteristicCall: StoreCall {
    package typealias Answer = CharacteristicValues
    package static let name = "characteristic"

    /// The type's identifier.
    package var type: String
}

extension CharacteristicCall: AnsweredCall, AuditedCall {
    var audit: AuditSubject? { HKObjectType.type(identifier: type).map { AuditSubject(.read, [$0]) } }

    func objects(in answer: CharacteristicValues) -> AuditObjects { .total(0) }
}

/// Reads the units in which the person wants to see types.
package struct PreferredUnitsCall: StoreCall {
    package typealias Answer = [HKQuantityType: HKUnit]
    package static let name = "preferredUnits"

    package var types: Set<ByIdentifier<HKQuantityType>>

    package func check() throws { try CallBounds.check(types.count, CallBounds.types, "types") }
}

extension PreferredUnitsCall: AnsweredCall, AuditedCall {
    package static func value(of answer: [HKQuantityType: HKUnit]) throws -> CallValue {
        .fields(CallFields(answer.map { CallFields.Field(name: $0.identifier, value: .text($1.unitString)) }))
    }

    package static func answer(from value: CallValue) throws -> [HKQuantityType: HKUnit] {
        try valuesByObjectType(CallDecoder.value([String: String].self, from: value), HKUnit.ofAnswer)
    }

    // It reveals no data.
    var audit: AuditSubject? { nil }
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

extension PreferredZonesCall: AnsweredCall, AuditedCall {
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

    var audit: AuditSubject? { AuditSubject(.read, [type]) }
}

/// Reads the facts that determine resting energy, as far as the caller may.
package struct BodyFactsCall: StoreCall {
    package typealias Answer = BodyFacts
    package static let name = "bodyFacts"

    package var date: Date
}

extension BodyFactsCall: AnsweredCall, AuditedCall {
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

    var audit: AuditSubject? {
        AuditSubject(
            .read,
            [
                HKCharacteristicType(.biologicalSex), HKCharacteristicType(.dateOfBirth), HKQuantityType(.bodyMass),
                HKQuantityType(.height),
            ]
        )
    }
}
