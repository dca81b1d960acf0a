import Foundation
import HealthKit

/// Writes records as elements of an export.
struct ExportMarkup {
    var buffer = MarkupBuffer(capacity: 1 << 16)
    var metadata: MetadataWriting
    /// The attributes that the rows of the last origin have in common, as text.
    private var lastOrigin: SampleOrigin?
    private var opening: [UInt8] = []
    private var children: [UInt8] = []
    private var values = ValueText.number

    /// How the values of a type are written.
    private enum ValueText {
        case number
        case name(Enumeration)
        case text(String)
        /// The average of the samples that the record summarizes.
        case average
    }

    init(zone: TimeZone, now: Date) {
        metadata = MetadataWriting(dates: ExportDateWriter(zone: zone, now: now))
    }

    // MARK: Plain samples

    /// Appends a record; returns `false` if exports can't express its times.
    mutating func append(_ origin: SampleOrigin, _ numbers: SampleNumbers) -> Bool {
        guard ExportDateWriter.holds(numbers.start), ExportDateWriter.holds(numbers.end) else { return false }
        if origin !== lastOrigin { turn(to: origin) }
        buffer.raw(opening)
        times(start: numbers.start, end: numbers.end, creation: numbers.creation)
        switch values {
        case .number: buffer.attribute("value", numbers.value)
        case .name(let enumeration):
            if let known = Int(exactly: numbers.value).flatMap({ enumeration.case(value: $0) }) {
                buffer.attribute("value", known.constant)
            } else {
                buffer.attribute("value", numbers.value)
            }
        case .text(let text): buffer.attribute("value", text)
        case .average:
            buffer.attribute("average", numbers.value)
            buffer.attribute("value", numbers.value)
        }
        buffer.raw(children)
        return true
    }

    private mutating func turn(to origin: SampleOrigin) {
        lastOrigin = origin
        var text = MarkupBuffer()
        text.raw(" <Record")
        text.attribute("type", UnknownCase(identifier: origin.type)?.type ?? origin.type)
        Self.origin(origin.sourceRevision, origin.device, &text)
        let type = HKObjectType.type(identifier: origin.type)
        switch type {
        case let type as HKCategoryType:
            values = type.enumeration.map { .name($0) } ?? .number
        case is HKQuantityType:
            let summed = ImportMetadata.summed(origin.metadata)
            values = summed?.isAverage ?? false ? .average : .number
            text.attribute("unit", origin.unit.isEmpty ? "count" : origin.unit)
            for (name, value) in summed?.attributes ?? [] { text.attribute(name, value) }
        default:
            values = .number
            if !origin.unit.isEmpty { text.attribute("unit", origin.unit) }
            if case .text(let value)? = origin.metadata?[own: .value] { values = .text(value) }
        }
        opening = text.bytes
        children = closing("Record", origin.metadata, indent: " ")
    }

    /// Closes an element: immediately, or after its metadata.
    private mutating func closing(_ name: String, _ own: Metadata?, indent: String) -> [UInt8] {
        var text = MarkupBuffer()
        guard let own, MetadataWriting.isReported(own) else {
            text.raw("/>\n")
            return text.bytes
        }
        text.raw(">\n")
        metadata.append(own, to: &text, indent: indent + " ")
        text.raw("\(indent)</\(name)>\n")
        return text.bytes
    }

    // MARK: Parts

    /// Source and device, as attributes.
    static func origin(_ revision: HKSourceRevision, _ device: HKDevice?, _ text: inout MarkupBuffer) {
        text.attribute("sourceName", revision.source.name)
        text.attribute("sourceVersion", revision.version)
        text.attribute("device", device.map { Self.text(of: $0) })
    }

    /// A device as exports write it; its memory address on the phone means nothing, so it is written as 0.
    static func text(of device: HKDevice) -> String {
        let fields = zip(DeviceText.Key.allCases, device.fields)
            .compactMap { key, field in field.map { ", \(key.rawValue):\($0)" } }
        return "<<HKDevice: 0x0>" + fields.joined() + ">"
    }

    mutating func times(start: Double, end: Double, creation: Double?) {
        buffer.attribute("creationDate", date: creation, &metadata.dates)
        buffer.attribute("startDate", date: start, &metadata.dates)
        buffer.attribute("endDate", date: end, &metadata.dates)
    }

    /// Source, device and times of a sample, as attributes.
    mutating func header(_ sample: HKSample) {
        Self.origin(sample.sourceRevision, sample.device, &buffer)
        times(
            start: sample.startDate.timeIntervalSinceReferenceDate,
            end: sample.endDate.timeIntervalSinceReferenceDate,
            creation: sample.creationDate?.timeIntervalSinceReferenceDate
        )
    }

    /// Whether exports can express the times of a sample.
    static func holds(_ sample: HKSample) -> Bool {
        ExportDateWriter.holds(sample.startDate.timeIntervalSinceReferenceDate)
            && ExportDateWriter.holds(sample.endDate.timeIntervalSinceReferenceDate)
    }

    /// Appends a record of a sample that is an object, such as a member of a correlation.
    mutating func record(_ sample: HKSample, indent: String) {
        buffer.raw(indent + "<Record")
        buffer.attribute("type", sample.sampleType.identifier)
        Self.origin(sample.sourceRevision, sample.device, &buffer)
        if let quantity = sample as? HKQuantitySample { buffer.attribute("unit", quantity.quantity.unit.unitString) }
        times(
            start: sample.startDate.timeIntervalSinceReferenceDate,
            end: sample.endDate.timeIntervalSinceReferenceDate,
            creation: sample.creationDate?.timeIntervalSinceReferenceDate
        )
        switch sample {
        case let sample as HKQuantitySample:
            let value = sample.quantity.doubleValue(for: sample.quantity.unit)
            let summed = ImportMetadata.summed(sample.metadataValues)
            for (name, text) in summed?.attributes ?? [] { buffer.attribute(name, text) }
            if summed?.isAverage ?? false { buffer.attribute("average", value) }
            buffer.attribute("value", value)
        case let sample as HKCategorySample:
            let known = sample.categoryType.enumeration?.case(value: sample.value)
            buffer.attribute("value", known?.constant ?? String(sample.value))
        default: break
        }
        buffer.raw(closing("Record", sample.metadataValues, indent: indent))
    }

    mutating func correlation(_ correlation: HKCorrelation) {
        buffer.raw(" <Correlation")
        buffer.attribute("type", correlation.correlationType.identifier)
        header(correlation)
        buffer.raw(">\n")
        entries(correlation.metadataValues, indent: "  ")
        let members = correlation.objects.sorted {
            ($0.sampleType.identifier, $0.startDate, $0.uuid.uuidString)
                < ($1.sampleType.identifier, $1.startDate, $1.uuid.uuidString)
        }
        for member in members where Self.holds(member) { record(member, indent: "  ") }
        buffer.raw(" </Correlation>\n")
    }

    mutating func entries(_ own: Metadata?, indent: String) {
        if let own { metadata.append(own, to: &buffer, indent: indent) }
    }
}
