import Foundation
import HealthKit

/// The local clock time and date of samples.
///
/// A sample that carries a time zone is read in it; all others are read in the person's. Offsets are cached by day,
/// because asking a time zone costs more than everything else that a filter does with a sample.
final class LocalClock {
    private let home: TimeZone
    private var zones: [String: TimeZone] = [:]
    private var offsets: [String: [Int: Int]] = [:]
    private var kept = 0

    /// The largest number of cached offsets: those of some three hundred years.
    private static let most = 100_000

    init(_ home: TimeZone) { self.home = home }

    /// The seconds since midnight and the weekday at the start of a sample: 1 is Sunday.
    func time(of sample: HKSample) -> (second: Int, weekday: Int) {
        let moment = sample.startDate.timeIntervalSinceReferenceDate
        let local = (moment + Double(offset(at: sample.startDate, zone(of: sample)))).rounded(.down)
        let day = (local / 86_400).rounded(.down)
        // The reference date is a Monday.
        let weekday = (Int(day) % 7 + 7 + 1) % 7 + 1
        return (Int(local - day * 86_400), weekday)
    }

    private func zone(of sample: HKSample) -> TimeZone {
        guard case .text(let name)? = sample.metadataValues?[HKMetadataKeyTimeZone] else { return home }
        if let zone = zones[name] { return zone }
        let zone = TimeZone(identifier: name) ?? home
        zones[name] = zone
        return zone
    }

    private func offset(at date: Date, _ zone: TimeZone) -> Int {
        let moment = date.timeIntervalSinceReferenceDate
        let day = Int((moment / 86_400).rounded(.down))
        if let offset = offsets[zone.identifier]?[day] { return offset }
        let start = Date(timeIntervalSinceReferenceDate: Double(day) * 86_400)
        let offset = zone.secondsFromGMT(for: date)
        guard zone.secondsFromGMT(for: start) == offset,
            zone.secondsFromGMT(for: start.addingTimeInterval(86_400)) == offset
        else { return offset }
        if kept >= Self.most { (offsets, kept) = ([:], 0) }
        offsets[zone.identifier, default: [:]][day] = offset
        kept += 1
        return offset
    }
}
