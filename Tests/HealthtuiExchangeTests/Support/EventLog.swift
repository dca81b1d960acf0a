import HealthtuiExchange

/// Writes down every event of a scan as text, so that two scans can be compared and one be read.
struct EventLog: ExportSink {
    private(set) var events: [String] = []
    private(set) var elementCounts: [String: Int] = [:]
    private(set) var attributeCount = 0

    mutating func exportDate(_ value: ByteSlice) {
        events.append("ExportDate \(value.text)")
    }

    mutating func me(_ element: ExportElement) {
        events.append("Me" + attributes(element) + " line \(element.line)")
    }

    mutating func record(_ record: ExportRecord) {
        events.append(describe(record, in: "") + " line \(record.element.line)")
    }

    mutating func correlation(_ correlation: ExportCorrelation) {
        var text = "Correlation" + attributes(correlation.element)
        count("Correlation")
        text += describe(correlation.metadata, in: "Correlation/")
        for record in correlation.records { text += " [" + describe(record, in: "Correlation/") + "]" }
        events.append(text + " line \(correlation.element.line)")
    }

    mutating func workout(_ workout: ExportWorkout) {
        var text = "Workout" + attributes(workout.element)
        count("Workout")
        text += describe(workout.metadata, in: "Workout/")
        text += describe(workout.events, in: "Workout/")
        text += describe(workout.statistics, in: "Workout/")
        for activity in workout.activities {
            count("Workout/WorkoutActivity")
            text += " [Activity" + attributes(activity.element)
            text += describe(activity.metadata, in: "Workout/WorkoutActivity/")
            text += describe(activity.events, in: "Workout/WorkoutActivity/")
            text += describe(activity.statistics, in: "Workout/WorkoutActivity/") + "]"
        }
        for route in workout.routes {
            count("Workout/WorkoutRoute")
            text += " [Route" + attributes(route.element) + describe(route.metadata, in: "Workout/WorkoutRoute/")
            for file in route.fileReferences {
                count("Workout/WorkoutRoute/FileReference")
                text += " [File" + attributes(file.element) + "]"
            }
            for location in route.locations {
                count("Workout/WorkoutRoute/Location")
                text += " [Location" + attributes(location.element) + "]"
            }
            text += "]"
        }
        events.append(text + " line \(workout.element.line)")
    }

    mutating func activitySummary(_ summary: ExportActivitySummary) {
        count("ActivitySummary")
        events.append("ActivitySummary" + attributes(summary.element) + " line \(summary.element.line)")
    }

    mutating func clinicalRecord(_ record: ExportClinicalRecord) {
        count("ClinicalRecord")
        events.append("ClinicalRecord" + attributes(record.element) + " line \(record.element.line)")
    }

    mutating func audiogram(_ audiogram: ExportAudiogram) {
        count("Audiogram")
        var text = "Audiogram" + attributes(audiogram.element) + describe(audiogram.metadata, in: "Audiogram/")
        for point in audiogram.points {
            count("Audiogram/SensitivityPoint")
            text += " [Point" + attributes(point.element) + "]"
        }
        events.append(text + " line \(audiogram.element.line)")
    }

    mutating func visionPrescription(_ prescription: ExportVisionPrescription) {
        count("VisionPrescription")
        var text = "VisionPrescription" + attributes(prescription.element)
        text += describe(prescription.metadata, in: "VisionPrescription/")
        for (name, eye) in [("RightEye", prescription.rightEye), ("LeftEye", prescription.leftEye)] {
            guard let eye else { continue }
            count("VisionPrescription/" + name)
            text += " [" + name + attributes(eye) + "]"
        }
        for attachment in prescription.attachments {
            count("VisionPrescription/Attachment")
            text += " [Attachment" + attributes(attachment.element) + "]"
        }
        events.append(text + " line \(prescription.element.line)")
    }

