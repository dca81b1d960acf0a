import Foundation
import HealthKit

/// The stable forms of the texts that objects with dedicated classes are read from.
///
/// Each holds the data that identifies the object, however it is spelled, and nothing that a later export may change:
/// no order, no version, no attribute added by a later system. `ExportSpellingTests` pins them.
extension ExportSpelling {
    /// A route: its source, and the seconds of its locations.
    ///
    /// Exports differ in the number of decimals of a location, and leave fractions of seconds out.
    static func form(ofRouteFrom source: String, times: [Double]) -> [UInt8] {
        var form = JoinedForm(kind: "route 1", source)
        form.reserve(times.count * 24)
        var last = -Double.infinity
        for time in times.map({ $0.rounded(.down) }).sorted() where time != last {
            form.add(wholeSeconds: time)
            last = time
        }
        return form.bytes
    }

    /// The heartbeats of a record: its source and start, and the list.
    static func form(ofBeats list: HeartBeatList, from source: String, start: Double) -> [UInt8] {
        var form = JoinedForm(kind: "beats 1", source, date(start))
        form.add(self.form(ofBeats: list))
        return form.bytes
    }

    /// A series of heartbeats of another program's file: its source and start, and the heartbeats.
    static func form(ofHeartbeats series: HeartbeatSeries, from source: String, start: Double) -> [UInt8] {
        var form = JoinedForm(kind: "beats 2", source, date(start))
        form.add(series.bytes)
        return form.bytes
    }

    /// A route of a workout that files know by a name: that name, and the locations.
    static func form(ofRoute locations: [UInt8], ofWorkout identifier: String) -> [UInt8] {
        var form = JoinedForm(kind: "route 2", identifier)
        form.add(locations)
        return form.bytes
    }

    /// An electrocardiogram: its recording time, since everything else is in the phone's language.
    static func form(ofElectrocardiogram recorded: Double) -> [UInt8] {
        JoinedForm(kind: "electrocardiogram 1", date(recorded)).bytes
    }

    /// A state of mind from another app's file: its identifier there, otherwise all the data that distinguishes it from
    /// others.
    static func form(
        ofStateOfMind kind: Int,
        from source: String,
        at time: Double,
        valence: Double,
        identifier: String
    ) -> [UInt8] {
        identifier.isEmpty
            ? JoinedForm(kind: "state of mind 1", source, date(time), String(kind), "\(valence)").bytes
            : JoinedForm(kind: "state of mind 2", identifier, date(time)).bytes
    }

    /// A dose from another app's file: its medication, its scheduled and logged times, and its status.
    static func form(
        ofDose medication: String,
        from source: String,
        at time: Double,
        due: Double?,
        status: Int
    ) -> [UInt8] {
        let due = due.map { date($0) } ?? "none"
        return JoinedForm(kind: "dose 1", source, medication, date(time), due, String(status)).bytes
    }

    /// A hearing test: its source and dates, and the results by frequency.
    static func form(
        ofAudiogramFrom source: String,
        start: Double,
        end: Double,
        points: [(frequency: String?, left: String?, right: String?)]
    ) -> [UInt8] {
        var form = JoinedForm(kind: "audiogram 1", source, date(start), date(end))
        for point in points {
            for text in [point.frequency, point.left, point.right] { form.add(value(text)) }
        }
        return form.bytes
    }

    /// A prescription: its type, its date of issue, and the strength of the lenses.
    static func form(ofPrescription type: String, issued: Double, lenses: [String?]) -> [UInt8] {
        var form = JoinedForm(kind: "prescription 1", type, date(issued))
        for text in lenses { form.add(value(text)) }
        return form.bytes
    }

    /// A health record: its kind, its identifier, its source, and the date it was received.
    static func form(ofRecord type: String, identifier: String, source: String, received: Double?) -> [UInt8] {
        let received = received.map { date($0) } ?? ""
        return JoinedForm(kind: "clinical record 1", type, identifier, source, received).bytes
    }

    /// A clinical document: its complete text.
    static func form(ofDocument bytes: [UInt8]) -> [UInt8] { JoinedForm(kind: "document 1").bytes + bytes }

    /// A clinical document that is too large to hold in memory: its checksum and its size.
    static func form(ofLargeDocument checksum: String, size: Int) -> [UInt8] {
        JoinedForm(kind: "document 2", checksum, String(size)).bytes
    }

    /// A signed card: its complete text.
    static func form(ofCard bytes: [UInt8]) -> [UInt8] { JoinedForm(kind: "card 1").bytes + bytes }

    private static func value(_ text: String?) -> String { text.map { form(of: .text($0), .version1) } ?? "none" }
}

extension JoinedForm {
    fileprivate init(kind: String, _ parts: String...) {
        self.init()
        add(kind)
        for part in parts { add(part) }
    }
}
