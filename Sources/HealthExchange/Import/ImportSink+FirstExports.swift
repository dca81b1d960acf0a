import HealthKit

/// The exports of iOS 8 and early ones of iOS 9: dates without punctuation, `source` in place of `sourceName`, metadata as attributes of the
/// record itself, under whatever name the phone's language gives them, and records that sum up several samples.
extension ImportSink {
    /// The value of a record that has none but sums up several samples: their average.
    ///
    /// The least, the greatest and the number of them are kept beside it.
    mutating func summarizedValue(
        _ element: ExportElement,
        _ series: ImportSeries,
        _ extra: inout [Metadata.Entry]
    ) -> Double? {
        guard let value = element[.average]?.decimal, value.isFinite else {
            warn(element, "\(series.type) without a value")
            return nil
        }
        keepSummed(element, ofAverage: true, &extra)
        return value
    }

    /// Keeps what a record says of the samples that it sums up.
    func keepSummed(_ element: ExportElement, ofAverage isAverage: Bool, _ extra: inout [Metadata.Entry]) {
        for (key, name) in ImportMetadata.summedAttributes(ofAverage: isAverage) {
            if let text = element[name]?.text { extra.append(Metadata.entry(own: key, .text(text))) }
        }
    }

    /// The place of the metadata of an element that is no record.
    mutating func metadata(
        of element: ExportElement,
        _ entries: ExportChildren<ExportMetadataEntry>
    ) throws -> ImportNumber.MetadataSet {
        guard element.isOfFirstExports else {
            let number = try dictionary.metadata(entries, in: &definitions)
            return number.map { definitions.place(metadata: $0) } ?? .none
        }
        let children = entries.map { ImportedMetadataEntry(key: $0.key?.text ?? "", value: $0.value?.text ?? "") }
        return definitions.add(ImportMetadata.make(children + element.metadataAttributes))
    }
}

extension ExportElement {
    /// Whether the element is written as the exports of iOS 8 are.
    ///
    /// A group of zones has a source that is nobody's name.
    var isOfFirstExports: Bool { has(.source) && !has(.sourceName) && tags[index].name != .workoutZoneGroup }

    /// Whether the element is a record that says how many samples it sums up, or from which to which.
    var isSummed: Bool { has(.recordCount) || has(.min) || has(.max) || isAverage }

    /// Whether the element is a record of an average, as this program writes one that such an export had.
    var isAverage: Bool { has(.average) && !isOfFirstExports }

    /// The metadata that stands in attributes.
    ///
    /// Later exports have none: an attribute that is not known there is counted as not understood.
    var metadataAttributes: [ImportedMetadataEntry] {
        guard isOfFirstExports else { return [] }
        return otherAttributes.map { ImportedMetadataEntry(key: $0.name.text, value: $0.value.text) }
    }
}
