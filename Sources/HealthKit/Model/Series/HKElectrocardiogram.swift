import Foundation

/// An electrocardiogram: voltages measured on the body, and their interpretation.
///
/// Apps read electrocardiograms and cannot make them. The voltages come from an ``HKElectrocardiogramQuery``; the symptoms
/// that a person noted from a query with `HKQuery.predicateForObjectsAssociated(electrocardiogram:)`.
open class HKElectrocardiogram: HKSample, @unchecked Sendable {
    let content: ElectrocardiogramContent
    /// The voltages, before they are stored; `nil` for an electrocardiogram from the store.
    let trace: ElectrocardiogramTrace?

    package init(_ parts: SampleParts, content: ElectrocardiogramContent, trace: ElectrocardiogramTrace?) {
        self.content = content
        self.trace = trace
        super.init(parts.attributes, type: parts.type, start: parts.start, end: parts.end)
    }

    /// The number of voltage measurements.
    public var numberOfVoltageMeasurements: Int { content.count }

    /// The frequency of the voltage measurements.
    public var samplingFrequency: HKQuantity? { content.samplingFrequency.quantity }

    /// The classification of the heart's rhythm.
    ///
    /// A classification that this version doesn't know counts as `unrecognized`.
    public var classification: HKElectrocardiogram.Classification {
        Classification(rawValue: content.classification) ?? .unrecognized
    }

    /// The average heart rate during the measurement, as a count per time; `nil` if unknown.
    public var averageHeartRate: HKQuantity? { content.averageHeartRate?.quantity }

    /// Whether the person had symptoms during the measurement.
    public var symptomsStatus: HKElectrocardiogram.SymptomsStatus {
        SymptomsStatus(rawValue: content.symptomsStatus) ?? .notSet
    }

    /// Creates an electrocardiogram from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard
            let content = coder.decodedContent(ElectrocardiogramContent.self, of: HKElectrocardiogramType.self)
        else { return nil }
        self.content = content
        trace = (coder.decoded(NSData.self, forKey: "trace") as Data?)
            .flatMap { ElectrocardiogramTrace(bytes: [UInt8]($0)) }
        super.init(coder: coder)
    }

    /// Writes the electrocardiogram to an archive, with its voltages only if it was never stored.
    ///
    /// - Parameter coder: The archive to write.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        if let trace { coder.encode(Data(trace.bytes) as NSData, forKey: "trace") }
    }

    override var archivedContent: (any RecordContent)? { content }

    override var contentDescription: String { "electrocardiogram, \(classification)" }
}

extension HKElectrocardiogram {
    /// A classification of the heart's rhythm.
    public enum Classification: Int, Sendable {
        /// None was made.
        case notSet = 0

        /// No signs of atrial fibrillation.
        case sinusRhythm = 1

        /// Signs of atrial fibrillation.
        case atrialFibrillation = 2

        /// None could be made: the heart rate was below 50 a minute.
        case inconclusiveLowHeartRate = 3

        /// None could be made: the heart rate was too high.
        case inconclusiveHighHeartRate = 4

        /// None was tried: the signal was too poor.
        case inconclusivePoorReading = 5

        /// None could be made, for another reason.
        case inconclusiveOther = 6

        /// A classification that this version doesn't know.
        case unrecognized = 100
    }

    /// The location of a voltage measurement.
    public enum Lead: Int, Sendable {
        /// Between both arms by a watch, which is similar to lead I.
        case appleWatchSimilarToLeadI = 1
    }

    /// Whether a person had symptoms while an electrocardiogram was made.
    public enum SymptomsStatus: Int, Sendable {
        /// The person did not say.
        case notSet = 0

        /// The person had none.
        case none = 1

        /// The person had symptoms, which are separate samples.
        case present = 2
    }

    /// The voltages at one time.
    open class VoltageMeasurement: NSObject, NSCopying, @unchecked Sendable {
        /// The time since the start of the electrocardiogram, in seconds.
        public let timeSinceSampleStart: TimeInterval

        private let voltages: [Lead: Double]
        private let unit: HKUnit

        init(time: TimeInterval, voltages: [Lead: Double], unit: HKUnit) {
            timeSinceSampleStart = time
            self.voltages = voltages
            self.unit = unit
        }

        /// The voltage of a lead.
        ///
        /// - Parameter lead: The lead.
        /// - Returns: A quantity in a unit of voltage; `nil` for a lead that was not measured.
        open func quantity(for lead: HKElectrocardiogram.Lead) -> HKQuantity? {
            voltages[lead].map { HKQuantity(unit: unit, doubleValue: $0) }
        }

        /// The measurement itself, which never changes.
        ///
        /// - Parameter zone: Ignored.
        /// - Returns: This measurement.
        open func copy(with zone: NSZone? = nil) -> Any { self }
    }
}
