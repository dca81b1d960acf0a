/// A `Record`: one sample, at top level, inside a correlation or inside a workout.
package struct ExportRecord: ExportChild {
    package static let name = ElementName.record

    /// The element, whose attributes are `type`, `unit`, `value`, `sourceName`, `sourceVersion`, `device`,
    /// `creationDate`, `startDate` and `endDate`.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }

    /// The metadata entries, in order.
    ///
    /// The same key may occur twice.
    package var metadata: ExportChildren<ExportMetadataEntry> { element.children() }

    /// The lists of beats of a heart-rate variability sample, in order.
    package var beatLists: ExportChildren<ExportBeatList> { element.children() }

    /// The beats of a heart-rate variability sample, in order.
    package var beats: some Sequence<ExportBeat> {
        element.children(ExportBeatList.self).lazy.flatMap(\.beats)
    }
}

/// A `MetadataEntry`.
package struct ExportMetadataEntry: ExportChild {
    package static let name = ElementName.metadataEntry

    /// The element, whose attributes are `key` and `value`.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }

    /// The raw key.
    package var key: ByteSlice? { element[.key] }

    /// The raw value.
    package var value: ByteSlice? { element[.value] }
}

/// A `HeartRateVariabilityMetadataList`.
package struct ExportBeatList: ExportChild {
    package static let name = ElementName.heartRateVariabilityMetadataList

    /// The element, which has no attributes.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }

    /// The beats, in order.
    package var beats: ExportChildren<ExportBeat> { element.children() }
}

/// An `InstantaneousBeatsPerMinute`.
package struct ExportBeat: ExportChild {
    package static let name = ElementName.instantaneousBeatsPerMinute

    /// The element, whose attributes are `bpm` and `time`.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }
}

/// A `Correlation`: samples that belong together.
///
/// Its records also appear at the top level.
package struct ExportCorrelation: ExportChild {
    package static let name = ElementName.correlation

    /// The element, whose attributes are those of a record without unit and value.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }

    /// The metadata entries, in order.
    package var metadata: ExportChildren<ExportMetadataEntry> { element.children() }

    /// The members, in order.
    package var records: ExportChildren<ExportRecord> { element.children() }
}

/// An `ActivitySummary`: one day of the rings.
package struct ExportActivitySummary: ExportChild {
    package static let name = ElementName.activitySummary

    /// The element, whose attributes are `dateComponents` and the rings' values and goals.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }
}
