import Foundation
import HealthKit

/// Writes an electrocardiogram as the Health app's export does: header lines, then one voltage a line.
package struct ElectrocardiogramText {
    private var dates: ExportDateWriter
    private let name: String
    private let birth: String

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - me: The person's characteristics.
    ///   - zone: The person's time zone.
    ///   - now: The file's creation time.
    package init(_ me: CharacteristicValues, zone: TimeZone, now: Date) {
        dates = ExportDateWriter(zone: zone, now: now)
        name = ""
        birth = me.dateOfBirth ?? ""
    }

    /// The file of an electrocardiogram.
    ///
    /// - Parameters:
    ///   - sample: The electrocardiogram.
    ///   - trace: Its voltages.
    ///   - symptoms: The symptoms that the person logged with it.
    ///   - body: Receives the file, piece by piece.
    /// - Throws: Any error that `body` throws.
    package mutating func write(
        _ sample: HKElectrocardiogram,
        _ trace: ElectrocardiogramTrace,
        symptoms: [HKCategorySample],
        _ body: ([UInt8]) throws -> Void
    ) throws {
        let frequency = sample.samplingFrequency?.doubleValue(for: .hertz()) ?? 0
        let noted = ECGSymptoms.text(sample, noted: symptoms)
        let recorded = dates.text(sample.startDate.timeIntervalSinceReferenceDate)
        var lines = [
            "Name,\(Self.field(name))",
            "Date of Birth,\(Self.field(birth))",
            "Recorded Date,\(recorded)",
            "Classification,\(Self.field(Self.classification(of: sample)))",
            "Symptoms,\(Self.field(noted))",
            "Software Version,\(Self.field(sample.sourceRevision.version ?? ""))",
            "Device,\(Self.field(sample.device?.hardwareVersion ?? sample.device?.name ?? ""))",
            "Sample Rate,\(MetadataWriting.digits(frequency)) hertz",
        ]
        if let rate = sample.averageHeartRate {
            let perMinute = rate.doubleValue(for: .count().unitDivided(by: .minute()))
            lines.append("Average Heart Rate,\(MetadataWriting.digits(perMinute)) count/min")
        }
        let lead = Self.text(sample, .lead) ?? "Lead I"
        lines += ["", "", "Lead,\(Self.field(lead))", "Unit,µV", ""]
        var buffer = Array((lines.joined(separator: "\n") + "\n").utf8)
        let scale = trace.unit.conversion(to: .voltUnit(with: .micro))?.scale ?? 1e6
        for voltage in trace.leads[.appleWatchSimilarToLeadI] ?? trace.leads.values.first ?? [] {
            MarkupBuffer.append(scale == 1 ? voltage : voltage * scale, to: &buffer)
            buffer.append(Byte.newline)
            if buffer.count >= 1 << 16 {
                try body(buffer)
                buffer.removeAll(keepingCapacity: true)
            }
        }
        try body(buffer)
    }

    private static func field(_ text: String) -> String {
        guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// The recording's original classification text if it still matches, since it may say more than is known here;
    /// otherwise the Health app's English name.
    private static func classification(of sample: HKElectrocardiogram) -> String {
        guard let came = text(sample, .classification),
            ECGClassification.value(came) == sample.classification || sample.classification == .unrecognized
        else { return name(sample.classification) }
        return came
    }

    private static func text(_ sample: HKElectrocardiogram, _ key: OwnMetadataKey) -> String? {
        guard case .text(let text)? = sample.metadataValues?[own: key] else { return nil }
        return text
    }

    /// The Health app's English name for a classification.
    static func name(_ classification: HKElectrocardiogram.Classification) -> String {
        switch classification {
        case .notSet: ""
        case .sinusRhythm: "Sinus Rhythm"
        case .atrialFibrillation: "Atrial Fibrillation"
        case .inconclusiveLowHeartRate: "Low Heart Rate"
        case .inconclusiveHighHeartRate: "High Heart Rate"
        case .inconclusivePoorReading: "Poor Recording"
        case .inconclusiveOther: "Inconclusive"
        case .unrecognized: "Unrecognized"
        }
    }
}
