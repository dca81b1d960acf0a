import Foundation
import HealthKit
import HealthtuiEntry

extension AssistantStore {
    /// What an assistant's own store answers.
    ///
    /// - Parameter store: Makes the store, which is opened by the first call.
    package init(_ store: @escaping @Sendable () throws -> HKHealthStore) {
        self.init(
            totals: { try store().totals($0) },
            samples: { try AssistantSamples(store()).answer($0) },
            draft: { try store().draft($0) }
        )
    }
}

/// Reads the samples that the person allows an assistant to read one by one.
private struct AssistantSamples {
    private let reader: SampleReader

    init(_ store: HKHealthStore) { reader = SampleReader(.app(store)) }

    func answer(_ query: AssistantSamplesQuery) throws -> AssistantSamplesAnswer {
        guard let type = HKObjectType.type(identifier: query.type) as? HKSampleType,
            let zone = TimeZone(identifier: query.zone)
        else { return .refused(.notAllowed) }
        let clock = CivilClock(zone)
        let days = SampleListQuery(
            type: type,
            from: query.first.start(on: clock),
            to: query.last.advanced(by: 1).start(on: clock)
        )
        let found: [HKSample]
        do {
            found = try reader.samples(days, limit: AssistantSamplesQuery.mostCounted + 1)
        } catch let error as HKError where error.code == .errorAuthorizationDenied {
            return .refused(.notAllowed)
        } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
            return .refused(.undecided)
        }
        let shown = Shown(type, query.unit)
        return .samples(
            found.prefix(max(0, query.limit)).reversed().map(shown.sample),
            of: found.count,
            unit: shown.name
        )
    }

    /// How the values of a type are told.
    private struct Shown {
        /// The unit; `nil` for a type whose values are no quantities.
        private let unit: ValueUnit?
        /// The name of the unit, where it isn't the one that was asked for.
        let name: String?

        init(_ type: HKSampleType, _ unit: String) {
            let quantity = type is HKCorrelationType ? BloodPressure.systolicType : type as? HKQuantityType
            guard let quantity else {
                (self.unit, name) = (nil, nil)
                return
            }
            do {
                let known = try UnitPhrase.unit(unit, for: quantity)
                (self.unit, name) = (ValueUnit(quantity, locale: AssistantGrant.locale, chosen: known), nil)
            } catch {
                let usual = ValueUnit(quantity, locale: AssistantGrant.locale)
                (self.unit, name) = (usual, usual.unit.unitString)
            }
        }

        func sample(_ sample: HKSample) -> AssistantSample {
            var told = AssistantSample(
                start: sample.startDate,
                end: sample.endDate,
                values: [],
                source: sample.sourceRevision.source.name
            )
            switch sample {
            case let sample as HKQuantitySample: told.values = [number(sample.quantity)].compactMap { $0 }
            case let sample as HKCategorySample:
                told.name = sample.categoryType.enumeration?.case(value: sample.value)?.englishLabel
            case let sample as HKCorrelation:
                told.values = [BloodPressure.systolicType, BloodPressure.diastolicType]
                    .compactMap { type in number((sample.objects(for: type).first as? HKQuantitySample)?.quantity) }
            case let sample as HKWorkout: told.name = sample.workoutActivityType.englishName.lowercased()
            default: break
            }
            return told
        }

        private func number(_ quantity: HKQuantity?) -> Double? { unit?.number(quantity) }
    }
}
