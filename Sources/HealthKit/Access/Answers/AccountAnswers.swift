import Foundation
import HealthKitStore

extension AuthorizationStatusCall: ReadCall, RepeatableCall {
    var condition: CallCondition { .none }

    func answer(_ reader: ScopedReader) throws -> HKAuthorizationStatus {
        guard let caller = reader.base.caller else { return .sharingAuthorized }
        let grant = try reader.base.grant(of: caller, type: type)
        return switch (grant.share, grant.read) {
        case (true, _): .sharingAuthorized
        case (nil, nil): .notDetermined
        default: .sharingDenied
        }
    }

    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> HKAuthorizationStatus {
        gate.sharingStatus(of: self)
    }
}

extension RequestStatusCall: ReadCall {
    var condition: CallCondition { .available }

    func answer(_ reader: ScopedReader) throws -> HKAuthorizationRequestStatus {
        guard let caller = reader.base.caller else { return .unnecessary }
        try AuthorizationRules.check(
            share: Set(share.map(\.wrappedValue)),
            read: Set(read.map(\.wrappedValue)),
            app: caller
        )
        let grants = try reader.base.grants(of: caller)
        let isOpen =
            share.contains { grants[$0.wrappedValue.identifier]?.share == nil }
            || read.contains { grants[$0.wrappedValue.identifier]?.read == nil }
        return isOpen ? .shouldRequest : .unnecessary
    }

    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> HKAuthorizationRequestStatus {
        try gate.requestStatus(of: self, while: isWanted)
    }
}

extension EarliestDatesCall: ReadCall {
    var condition: CallCondition { .available }

    /// Neither types that may be read in full nor types that may not be read have a date, so that the two can't be
    /// distinguished (R1.21).
    func answer(_ reader: ScopedReader) throws -> [HKObjectType: Date] {
        guard let caller = reader.base.caller else { return [:] }
        let grants = try reader.base.grants(of: caller)
        var dates: [HKObjectType: Date] = [:]
        for type in types.map(\.wrappedValue) where type.canBeLimitedInTime {
            guard let grant = grants[type.identifier], grant.read == true, let since = grant.since else { continue }
            dates[type] = Date(timeIntervalSinceReferenceDate: since)
        }
        return dates
    }
}

extension CharacteristicCall: ReadCall {
    /// None when reading was denied (R1.18).
    func answer(_ reader: ScopedReader) throws -> CharacteristicValues {
        guard try reader.mayReadCharacteristic(type) else { return CharacteristicValues() }
        let all = try reader.base.characteristics()
        return reader.base.caller == nil ? all : all.only(type)
    }
}

extension PreferredUnitsCall: ReadCall {
    func answer(_ reader: ScopedReader) throws -> [HKQuantityType: HKUnit] {
        var units: [HKQuantityType: HKUnit] = [:]
        for type in types.map(\.wrappedValue) {
            let isVisible =
                try reader.base.requiredVisibility(of: type).scope != .nothing || !reader.base.makes(.preferredUnits)
            let chosen = isVisible ? try reader.base.chosenUnit(for: type) : nil
            units[type] = chosen ?? LocaleUnits.defaultUnit(for: type, locale: .current)
        }
        return units
    }
}

extension PreferredZonesCall: ReadCall {
    /// A caller that may read a type may see the zones that the person set for it.
    ///
    /// Calculated zones reveal their inputs, so they use only what the caller may read (R7.20).
    func answer(_ reader: ScopedReader) throws -> HKWorkoutZoneConfiguration? {
        try HKWorkoutZoneConfiguration.check(type)
        let visibility = try reader.base.requiredVisibility(of: type)
        guard visibility.scope == .everything || !reader.base.makes(.zones) else { return nil }
        return try reader.base.preferredZones(of: type, at: date)
    }
}

extension BodyFactsCall: ReadCall {
    /// The facts that a caller may read; the defaults for the others.
    func answer(_ reader: ScopedReader) throws -> BodyFacts {
        var facts = BodyFacts()
        let values = try reader.base.characteristics()
        if try mayRead(.biologicalSex, reader) {
            facts.sex = values.biologicalSex.flatMap { HKBiologicalSex(rawValue: $0) }
        }
        if let birth = values.dateOfBirth.flatMap({ CalendarDay(text: $0) }), try mayRead(.dateOfBirth, reader) {
            facts.age = Double(birth.years(until: date))
        }
        facts.mass = try latest(.bodyMass, .gramUnit(with: .kilo), reader) ?? facts.mass
        facts.height = try latest(.height, .meterUnit(with: .centi), reader) ?? facts.height
        return facts
    }

    private func mayRead(_ identifier: HKCharacteristicTypeIdentifier, _ reader: ScopedReader) throws -> Bool {
        try reader.base.mayRead(identifier)
    }

    private func latest(
        _ identifier: HKQuantityTypeIdentifier,
        _ unit: HKUnit,
        _ reader: ScopedReader
    ) throws -> Double? {
        let type = HKQuantityType(identifier)
        guard try reader.base.visibility(of: type) != nil else { return nil }
        let call = SamplesCall(selections: [SampleSelection(type)], order: .byStart(ascending: false), limit: 1)
        return (try call.answer(reader).first as? HKQuantitySample)?.quantity.doubleValue(for: unit)
    }
}

extension ObjectReader {
    /// The person's characteristics.
    ///
    /// - Throws: `errorDatabaseInaccessible` if they can't be read; otherwise they would look unset and be set again.
    func characteristics() throws -> CharacteristicValues {
        try requiredValue(CharacteristicValues.self, StoreNamespace.characteristics, CharacteristicValues.key)
            ?? CharacteristicValues()
    }
}

extension CharacteristicValues {
    /// One characteristic alone.
    fileprivate func only(_ type: String) -> CharacteristicValues {
        var values = CharacteristicValues()
        switch HKCharacteristicTypeIdentifier(rawValue: type) {
        case .biologicalSex: values.biologicalSex = biologicalSex
        case .referenceSex: values.referenceSex = referenceSex
        case .bloodType: values.bloodType = bloodType
        case .dateOfBirth: values.dateOfBirth = dateOfBirth
        case .fitzpatrickSkinType: values.fitzpatrickSkinType = fitzpatrickSkinType
        case .wheelchairUse: values.wheelchairUse = wheelchairUse
        case .activityMoveMode: values.activityMoveMode = activityMoveMode
        default: break
        }
        return values
    }
}
