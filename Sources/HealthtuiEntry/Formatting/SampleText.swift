import Foundation
import HealthKit

/// A sample's contents in words.
package struct SampleText: Sendable {
    package let locale: Locale
    /// Units that the person chose, by the identifier of the type.
    private let units: [String: HKUnit]

    package init(locale: Locale, units: [String: HKUnit] = [:]) {
        self.locale = locale
        self.units = units
    }

    private func unit(_ type: HKQuantityType) -> ValueUnit {
        ValueUnit(type, locale: locale, chosen: units[type.identifier])
    }

    /// The value, and the unit where it has one.
    package func value(_ sample: HKSample) -> (value: String, unit: String) {
        switch sample {
        case let sample as HKQuantitySample:
            let unit = self.unit(sample.quantityType)
            return (unit.number(sample.quantity).map(unit.text) ?? sample.quantity.description, unit.label)
        case let sample as HKCategorySample: return (category(sample), "")
        case let sample as HKCorrelation: return correlation(sample)
        case let sample as HKWorkout:
            return (sample.activityLabel + ", " + NumberText.duration(sample.duration), "")
        default: return (Self.record(sample) ?? sample.sampleType.entry.name, "")
        }
    }

    /// A short description of a sample with a class of its own; nil where there is none.
    package static func record(_ sample: HKSample) -> String? {
        func label(_ value: Int, _ enumeration: String) -> String? {
            TypeCatalogue.shared.enumeration(enumeration)?.case(value: value)?.label
        }
        switch sample {
        case let sample as HKStateOfMind:
            return label(sample.valenceClassification.rawValue, "HKStateOfMind.ValenceClassification")
        case let sample as HKGAD7Assessment:
            return "\(sample.score), " + (label(sample.risk.rawValue, "HKGAD7Assessment.Risk") ?? "").lowercased()
        case let sample as HKPHQ9Assessment:
            return "\(sample.score), " + (label(sample.risk.rawValue, "HKPHQ9Assessment.Risk") ?? "").lowercased()
        case let sample as HKElectrocardiogram:
            let rate = sample.averageHeartRate?.converted(to: .count().unitDivided(by: .minute()))
            let name = label(sample.classification.rawValue, "HKElectrocardiogram.Classification")
            return (name ?? "") + (rate.map { ", " + ValueStrings.heartRate(NumberText.text($0)) } ?? "")
        case let sample as HKAudiogramSample:
            return ValueStrings.frequencies(sample.sensitivityPoints.count)
        case let sample as HKContactsPrescription: return sample.brand.isEmpty ? ValueStrings.contacts : sample.brand
        case let sample as HKVisionPrescription:
            return label(Int(clamping: sample.prescriptionType.rawValue), "HKVisionPrescriptionType")
        case let sample as HKHeartbeatSeriesSample: return ValueStrings.beats(sample.count)
        case let sample as HKMedicationDoseEvent:
            return label(sample.logStatus.rawValue, "HKMedicationDoseEvent.LogStatus")
        case let sample as HKClinicalRecord: return sample.displayName.isEmpty ? nil : sample.displayName
        case let sample as HKVerifiableClinicalRecord:
            return sample.itemNames.isEmpty ? nil : sample.itemNames.joined(separator: ", ")
        default: return nil
        }
    }

    /// The value and its unit as one text.
    package func labelled(_ sample: HKSample) -> String {
        let text = value(sample)
        return text.unit.isEmpty ? text.value : text.value + " " + text.unit
    }

    /// The value as it was recorded, where that says more than what is shown.
    package func recorded(_ sample: HKSample) -> String? {
        guard let sample = sample as? HKQuantitySample else { return nil }
        let shown = unit(sample.quantityType)
        let number = NumberText.exact(
            sample.value * (shown.unit.unitString == sample.unit.unitString ? shown.factor : 1)
        )
        if shown.unit.unitString == sample.unit.unitString {
            return number == value(sample).value ? nil : number + " " + shown.label
        }
        return number + " " + sample.unit.unitString
    }

    private func category(_ sample: HKCategorySample) -> String {
        if let label = sample.categoryType.enumeration?.case(value: sample.value)?.label,
            sample.categoryType.entry.values != "HKCategoryValue"
        {
            return label
        }
        let length = sample.endDate.timeIntervalSince(sample.startDate)
        return length > 0 && !sample.hasUndeterminedDuration ? NumberText.duration(length) : ValueStrings.recorded
    }

    private func correlation(_ sample: HKCorrelation) -> (value: String, unit: String) {
        if let pressure = BloodPressure(sample) {
            let unit = self.unit(BloodPressure.systolicType)
            return (unit.text(pressure.systolic) + "/" + unit.text(pressure.diastolic), unit.label)
        }
        if let food = sample.metadata?[HKMetadataKeyFoodType] as? String { return (food, "") }
        return (ValueStrings.values(sample.objects.count), "")
    }

    /// The name of an activity for people.
    package static func activity(_ type: HKWorkoutActivityType) -> String {
        let number = Int(clamping: type.rawValue)
        return TypeCatalogue.shared.workoutActivities?.case(value: number)?.label ?? ValueStrings.activity(number)
    }
}

/// The two numbers of a blood pressure correlation, in mmHg.
package struct BloodPressure: Sendable, Hashable {
    package let systolic: Double
    package let diastolic: Double

    package static let systolicType = HKQuantityType(.bloodPressureSystolic)
    package static let diastolicType = HKQuantityType(.bloodPressureDiastolic)
    package static let type =
        HKObjectType.type(identifier: "HKCorrelationTypeIdentifierBloodPressure") as? HKCorrelationType

    /// The pressure that a correlation holds; `nil` when it holds something else.
    package init?(_ correlation: HKCorrelation) {
        func number(_ type: HKQuantityType) -> Double? {
            correlation.objects.lazy.compactMap { $0 as? HKQuantitySample }
                .first { $0.quantityType == type }?
                .quantity.converted(to: .millimeterOfMercury())
        }
        guard let systolic = number(Self.systolicType), let diastolic = number(Self.diastolicType) else { return nil }
        self.systolic = systolic
        self.diastolic = diastolic
    }
}