    private mutating func describe(_ record: ExportRecord, in parent: String) -> String {
        count(parent + "Record")
        var text = "Record" + attributes(record.element) + describe(record.metadata, in: parent + "Record/")
        for beat in record.beats {
            count(parent + "Record/InstantaneousBeatsPerMinute")
            text += " [Beat" + attributes(beat.element) + "]"
        }
        return text
    }

    private mutating func describe(_ entries: ExportChildren<ExportMetadataEntry>, in parent: String) -> String {
        var text = ""
        for entry in entries {
            count(parent + "MetadataEntry")
            attributeCount += 2
            text += " {\(entry.key?.text ?? "nil"): \(entry.value?.text ?? "nil")}"
        }
        return text
    }

    private mutating func describe(_ events: ExportChildren<ExportWorkoutEvent>, in parent: String) -> String {
        var text = ""
        for event in events {
            count(parent + "WorkoutEvent")
            text += " [Event" + attributes(event.element)
            text += describe(event.metadata, in: parent + "WorkoutEvent/") + "]"
        }
        return text
    }

    private mutating func describe(_ all: ExportChildren<ExportWorkoutStatistics>, in parent: String) -> String {
        var text = ""
        for statistics in all {
            count(parent + "WorkoutStatistics")
            text += " [Statistics" + attributes(statistics.element) + "]"
        }
        return text
    }

    private mutating func attributes(_ element: ExportElement) -> String {
        var text = ""
        for name in AttributeName.allCases where name != .other {
            guard let value = element[name] else { continue }
            attributeCount += 1
            text += " \(name.text)=\(value.text)"
        }
        for other in element.otherAttributes {
            attributeCount += 1
            text += " ?\(other.name.text)=\(other.value.text)"
        }
        return text
    }

    private mutating func count(_ name: String) {
        elementCounts[name, default: 0] += 1
    }
}

/// A scan's events and report.
struct Scan: Equatable {
    var events: [String]
    var report: ScanReport

    /// The first thing that differs from another scan, in words; `nil` when nothing does.
    func difference(from other: Scan) -> String? {
        if self == other { return nil }
        for (mine, its) in zip(events, other.events) where mine != its { return "event \(mine) for \(its)" }
        if events.count != other.events.count { return "\(events.count) events for \(other.events.count)" }
        for (mine, its) in zip(report.warnings, other.report.warnings) where mine != its {
            return "warning \(mine) for \(its)"
        }
        return "\(report) for \(other.report)"
    }
}

/// Scans a whole text.
///
/// - Parameters:
///   - bytes: The text.
///   - chunk: How many bytes are fed at a time.
///   - limits: The scanner's limits.
/// - Returns: Events and report.
/// - Throws: The errors of the scanner.
func scan(_ bytes: [UInt8], chunk: Int = .max, limits: ExportScanner.Limits = .init()) throws -> Scan {
    var log = EventLog()
    let report = try scan(bytes, chunk: chunk, limits: limits, into: &log)
    return Scan(events: log.events, report: report)
}

/// Scans a whole text.
func scan(_ text: String) throws -> Scan {
    try scan(Array(text.utf8))
}

/// Scans a whole text into a sink.
func scan<Sink: ExportSink>(
    _ bytes: [UInt8],
    chunk: Int = .max,
    limits: ExportScanner.Limits = .init(),
    into sink: inout Sink
) throws -> ScanReport {
    var scanner = ExportScanner(limits: limits)
    try bytes.withUnsafeBytes { buffer in
        var offset = 0
        while offset < buffer.count {
            let count = min(chunk, buffer.count - offset)
            try scanner.feed(UnsafeRawBufferPointer(rebasing: buffer[offset..<offset + count]), into: &sink)
            offset += count
        }
    }
    return try scanner.finish(into: &sink)
}

/// An export with these elements inside its root.
func export(_ body: String) -> String {
    "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_US\">\n\(body)\n</HealthData>\n"
}
