import Foundation

/// A run of the invented person: how far, how hard, and where along.
struct ExampleRun {
    /// A place on the way.
    struct Place {
        let seconds: Double
        let latitude: Double
        let longitude: Double
        let height: Double
    }

    let seconds: Double
    /// Kilometres.
    let distance: Double
    /// Kilocalories.
    let energy: Double
    /// The heart rate, one reading every half minute.
    let rates: [Double]

    /// A run.
    ///
    /// - Parameters:
    ///   - minutes: The duration.
    ///   - progress: From 0 to 1 how far the year has gone, for a runner gets faster.
    ///   - random: The source of the numbers.
    init(minutes: Double, progress: Double, random: inout SampleGenerator) {
        seconds = minutes * 60
        let pace = 6.7 - 1.1 * progress + random.next(-0.25...0.25)
        distance = (minutes / pace * 1_000).rounded() / 1_000
        energy = (distance * 74).rounded()
        var rates: [Double] = []
        for second in stride(from: 0, to: minutes * 60, by: Self.step) {
            let warm = 1 - exp(-second / 240)
            rates.append((102 + 48 * warm + 8 * sin(second / 170) * warm + random.next(-3...3)).rounded())
        }
        self.rates = rates
    }

    /// Seconds between two readings.
    static let step = 30.0

    var averageRate: Double { rates.isEmpty ? 0 : rates.reduce(0, +) / Double(rates.count) }

    /// Two rounds of a park, as long as the run.
    var places: [Place] {
        let count = max(2, Int(seconds / 10))
        let around = (0...count)
            .map { index -> (x: Double, y: Double, height: Double) in
                let share = Double(index) / Double(count)
                // Faster here, slower there.
                let angle = (share + 0.005 * sin(share * 6 * .pi)) * 4 * .pi
                let radius = 1 + 0.16 * sin(3 * angle) + 0.02 * sin(angle / 2)
                return (radius * cos(angle) * 1.5, radius * sin(angle), 36 + 7 * sin(2 * angle))
            }
        let length = zip(around, around.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
        let metres = distance * 1_000 / length
        let (latitude, longitude, degree) = (52.514, 13.35, 111_195.0)
        return around.enumerated()
            .map { index, place in
                Place(
                    seconds: seconds * Double(index) / Double(count),
                    latitude: latitude + place.y * metres / degree,
                    longitude: longitude + place.x * metres / degree / cos(latitude * .pi / 180),
                    height: place.height
                )
            }
    }

    /// The way as a GPX file, as exports have it.
    ///
    /// - Parameter start: When the run began.
    /// - Returns: The text of the file.
    func route(from start: Date) -> String {
        let style = Date.ISO8601FormatStyle()
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"Apple Health Export\">\n"
        text += " <trk><trkseg>\n"
        for place in places {
            text += "  <trkpt lon=\"\(Self.text(place.longitude))\" lat=\"\(Self.text(place.latitude))\">"
            text += "<ele>\(Self.text(place.height))</ele>"
            text += "<time>\(start.addingTimeInterval(place.seconds).formatted(style))</time>"
            text += "<extensions><hAcc>4</hAcc><vAcc>3</vAcc></extensions></trkpt>\n"
        }
        return text + " </trkseg></trk>\n</gpx>\n"
    }

    private static func text(_ number: Double) -> String { String(format: "%.6f", number) }
}
