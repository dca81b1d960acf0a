import Foundation

/// A sample: data that belongs to a moment or to an interval.
///
/// Abstract: make an ``HKQuantitySample``, ``HKCategorySample``, ``HKCorrelation`` or ``HKWorkout``.
open class HKSample: HKObject, @unchecked Sendable {
    /// The type of the sample's data.
    public let sampleType: HKSampleType
    /// The start of the data.
    public let startDate: Date
    /// The end of the data; the same as ``startDate`` for an instant.
    public let endDate: Date

    package init(_ attributes: ObjectAttributes, type: HKSampleType, start: Date, end: Date) {
        sampleType = type
        startDate = start
        endDate = end
        super.init(attributes)
    }

    /// Makes a sample of the store.
    package init(stored times: StoredTimes, uuid: UUID, type: HKSampleType, origin: ObjectOrigin) {
        sampleType = type
        startDate = Date(timeIntervalSinceReferenceDate: times.start)
        endDate = Date(timeIntervalSinceReferenceDate: times.end)
        super
            .init(
                stored: uuid,
                creation: Date(timeIntervalSinceReferenceDate: times.creation),
                origin: origin
            )
    }

    /// Whether the sample's end is still unknown: its end date is `Date.distantFuture` (R2.4).
    public var hasUndeterminedDuration: Bool { endDate == .distantFuture }

    /// Creates a sample from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let type = coder.decoded(HKObjectType.self, forKey: "sampleType") as? HKSampleType,
            let start = coder.decodeTime(forKey: "startDate"),
            let end = coder.decodeTime(forKey: "endDate"), start <= end
        else { return nil }
        sampleType = type
        startDate = start
        endDate = end
        super.init(coder: coder)
    }

    /// Writes the sample to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(sampleType, forKey: "sampleType")
        coder.encodeTime(startDate, forKey: "startDate")
        coder.encodeTime(endDate, forKey: "endDate")
        if let archivedContent { coder.encodeContent(archivedContent) }
    }

    /// The content of a sample with its own class, which an archive contains in addition to the common properties; `nil` for
    /// others.
    var archivedContent: (any RecordContent)? { nil }

    /// A short description of the sample's content, for ``description``.
    var contentDescription: String { sampleType.identifier }

    /// The content, identity, source and interval of the sample.
    open override var description: String {
        let revision = sourceRevision
        let version = revision.version.map { " (\($0))" } ?? ""
        return
            "\(contentDescription) \(uuid.uuidString) \"\(revision.source.name)\"\(version) (\(startDate) - \(endDate))"
    }
}

/// The times of a stored sample, in seconds since the reference date.
package struct StoredTimes: Sendable {
    package var start: Double
    package var end: Double
    package var creation: Double

    package init(start: Double, end: Double, creation: Double) {
        self.start = start
        self.end = end
        self.creation = creation
    }
}
