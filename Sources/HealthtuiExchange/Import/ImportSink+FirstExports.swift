import HealthKit

/// Handles the exports of iOS 8 and early ones of iOS 9: dates without punctuation, `source` in place of `sourceName`,
/// metadata as attributes of the record itself, named in the phone's language, and records that summarize several
/// samples.
extension ImportSink {
    /// The value of a record that has none but summarizes several samples: their average.
    ///
    /// The minimum, the maximum and the count are kept next to it.
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

    /// Keeps a record's data about the samples it summarizes.
    func keepSummed(_ element: ExportElement, ofAverage isAverage: Bool, _ extra: inout [Metadata.Entry]) {
        for (key, name) in ImportMetadata.summedAttributes(ofAverage: isAverage) {
            if let text = element[name]?.text { extra.append(Metadata.entry(own: key, .text(text))) }
        }
    }

    /// The position of the metadata of an element other than a record.
    mutating func metadata(
        of element: ExportElement,
        _ entries: ExportChildren<ExportMetadataEntry>
    ) throws -> ImportNumber.MetadataSet {
        guard element.isOfFirstExports else {
            let number = try dictionary.metadata(entries, in: &builder.definitions)
            return number.map { builder.definitions.place(metadata: $0) } ?? .none
        }
        let children = entries.map { ImportedMetadataEntry(key: $0.key?.text ?? "", value: $0.value?.text ?? "") }
        return builder.definitions.add(ImportMetadata.make(children + element.metadataAttributes))
    }
}

extension ExportElement {
    /// Whether the element is written as in the exports of iOS 8.
    ///
    /// A group of zones has a `source` that isn't a source's name.
    var isOfFirstExports: Bool { has(.source) && !has(.sourceName) && tags[index].name != .workoutZoneGroup }

    /// Whether the element is a record that gives a count, a minimum or a maximum of the samples it summarizes.
    var isSummed: Bool { has(.recordCount) || has(.min) || has(.max) || isAverage }

    /// Whether the element is a record of an average, as this program writes one that came from such an export.
    var isAverage: Bool { has(.average) && !isOfFirstExports }

    /// The metadata stored in attributes.
    ///
    /// Later exports have none: an unknown attribute there is counted as not understood.
    var metadataAttributes: [ImportedMetadataEntry] {
        guard isOfFirstExports else { return [] }
        return otherAttributes.map { ImportedMetadataEntry(key: $0.name.text, value: $0.value.text) }
    }
}
