import Foundation

/// The Health app's name for a route in an export: by the person's local time at its start.
package struct RouteName: Sendable, Hashable {
    private let day: String
    private let hour: Int
    private let minute: String

    /// The name of a route.
    ///
    /// - Parameters:
    ///   - start: When the route begins.
    ///   - timeZone: The person's time zone.
    package init(start: Date, timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: start)
        func padded(_ number: Int?, _ width: Int) -> String {
            let digits = String(number ?? 0)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        day = "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
        hour = parts.hour ?? 0
        minute = padded(parts.minute, 2)
    }

    private var clockHour: Int { hour % 12 == 0 ? 12 : hour % 12 }
    private var half: String { hour < 12 ? "am" : "pm" }

    /// The track's name: `Route 2019-06-11 3:00pm`.
    package var title: String { "Route \(day) \(clockHour):\(minute)\(half)" }

    /// The file's name: `route_2019-06-11_3.00pm.gpx`.
    package var fileName: String { "route_\(day)_\(clockHour).\(minute)\(half).gpx" }
}
