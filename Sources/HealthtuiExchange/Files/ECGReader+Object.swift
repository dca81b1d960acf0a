import HealthKit

/// Converts an electrocardiogram's file to an object for import, whether the file came with an export or alone.
extension ECGReader.Reading {
    /// The name of the source, since the file names none.
    static let sourceName = "ECG"

    /// The device as exports write it, or `nil` if the file names none.
    var deviceText: String? {
        device.isEmpty
            ? nil : "<<HKDevice: 0x0>, name:Apple Watch, manufacturer:Apple Inc., hardware:\(device)>"
    }

    /// The electrocardiogram with a header whose source, device and metadata are the reading's.
    ///
    /// - Parameter given: The header; its times are ignored.
    /// - Returns: The object, identified by its recording time.
    func object(_ given: ImportedHeader) -> ImportedObject {
        var header = given
        header.start = recorded
        header.end = recorded + Double(voltages.count) / hertz
        header.creation = recorded
        let symptoms = ECGSymptoms(self.symptoms)
        let content = ElectrocardiogramContent(
            count: voltages.count,
            samplingFrequency: HKQuantity(unit: .hertz(), doubleValue: hertz),
            classification: ECGClassification.value(classification),
            averageHeartRate: averageHeartRate.map {
                HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: $0)
            },
            symptomsStatus: symptoms.status
        )
        return ImportedObject(
            kind: .electrocardiograms,
            type: HKObjectType.electrocardiogramType().identifier,
            header: header,
            content: .electrocardiogram(
                content,
                ElectrocardiogramTrace(unit: unit, leads: [.appleWatchSimilarToLeadI: voltages])
            ),
            text: ExportSpelling.form(ofElectrocardiogram: recorded),
            symptoms: symptoms.types
        )
    }
}

extension ImportMetadata {
    /// The metadata of an electrocardiogram's texts, or `nil` if it has none.
    static func ofElectrocardiogram(_ reading: ECGReader.Reading) -> Metadata? {
        let texts: [(OwnMetadataKey, String)] = [
            (.classification, reading.classification), (.symptoms, reading.symptoms), (.lead, reading.lead),
        ]
        let entries = texts.filter { !$0.1.isEmpty }.map { Metadata.entry(own: $0.0, .text($0.1)) }
        return entries.isEmpty ? nil : Metadata(entries)
    }
}
