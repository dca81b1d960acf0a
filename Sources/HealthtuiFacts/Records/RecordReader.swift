import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiExchange

/// Reads the page of a record from the store, as the caller sees it.
package struct RecordReader: Sendable {
    let caller: Caller
    let dates: DateText
    let samples: SampleText
    let keys: CardKeys

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - caller: The caller.
    ///   - dates: The format of dates.
    ///   - samples: The format of samples.
    ///   - keys: The keys for checking signatures.
    package init(_ caller: Caller, dates: DateText, samples: SampleText, keys: CardKeys = CardKeys()) {
        self.caller = caller
        self.dates = dates
        self.samples = samples
        self.keys = keys
    }

    /// Whether a sample's page has more than the page of every sample.
    package static func hasPage(_ sample: HKSample) -> Bool {
        switch sample {
        case is HKElectrocardiogram, is HKAudiogramSample, is HKVisionPrescription, is HKHeartbeatSeriesSample,
            is HKStateOfMind, is HKScoredAssessment, is HKMedicationDoseEvent, is HKClinicalRecord,
            is HKCDADocumentSample, is HKVerifiableClinicalRecord:
            true
        default: false
        }
    }

    /// The page of the sample with a UUID.
    ///
    /// - Parameter uuid: The sample's UUID.
    /// - Returns: The page, or nil if the sample no longer exists or the caller may not read it.
    /// - Throws: `HKError` if the store can't be read.
    package func page(_ uuid: UUID) throws -> RecordPage? {
        try caller.records { contents in
            guard let sample = try contents.sample(uuid) else { return nil }
            var page = RecordPage(sample, heading: samples.labelled(sample))
            switch sample {
            case let sample as HKElectrocardiogram: try electrocardiogram(sample, contents, &page)
            case let sample as HKAudiogramSample: audiogram(sample, &page)
            case let sample as HKVisionPrescription: try prescription(sample, contents, &page)
            case let sample as HKHeartbeatSeriesSample: try heartbeats(sample, contents, &page)
            case let sample as HKStateOfMind: stateOfMind(sample, &page)
            case let sample as HKScoredAssessment: try assessment(sample, contents, &page)
            case let sample as HKMedicationDoseEvent: try dose(sample, contents, &page)
            case let sample as HKClinicalRecord: try clinical(sample, contents, &page)
            case let sample as HKCDADocumentSample: try document(sample, contents, &page)
            case let sample as HKVerifiableClinicalRecord: verifiable(sample, &page)
            default: page.add(RecordPageStrings.recordedAs, samples.recorded(sample))
            }
            provenance(sample, &page)
            return page
        }
    }

    /// The rows of every sample: its times, its source, its metadata.
    private func provenance(_ sample: HKSample, _ page: inout RecordPage) {
        page.section(RecordPageStrings.whereItIsFrom)
        if sample.startDate == sample.endDate {
            page.add(RecordPageStrings.when, dates.full(sample.startDate))
        } else {
            page.add(RecordPageStrings.from, dates.full(sample.startDate))
            page.add(RecordPageStrings.to, dates.full(sample.endDate))
        }
        let revision = sample.sourceRevision
        let name = revision.version.map { RecordPageStrings.source(revision.source.name, version: $0) }
        page.add(RecordPageStrings.source, "\(name ?? revision.source.name) (\(revision.source.bundleIdentifier))")
        page.add(RecordPageStrings.device, sample.device.map(DevicePhrase.full))
        page.add(RecordPageStrings.added, sample.creationDate.map(dates.full))
        page.add(RecordPageStrings.uuid, sample.uuid.uuidString)
        for row in MetadataLine.rows(sample, dates: dates) { page.add(row.label, row.value) }
    }
}

/// The labels of the catalogue's enumerations.
enum CaseName {
    /// The label of a value, or its number if the catalogue doesn't know it.
    static func label(_ value: Int, of enumeration: String) -> String {
        TypeCatalogue.shared.enumeration(enumeration)?.case(value: value)?.label ?? String(value)
    }
}
