import Foundation
import HealthKit

// Observations of several numbers: electrocardiograms, workouts and audiograms.
extension ObservationWriter {
    /// A code of a terminology, and its meaning.
    typealias Coding = (system: String, code: String, display: String?)

    private static let devices = "urn:iso:std:iso:11073:10101"
    private static let hearing = "http://hl7.org/fhir/uv/phr/CodeSystem/hearing-sensitivity-codes"

    // MARK: Electrocardiograms

    /// The entry of an electrocardiogram: its voltages by lead as `SampledData`, its classification, and the heart
    /// rate.
    ///
    /// - Parameters:
    ///   - sample: The electrocardiogram.
    ///   - trace: Its voltages.
    /// - Returns: The entry; `nil` if the times or the frequency can't be expressed.
    func entry(_ sample: HKElectrocardiogram, _ trace: ElectrocardiogramTrace) -> [UInt8]? {
        guard let start = time(sample.startDate), let hertz = sample.samplingFrequency?.converted(to: .hertz()),
            hertz > 0, let scale = trace.unit.conversion(to: .voltUnit(with: .micro))?.scale
        else { return nil }
        return observation(Self.url(sample.uuid), sample, start, .electrocardiogram) { text in
            text.key("component")
            text.array(parts(sample, trace, period: 1_000 / hertz, scale: scale)) { text, part in part(&text) }
        }
    }

