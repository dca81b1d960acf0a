import Foundation
import HealthKit
import HealthtuiExchange

/// An export of an invented person's last year, to look around with.
///
/// It is written as an export file and imported like any other, so it has its own sources and devices, by which it can
/// be deleted.
package enum SampleExport {
    /// Makes up the data and imports it.
    ///
    /// - Parameter environment: The store and the importer.
    /// - Returns: The number of objects added.
    package static func load(_ environment: ConsoleEnvironment) async -> Answer<Int> {
        let made = writer(days: 365, environment)
        return await environment.ask { _ in
            let own = FileManager.default.temporaryDirectory.appendingPathComponent("healthtui-" + UUID().uuidString)
            // The log names the import after the folder.
            let folder = own.appendingPathComponent(TourStrings.folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // If it can't be removed, the system cleans up the temporary directory.
            defer { try? FileManager.default.removeItem(at: own) }
            try Data(made.text.utf8).write(to: folder.appendingPathComponent("export.xml"))
            let routes = folder.appendingPathComponent("workout-routes")
            try FileManager.default.createDirectory(at: routes, withIntermediateDirectories: true)
            for route in made.routes {
                try Data(route.text.utf8).write(to: routes.appendingPathComponent(route.name))
            }
            return try environment.importFile(folder.path, { false }, { _ in }).added
        }
    }

    private static func writer(days: Int, _ environment: ConsoleEnvironment) -> SampleExportWriter {
        var writer = SampleExportWriter(now: environment.now, calendar: environment.calendar)
        writer.write(days: days)
        return writer
    }
}

/// Writes the days of an invented person.
private struct SampleExportWriter: Sendable {
    private(set) var text = ""
    /// The files that the latest runs name.
    private(set) var routes: [(name: String, text: String)] = []
    private let now: Date
    private let calendar: Calendar
    /// The same year every time: the numbers come from a fixed seed.
    private var random = SampleGenerator(seed: 20_261_121)
    private var runRandom = SampleGenerator(seed: 20_261_122)
    private var day = Date.distantPast

    init(now: Date, calendar: Calendar) {
        self.now = now
        self.calendar = calendar
    }

    mutating func write(days: Int) {
        text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_US\">\n"
        text += " <ExportDate value=\"\(stamp(now))\"/>\n"
        for index in stride(from: days - 1, through: 0, by: -1) {
            day = calendar.civilStartOfDay(for: calendar.civilDate(byAdding: .day, value: -index, to: now))
            let progress = 1 - Double(index) / Double(max(1, days))
            let isWeekend = calendar.isDateInWeekend(day)
            writeNight()
            writeSteps(isWeekend: isWeekend, progress: progress)
            writeHeart(progress: progress)
            if index % 3 == 0 { writeWeight(81.5 - 5 * progress + random.next(-0.4...0.4)) }
            if index % 2 == 1 { writePressure(progress: progress) }
            if calendar.component(.weekday, from: day) % 2 == 0 { writeRun(progress: progress, hasRoute: index < 90) }
        }
        text += "</HealthData>\n"
    }

    // MARK: The data of a day

    private mutating func writeNight() {
        var time = random.next(-90...20) * 60.0
        let end = random.next(375...470) * 60.0
        let stages = ["Core", "Deep", "Core", "REM"]
        var stage = 0
        while time < end {
            let length = random.next(15...45) * 60.0
            let value = "HKCategoryValueSleepAnalysisAsleep" + stages[stage % stages.count]
            category("HKCategoryTypeIdentifierSleepAnalysis", value, from: time, to: min(end, time + length))
            time += length
            stage += 1
            if random.next(0...9) < 1, time < end {
                let awake = random.next(1...8) * 60.0
                category(
                    "HKCategoryTypeIdentifierSleepAnalysis",
                    "HKCategoryValueSleepAnalysisAwake",
                    from: time,
                    to: min(end, time + awake)
                )
                time += awake
            }
        }
    }

    private mutating func writeSteps(isWeekend: Bool, progress: Double) {
        for hour in 7..<22 {
            let busy = hour == 8 || hour == 12 || hour == 17 ? 1_900.0 : isWeekend ? 700 : 420
            let steps = (busy * random.next(0.3...1.2) * (0.8 + 0.5 * progress)).rounded()
            guard steps > 30 else { continue }
            let start = Double(hour) * 3_600 + random.next(0...900)
            let end = start + random.next(600...2_400)
            quantity("HKQuantityTypeIdentifierStepCount", steps, "count", from: start, to: end, .watch)
            // The phone is in the pocket most of the time and counts the same steps.
            if random.next(0...9) < 7 {
                let seen = (steps * random.next(0.85...1)).rounded()
                quantity("HKQuantityTypeIdentifierStepCount", seen, "count", from: start, to: end, .phone)
            }
            let distance = (steps * 0.00074 * 1_000).rounded() / 1_000
            quantity("HKQuantityTypeIdentifierDistanceWalkingRunning", distance, "km", from: start, to: end, .watch)
            let energy = (steps * 0.042 * 10).rounded() / 10
            quantity("HKQuantityTypeIdentifierActiveEnergyBurned", energy, "kcal", from: start, to: end, .watch)
        }
    }

    private mutating func writeHeart(progress: Double) {
        let resting = (61 - 5 * progress + random.next(-2...2)).rounded()
        quantity("HKQuantityTypeIdentifierRestingHeartRate", resting, "count/min", from: 300, to: 79_200, .watch)
        for quarter in 0..<48 {
            let hour = quarter / 2
            let base = hour < 7 ? resting - 4 : resting + 14
            let rate = (base + random.next(-4...(hour == 17 ? 55 : 20))).rounded()
            let time = Double(quarter) * 1_800 + random.next(0...1_200)
            let context = hour == 17 ? 2 : 1
            quantity(
                "HKQuantityTypeIdentifierHeartRate",
                rate,
                "count/min",
                from: time,
                to: time,
                .watch,
                metadata: [("HKMetadataKeyHeartRateMotionContext", "\(context)")]
            )
        }
    }

    private mutating func writeWeight(_ kilograms: Double) {
        let time = 27_000 + random.next(0...1_800)
        quantity(
            "HKQuantityTypeIdentifierBodyMass",
            (kilograms * 10).rounded() / 10,
            "kg",
            from: time,
            to: time,
            .scale
        )
    }

    private mutating func writePressure(progress: Double) {
        let time = 26_000 + random.next(0...600)
        guard let stamp = stamp(time) else { return }
        let systolic = (131 - 9 * progress + random.next(-7...7)).rounded()
        let diastolic = (84 - 6 * progress + random.next(-5...5)).rounded()
        quantity("HKQuantityTypeIdentifierBloodPressureSystolic", systolic, "mmHg", from: time, to: time, .cuff)
        quantity("HKQuantityTypeIdentifierBloodPressureDiastolic", diastolic, "mmHg", from: time, to: time, .cuff)
        text += " <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" \(Origin.cuff.attributes)"
        text += " creationDate=\"\(stamp)\" startDate=\"\(stamp)\" endDate=\"\(stamp)\">\n"
        quantity("HKQuantityTypeIdentifierBloodPressureSystolic", systolic, "mmHg", from: time, to: time, .cuff)
        quantity("HKQuantityTypeIdentifierBloodPressureDiastolic", diastolic, "mmHg", from: time, to: time, .cuff)
        text += " </Correlation>\n"
    }

    private mutating func writeRun(progress: Double, hasRoute: Bool) {
        let start = 65_000 + random.next(0...2_000)
        let minutes = random.next(22...48).rounded()
        guard let from = stamp(start), let to = stamp(start + minutes * 60) else { return }
        let run = ExampleRun(minutes: minutes, progress: progress, random: &runRandom)
        let time = "startDate=\"\(from)\" endDate=\"\(to)\""
        let origin = "\(Origin.watch.attributes) creationDate=\"\(to)\" \(time)"
        let type = "HKQuantityTypeIdentifier"
        text += " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"\(Int(minutes))\""
        text += " durationUnit=\"min\" \(origin)>\n"
        text += "  <MetadataEntry key=\"HKIndoorWorkout\" value=\"0\"/>\n"
        text += "  <WorkoutStatistics type=\"\(type)DistanceWalkingRunning\" \(time)"
        text += " sum=\"\(HKQuantity.text(run.distance))\" unit=\"km\"/>\n"
        text += "  <WorkoutStatistics type=\"\(type)ActiveEnergyBurned\" \(time)"
        text += " sum=\"\(HKQuantity.text(run.energy))\" unit=\"kcal\"/>\n"
        text += "  <WorkoutStatistics type=\"\(type)HeartRate\" \(time)"
        text += " average=\"\(HKQuantity.text(run.averageRate))\" minimum=\"\(HKQuantity.text(run.rates.min() ?? 0))\""
        text += " maximum=\"\(HKQuantity.text(run.rates.max() ?? 0))\" unit=\"count/min\"/>\n"
        if hasRoute {
            let name = "route_\(from.prefix(10)).gpx"
            routes.append((name, run.route(from: day.addingTimeInterval(start.rounded()))))
            text += "  <WorkoutRoute \(origin)><FileReference path=\"/workout-routes/\(name)\"/></WorkoutRoute>\n"
        }
        text += " </Workout>\n"
        write(run, from: start)
    }

    /// Writes the watch's measurements during the run.
    private mutating func write(_ run: ExampleRun, from start: Double) {
        for (index, rate) in run.rates.enumerated() {
            let time = start + Double(index) * ExampleRun.step
            quantity("HKQuantityTypeIdentifierHeartRate", rate, "count/min", from: time, to: time, .watch)
        }
        let parts = max(1, Int(run.seconds / 300))
        let length = run.seconds / Double(parts)
        let type = "HKQuantityTypeIdentifier"
        for part in 0..<parts {
            let from = start + Double(part) * length
            let metres = (run.distance * 1_000 / Double(parts)).rounded() / 1_000
            quantity(type + "DistanceWalkingRunning", metres, "km", from: from, to: from + length, .watch)
            let energy = (run.energy * 10 / Double(parts)).rounded() / 10
            quantity(type + "ActiveEnergyBurned", energy, "kcal", from: from, to: from + length, .watch)
        }
    }

    // MARK: Elements

    /// The origin of a record.
    private enum Origin {
        case phone
        case watch
        case scale
        case cuff

        var attributes: String {
            switch self {
            case .phone: "sourceName=\"Sample Phone\" sourceVersion=\"17.5\"" + device("Phone", "Phone15,2")
            case .watch: "sourceName=\"Sample Watch\" sourceVersion=\"10.5\"" + device("Watch", "Watch6,1")
            case .scale: "sourceName=\"Sample Scale\" sourceVersion=\"2.1\""
            case .cuff: "sourceName=\"Sample Cuff\" sourceVersion=\"1.4\""
            }
        }

        private func device(_ name: String, _ hardware: String) -> String {
            " device=\"&lt;&lt;HKDevice: 0x1&gt;, name:Sample \(name), manufacturer:Sample, model:\(name), "
                + "hardware:\(hardware)&gt;\""
        }
    }

    private mutating func quantity(
        _ type: String,
        _ value: Double,
        _ unit: String,
        from start: Double,
        to end: Double,
        _ origin: Origin,
        metadata: [(String, String)] = []
    ) {
        guard let from = stamp(start), let to = stamp(end) else { return }
        text += " <Record type=\"\(type)\" \(origin.attributes) unit=\"\(unit)\" creationDate=\"\(to)\""
        text += " startDate=\"\(from)\" endDate=\"\(to)\" value=\"\(HKQuantity.text(value))\""
        guard !metadata.isEmpty else {
            text += "/>\n"
            return
        }
        text += ">\n"
        for (key, value) in metadata { text += "  <MetadataEntry key=\"\(key)\" value=\"\(value)\"/>\n" }
        text += " </Record>\n"
    }

    private mutating func category(_ type: String, _ value: String, from start: Double, to end: Double) {
        guard let from = stamp(start), let to = stamp(end) else { return }
        text += " <Record type=\"\(type)\" \(Origin.watch.attributes) creationDate=\"\(to)\""
        text += " startDate=\"\(from)\" endDate=\"\(to)\" value=\"\(value)\"/>\n"
    }

    /// A time of the day being written, as exports write it; nil when it has not come yet.
    private func stamp(_ seconds: Double) -> String? {
        let date = day.addingTimeInterval(seconds.rounded())
        return date <= now ? stamp(date) : nil
    }

    private func stamp(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let offset = calendar.timeZone.secondsFromGMT(for: date) / 60
        let zone = (offset < 0 ? "-" : "+") + two(abs(offset) / 60) + two(abs(offset) % 60)
        return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day)) \(two(parts.hour)):\(two(parts.minute)):"
            + "\(two(parts.second)) \(zone)"
    }

    private func two(_ number: Int?) -> String {
        let number = number ?? 0
        return number < 10 ? "0\(number)" : "\(number)"
    }
}
