import Foundation

/// The full hours of a time as clocks show them.
enum CivilHours {
    /// The full hours in a time; an hour that clocks show twice is there twice.
    static func hours(in time: DateInterval, _ calendar: Calendar) -> [Date] {
        var hours: [Date] = []
        let quarter = 900.0
        // Zones are whole quarters of an hour from each other, so a full hour begins on one.
        var date = Date(
            timeIntervalSinceReferenceDate: (time.start.timeIntervalSinceReferenceDate / quarter).rounded(.up) * quarter
        )
        while date <= time.end, hours.count < 400 {
            let isFull = calendar.component(.minute, from: date) == 0 && calendar.component(.second, from: date) == 0
            if isFull { hours.append(date) }
            date = date.addingTimeInterval(isFull ? 1_800 : quarter)
        }
        return hours
    }
}
