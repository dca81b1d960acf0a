import Foundation
import HealthKitStore

/// The content of an electrocardiogram except its voltages.
package struct ElectrocardiogramContent: RecordContent, Codable {
    /// The number of voltage measurements.
    package var count: Int
    package var samplingFrequency: QuantityText
    package var classification: Int
    package var averageHeartRate: QuantityText?
    package var symptomsStatus: Int

    package init(
        count: Int,
        samplingFrequency: HKQuantity,
        classification: HKElectrocardiogram.Classification,
        averageHeartRate: HKQuantity?,
        symptomsStatus: HKElectrocardiogram.SymptomsStatus
    ) {
        self.count = count
        self.samplingFrequency = QuantityText(samplingFrequency)
        self.classification = classification.rawValue
        self.averageHeartRate = averageHeartRate.map(QuantityText.init)
        self.symptomsStatus = symptomsStatus.rawValue
    }

    /// The number of measurements per second.
    var hertz: Double { samplingFrequency.quantity?.converted(to: .hertz()) ?? 0 }

    package func check() throws {
        guard count > 0 else { throw HKError.invalid("An electrocardiogram has at least one voltage") }
        try HKError.check(samplingFrequency, "samplingFrequency", like: .hertz())
        guard hertz > 0 else { throw HKError.invalid("An electrocardiogram has a sampling frequency above 0") }
        try HKError.check(averageHeartRate, "averageHeartRate", like: .count().unitDivided(by: .minute()))
    }
}

/// The voltages of an electrocardiogram, at equal distances of time.
package struct ElectrocardiogramTrace: Hashable, Sendable {
    /// The unit of the voltages.
    package var unit: HKUnit
    /// The voltages by lead, in order of time; all leads have as many.
    package var leads: [HKElectrocardiogram.Lead: [Double]]

    package init(unit: HKUnit, leads: [HKElectrocardiogram.Lead: [Double]]) {
        self.unit = unit
        self.leads = leads
    }

    package var count: Int { leads.values.map(\.count).min() ?? 0 }

    func check() throws {
        guard unit.isCompatible(with: .volt()) else {
            throw HKError.invalid("The voltages of an electrocardiogram require a unit compatible with V, not \(unit)")
        }
        guard leads.values.allSatisfy({ $0.count == count && $0.allSatisfy(\.isFinite) }) else {
            throw HKError.invalid("All leads of an electrocardiogram must have the same number of finite voltages")
        }
    }

    /// The measurements, in order of time.
    func measurements(hertz: Double) -> [HKElectrocardiogram.VoltageMeasurement] {
        (0..<count)
            .map { index in
                HKElectrocardiogram.VoltageMeasurement(
                    time: Double(index) / hertz,
                    voltages: leads.mapValues { $0[index] },
                    unit: unit
                )
            }
    }

    /// The prefix that marks the column format.
    ///
    /// Earlier versions began with the unit, which is never empty.
    private static let columnMark: [UInt8] = [0, 1]

    /// The trace as bytes: the unit, the numbers of the leads, and the voltages of each as a column.
    package var bytes: [UInt8] {
        let sorted = leads.sorted { $0.key.rawValue < $1.key.rawValue }
        var writer = ByteWriter()
        writer.append(Self.columnMark)
        writer.text(unit.unitString)
        writer.varint(UInt64(sorted.count))
        for lead in sorted { writer.varint(UInt64(lead.key.rawValue)) }
        let length = count
        return writer.bytes + NumberColumns.bytes(sorted.map { Array($0.value.prefix(length)) })
    }

    /// Decodes ``bytes``, in this version and in earlier ones; `nil` if the bytes are invalid.
    ///
    /// Leads that this version doesn't know are omitted.
    package init?(bytes: [UInt8]) {
        let hasColumns = bytes.starts(with: Self.columnMark)
        var reader = ByteReader(bytes)
        if hasColumns { for _ in Self.columnMark { _ = reader.byte() } }
        // The caller reports invalid bytes.
        guard let name = reader.text() ?? nil, let unit = try? HKUnit(validating: name), let count = reader.varint()
        else { return nil }
        self.unit = unit
        let read = hasColumns ? Self.columns(count, &reader) : Self.rows(count, &reader)
        guard let read else { return nil }
        leads = [:]
        for (number, voltages) in read {
            if let lead = HKElectrocardiogram.Lead(rawValue: Int(clamping: number)) { leads[lead] = voltages }
        }
    }

    private static func columns(_ count: UInt64, _ reader: inout ByteReader) -> [(UInt64, [Double])]? {
        guard count <= UInt64(reader.remaining) else { return nil }
        let numbers = (0..<count).compactMap { _ in reader.varint() }
        guard let columns = NumberColumns.columns(reader.rest), columns.count == numbers.count,
            columns.count == Int(count)
        else { return nil }
        return Array(zip(numbers, columns))
    }

    /// Decodes the format of earlier versions: for each lead, its number, the number of voltages, and the voltages.
    private static func rows(_ count: UInt64, _ reader: inout ByteReader) -> [(UInt64, [Double])]? {
        var leads: [(UInt64, [Double])] = []
        for _ in 0..<min(count, UInt64(reader.remaining)) {
            guard let number = reader.varint(), let length = reader.varint(), length <= UInt64(reader.remaining / 8)
            else { return nil }
            leads.append((number, (0..<length).compactMap { _ in reader.double() }))
        }
        return leads
    }
}

extension HKElectrocardiogram {
    /// Makes an electrocardiogram, as only the system does.
    ///
    /// Its end follows from the number of voltages.
    ///
    /// - Throws: `errorInvalidArgument` for an incompatible unit, leads of different lengths, and invalid metadata.
    package convenience init(
        start: Date,
        trace: ElectrocardiogramTrace,
        samplingFrequency: HKQuantity,
        classification: Classification,
        averageHeartRate: HKQuantity? = nil,
        symptomsStatus: SymptomsStatus = .notSet,
        device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) throws {
        try trace.check()
        let content = ElectrocardiogramContent(
            count: trace.count,
            samplingFrequency: samplingFrequency,
            classification: classification,
            averageHeartRate: averageHeartRate,
            symptomsStatus: symptomsStatus
        )
        try content.check()
        let draft = try RecordDraft(
            checking: content,
            type: HKObjectType.electrocardiogramType(),
            start: start,
            end: start.addingTimeInterval(Double(trace.count) / content.hertz),
            device: device,
            metadata: metadata
        )
        self.init(draft.parts, content: draft.content, trace: trace)
    }
}

extension HKElectrocardiogram: RecordSample {
    package var recordBytes: [UInt8] {
        get throws { try SplitPayload(content: content.bytes, data: trace?.bytes ?? []).bytes }
    }

    package func checkContent() throws {
        guard trace?.count == content.count else {
            throw HKError.invalid("An electrocardiogram without its voltages cannot be saved")
        }
        try content.check()
    }

    package static func sample(_ parts: SampleParts, bytes: [UInt8]) -> HKSample? {
        guard let payload = SplitPayload(bytes: bytes), let content = ElectrocardiogramContent(bytes: payload.content)
        else { return nil }
        return HKElectrocardiogram(parts, content: content, trace: nil)
    }
}
