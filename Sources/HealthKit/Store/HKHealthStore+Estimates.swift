import Foundation
import HealthStore

extension HKHealthStore {
    /// Says that estimates of a type should start anew at a date, because something changed the person's body.
    ///
    /// The date is kept in the store for whoever estimates; HealthKit on Linux estimates nothing itself.
    ///
    /// - Parameters:
    ///   - sampleType: A type whose estimates can start anew, see `HKSampleType.allowsRecalibrationForEstimates`.
    ///   - date: When the change was, not in the future.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    public func recalibrateEstimates(
        sampleType: HKSampleType,
        date: Date,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        perform({ try self.recalibrateNow(sampleType, date) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Says that estimates of a type should start anew at a date, because something changed the person's body.
    ///
    /// - Parameters:
    ///   - sampleType: A type whose estimates can start anew, see `HKSampleType.allowsRecalibrationForEstimates`.
    ///   - date: When the change was, not in the future.
    /// - Throws: `errorInvalidArgument` for other types and for a date in the future, `errorAuthorizationNotDetermined` for a
    ///   type never asked for, `errorDatabaseInaccessible`.
    public func recalibrateEstimates(sampleType: HKSampleType, date: Date) async throws {
        try await perform { try self.recalibrateNow(sampleType, date) }
    }

    private func recalibrateNow(_ type: HKSampleType, _ date: Date) throws {
        guard type.allowsRecalibrationForEstimates else {
            throw HKError.invalid("\(type.identifier) does not allow recalibration for estimates")
        }
        let now = clock()
        guard date <= now else { throw HKError.invalid("Estimates cannot start anew in the future: \(date)") }
        try writableDatabase()
            .write { writer in
                _ = try writer.readScope(principal, type)
                try writer.setValue(
                    date.timeIntervalSinceReferenceDate,
                    StoreNamespace.recalibrations,
                    type.identifier
                )
            }
    }

    /// Splits the energy of an interval into what the body burns at rest and what activity adds.
    ///
    /// Apple does not publish its formula. Here it is that of Mifflin and St Jeor, with the person's age, sex, latest body
    /// mass and height as far as the app may read them; what it may not read, or is not known, counts as 30 years, the mean
    /// of both sexes, 70 kg and 170 cm (R6.7).
    ///
    /// - Parameters:
    ///   - totalEnergy: All energy of the interval.
    ///   - startDate: When it begins.
    ///   - endDate: When it ends, not before the start.
    ///   - resultsHandler: Called on a background queue with the energy at rest and the active energy, in the unit of the
    ///     total, or with an error.
    @preconcurrency
    public func splitTotalEnergy(
        _ totalEnergy: HKQuantity,
        start startDate: Date,
        end endDate: Date,
        resultsHandler: @escaping @Sendable (HKQuantity?, HKQuantity?, (any Error)?) -> Void
    ) {
        perform(
            { try self.splitNow(totalEnergy, startDate, endDate) },
            { result in
                let parts = try? result.get()
                resultsHandler(parts?.resting, parts?.active, result.failure)
            }
        )
    }

    private struct EnergySplit {
        var resting: HKQuantity
        var active: HKQuantity
    }

    private func splitNow(_ total: HKQuantity, _ start: Date, _ end: Date) throws -> EnergySplit {
        let unit = total.unit
        guard unit.isCompatible(with: .kilocalorie()) else {
            throw HKError.invalid("Energy is needed, not \(total)")
        }
        let seconds = end.timeIntervalSince(start)
        guard seconds.isFinite, seconds >= 0 else {
            throw HKError.invalid("startDate (\(start)) cannot be after endDate (\(end))")
        }
        let body = try readableDatabase().read { try BodyFacts(reader: $0, principal, at: start) }
        let kilocalories = body.restingKilocaloriesPerDay * seconds / 86_400
        let all = max(0, total.doubleValue(for: unit))
        let resting = min(all, HKQuantity(unit: .kilocalorie(), doubleValue: kilocalories).doubleValue(for: unit))
        return EnergySplit(
            resting: HKQuantity(unit: unit, doubleValue: resting),
            active: HKQuantity(unit: unit, doubleValue: all - resting)
        )
    }
}

extension StoreNamespace {
    /// From which date on estimates of a type count, by type: seconds since the reference date.
    package static let recalibrations = "recalibrations"
}

extension PersonAccess {
    /// From which date on estimates of a type count; `nil` for always.
    package func recalibration(of type: HKSampleType) throws -> Date? {
        try read { try $0.value(Double.self, StoreNamespace.recalibrations, type.identifier) }
            .map { Date(timeIntervalSinceReferenceDate: $0) }
    }
}

/// What resting energy depends on (R6.7).
struct BodyFacts: Equatable {
    /// Years.
    var age = 30.0
    /// `nil` for the mean of both sexes.
    var sex: HKBiologicalSex?
    /// Kilograms.
    var mass = 70.0
    /// Centimetres.
    var height = 170.0

    /// The formula of Mifflin and St Jeor.
    var restingKilocaloriesPerDay: Double {
        let constant =
            switch sex {
            case .male: 5.0
            case .female: -161.0
            default: -78.0
            }
        return max(0, 10 * mass + 6.25 * height - 5 * age + constant)
    }

    init() {}

    /// The facts that an asker may read; the defaults for the others.
    init(reader: ObjectReader, _ principal: Principal, at date: Date) throws {
        let values = try reader.value(
            CharacteristicValues.self,
            StoreNamespace.characteristics,
            CharacteristicValues.key
        )
        if let values, try Self.mayRead(.biologicalSex, reader, principal) {
            sex = values.biologicalSex.flatMap { HKBiologicalSex(rawValue: $0) }
        }
        if let birth = values?.dateOfBirth.flatMap({ CalendarDay(text: $0) }),
            try Self.mayRead(.dateOfBirth, reader, principal)
        {
            let today = CalendarDay(date, in: Calendar(identifier: .gregorian))
            let hadBirthday = (today.month, today.day) >= (birth.month, birth.day)
            age = Double(max(0, today.year - birth.year - (hadBirthday ? 0 : 1)))
        }
        mass = try Self.latest(.bodyMass, .gramUnit(with: .kilo), reader, principal) ?? mass
        height = try Self.latest(.height, .meterUnit(with: .centi), reader, principal) ?? height
    }

    private static func mayRead(
        _ identifier: HKCharacteristicTypeIdentifier,
        _ reader: ObjectReader,
        _ principal: Principal
    ) throws -> Bool {
        guard case .app(let app) = principal else { return true }
        return try reader.grant(app: app.bundleIdentifier, type: identifier.rawValue).read == true
    }

    private static func latest(
        _ identifier: HKQuantityTypeIdentifier,
        _ unit: HKUnit,
        _ reader: ObjectReader,
        _ principal: Principal
    ) throws -> Double? {
        let type = HKQuantityType(identifier)
        guard let scope = try? reader.readScope(principal, type) else { return nil }
        let sample =
            try reader
            .samples(
                [FetchRequest(type: type, scope: scope)],
                order: .byStart(ascending: false),
                limit: 1
            )
            .first as? HKQuantitySample
        return sample?.quantity.doubleValue(for: unit)
    }
}