    private func parts(
        _ sample: HKElectrocardiogram,
        _ trace: ElectrocardiogramTrace,
        period: Double,
        scale: Double
    ) -> [(inout JSONText) -> Void] {
        var parts: [(inout JSONText) -> Void] = []
        for (lead, voltages) in trace.leads.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let isLeadI = lead == .appleWatchSimilarToLeadI
            let code: [Coding] = isLeadI ? [(Self.devices, "131329", "MDC_ECG_ELEC_POTL_I")] : []
            parts.append { text in
                Self.component(&text, code, isLeadI ? "Lead I" : "Lead \(lead.rawValue)") { text in
                    text.key("valueSampledData")
                    text.object { Self.sampled(&$0, voltages.map { $0 * scale }, period: period) }
                }
            }
        }
        let named: [(String, Int, String)] = [
            ("HKElectrocardiogram.Classification", sample.classification.rawValue, "Classification"),
            ("HKElectrocardiogram.SymptomsStatus", sample.symptomsStatus.rawValue, "Symptoms"),
        ]
        for (name, value, label) in named {
            guard let known = TypeCatalogue.shared.enumeration(name)?.case(value: value) else { continue }
            parts.append { text in
                Self.component(&text, [(Self.appleSystem, name, nil)], label) { text in
                    text.key("valueCodeableConcept")
                    Self.concept(&text, [(Self.appleSystem, known.constant, known.englishLabel)], known.englishLabel)
                }
            }
        }
        if let rate = sample.averageHeartRate, let code = ObservationCode.known[.heartRate] {
            parts.append { text in
                Self.component(&text, [(Self.loinc, code.code, code.display)], "Average heart rate") {
                    self.value(rate, code, &$0)
                }
            }
        }
        return parts
    }

    /// Voltages in µV, spaced a fixed number of milliseconds apart.
    private static func sampled(_ text: inout JSONText, _ microvolts: [Double], period: Double) {
        text.key("origin")
        quantity(&text, 0, "uV", "uV")
        text.member("period", period)
        text.member("dimensions", 1)
        text.member("data", microvolts.map(decimal).joined(separator: " "))
    }

    /// A number without an exponent, as FHIR's sampled data requires.
    private static func decimal(_ value: Double) -> String {
        let text = value.description
        if text.contains("e") { return String(format: "%.9f", value) }
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    // MARK: Workouts

    /// The entry of a workout: its activity, duration, and statistics; `nil` if its times can't be expressed.
    ///
    /// - Parameter workout: The workout.
    /// - Returns: The entry.
    func entry(_ workout: HKWorkout) -> [UInt8]? {
        guard let start = time(workout.startDate) else { return nil }
        let activity = ExportSpelling.activityName(of: workout.content)
        let label = TypeCatalogue.shared.workoutActivities?.case(constant: activity)?.englishLabel
        return observation(Self.url(workout.uuid), workout, start, .workout) { text in
            text.key("valueCodeableConcept")
            Self.concept(&text, [(Self.appleSystem, activity, label)], label ?? activity)
            text.key("component")
            text.array([duration(workout)] + statistics(workout)) { text, part in part(&text) }
        }
    }

    private func duration(_ workout: HKWorkout) -> (inout JSONText) -> Void {
        { text in
            Self.component(&text, [(Self.loinc, "55411-3", "Exercise duration")], "Duration without pauses") { text in
                text.key("valueQuantity")
                Self.quantity(&text, workout.duration / 60, "min", "min")
            }
        }
    }

    private func statistics(_ workout: HKWorkout) -> [(inout JSONText) -> Void] {
        let all = workout.allStatistics.values.sorted { $0.quantityType.identifier < $1.quantityType.identifier }
        return all.flatMap { statistics -> [(inout JSONText) -> Void] in
            let type = statistics.quantityType
            let code = ObservationCode.known[HKQuantityTypeIdentifier(rawValue: type.identifier)]
            let numbers: [(name: String?, quantity: HKQuantity?)] = [
                (nil, statistics.sumQuantity()), ("average", statistics.averageQuantity()),
                ("minimum", statistics.minimumQuantity()), ("maximum", statistics.maximumQuantity()),
            ]
            return numbers.compactMap { name, quantity in
                guard let quantity else { return nil }
                let label = type.entry.englishName + (name.map { ", " + $0 } ?? "")
                let apple: Coding = (Self.appleSystem, type.identifier, type.entry.englishName)
                // LOINC's codes are for a single measurement and for a sum.
                let loinc: [Coding] = name == nil ? code.map { [(Self.loinc, $0.code, $0.display)] } ?? [] : []
                return { text in
                    Self.component(&text, loinc + [apple], label) { self.value(quantity, code, &$0) }
                }
            }
        }
    }

    // MARK: Audiograms

    /// The entries of an audiogram: the panel, whose members are an observation per frequency.
    ///
    /// - Parameter audiogram: The audiogram.
    /// - Returns: The entries, the panel first; `nil` if its times can't be expressed.
    func entries(_ audiogram: HKAudiogramSample) -> [[UInt8]]? {
        guard let start = time(audiogram.startDate) else { return nil }
        let points = audiogram.sensitivityPoints.enumerated()
            .map { (url: Self.url(Self.member($0.offset, of: audiogram.uuid)), point: $0.element) }
        let whole = observation(Self.url(audiogram.uuid), audiogram, start, .audiogram) { text in
            text.key("hasMember")
            text.array(points) { text, each in text.object { $0.member("reference", each.url) } }
        }
        let members = points.map { each in
            observation(each.url, audiogram, start, .audiogram) { text in
                text.key("component")
                text.array(parts(each.point)) { text, part in part(&text) }
            }
        }
        return [whole] + members
    }

    private func parts(_ point: HKAudiogramSensitivityPoint) -> [(inout JSONText) -> Void] {
        func part(_ code: String, _ display: String, _ value: Double?, _ unit: String, _ ucum: String)
            -> ((inout JSONText) -> Void)?
        {
            guard let value else { return nil }
            return { text in
                Self.component(&text, [(Self.hearing, code, display)], display) { text in
                    text.key("valueQuantity")
                    Self.quantity(&text, value, unit, ucum)
                }
            }
        }
        let level = HKUnit.decibelHearingLevel()
        return [
            part("frequency", "Frequency", point.frequency.converted(to: .hertz()), "Hz", "Hz"),
            part("leftEarSensitivity", "Left ear", point.leftEarSensitivity?.converted(to: level), "dBHL", "dB"),
            part("rightEarSensitivity", "Right ear", point.rightEarSensitivity?.converted(to: level), "dBHL", "dB"),
        ]
        .compactMap { $0 }
    }

    /// The identity of an audiogram's point, stable across exports.
    private static func member(_ index: Int, of uuid: UUID) -> UUID {
        var bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        for place in 0..<4 { bytes[12 + place] ^= UInt8(truncatingIfNeeded: (index + 1) >> (8 * (3 - place))) }
        bytes[6] = bytes[6] & 0x0F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    // MARK: Parts

    static func url(_ uuid: UUID) -> String { "urn:uuid:" + uuid.uuidString.lowercased() }

    private static func component(
        _ text: inout JSONText,
        _ codings: [Coding],
        _ label: String,
        _ value: (inout JSONText) -> Void
    ) {
        text.object { text in
            text.key("code")
            concept(&text, codings, label)
            value(&text)
        }
    }
}
