import Foundation
import HealthKit

/// The forms by which an import recognizes data in the store, regardless of its spelling in an export.
///
/// A form is derived from the appearance of a text, never from what this version knows of a key, a type or an activity:
/// a value that an older version kept as text and a later one reads as a quantity has the same form. Forms are not
/// stored, but they decide what is a duplicate, so they may never change; `ExportSpellingTests` pins them.
enum ExportSpelling {
    /// The spelling of imports.
    static let forms1 = ImportForms(
        unit: { form(ofUnit: $0, .version1) },
        metadata: { form(ofMetadata: $0, .version1) },
        workout: { workoutKeys($0) },
        saysTheSame: { saysTheSame($0, $1) }
    )

    // MARK: Units

    /// A unit with its factors in order, each in its lasting spelling: `mL/min·kg` and `mL/(kg*min)` become
    /// `mL/kg·min`.
    static func form(ofUnit text: String, _ table: Respellings) -> String {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            .map { part in
                factors(part).map { table.units[$0] ?? $0 }
            }
        guard let numerator = parts.first else { return text }
        let denominator = parts.dropFirst().flatMap { $0 }.sorted()
        let top = numerator.sorted().joined(separator: "·")
        return denominator.isEmpty ? top : top + "/" + denominator.joined(separator: "·")
    }

    private static func factors(_ part: Substring) -> [String] {
        part.split { $0 == "·" || $0 == "*" || $0 == "⋅" }
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "() ")) }
    }

    // MARK: Metadata

    /// The form of a metadata set: its keys in order, each with the form of its value.
    static func form(ofMetadata metadata: Metadata, _ table: Respellings) -> [UInt8] {
        var form = JoinedForm()
        for entry in metadata.identifying {
            form.add(entry.key)
            if entry.key == OwnMetadataKey.beats.rawValue, case .text(let text) = entry.value {
                form.add(self.form(ofBeats: HeartBeatList(text: text)))
            } else {
                form.add(self.form(of: entry.value, table))
            }
        }
        return form.bytes
    }

    /// The form of a value: by its appearance when it is written out.
    static func form(of value: MetadataValue, _ table: Respellings) -> String {
        switch value {
        case .flag(let flag): number(flag ? 1 : 0)
        case .integer(let integer): number(Double(integer))
        case .decimal(let decimal): number(decimal)
        case .date(let date): self.date(date.timeIntervalSinceReferenceDate)
        case .quantity(let quantity, let unit): self.quantity(quantity, unit.unitString, table)
        case .text(let text): form(ofText: text, table)
        }
    }

    private static func form(ofText text: String, _ table: Respellings) -> String {
        switch HealthtuiExchange.MetadataText(text) {
        case .number(let value): number(value)
        case .date(let seconds): date(seconds)
        // Exports write percentages a hundred times too large, and the store keeps the quantity.
        case .quantity(let value, let unit): quantity(unit == "%" ? value / 100 : value, unit, table)
        case .text(let text): "text " + (table.values[text] ?? text)
        }
    }

    private static func number(_ value: Double) -> String { "number \(value == 0 ? 0 : value)" }

    static func date(_ seconds: Double) -> String { "date \(seconds)" }

    private static func quantity(_ value: Double, _ unit: String, _ table: Respellings) -> String {
        "quantity \(value == 0 ? 0 : value) " + form(ofUnit: unit, table)
    }

    /// Beats, whose times are written in the phone's clock format: rates and seconds of the day.
    static func form(ofBeats list: HeartBeatList) -> [UInt8] {
        var form = Array("beats".utf8)
        form.reserveCapacity(8 + list.text.utf8.count * 5 / 4)
        list.visit { rate, time in
            form.append(Byte.space)
            if let number = rate.decimal { append(number, to: &form) } else { form += rate.buffer }
            form.append(UInt8(ascii: "@"))
            if let seconds = BeatTime.secondsOfDay(time) { append(seconds, to: &form) } else { form += time.buffer }
            return true
        }
        return form
    }

    /// Appends a number's `description` without a string for each: an export has millions of beats.
    private static func append(_ number: Double, to form: inout [UInt8]) {
        let hundredths = (number * 100).rounded()
        // A number with this few digits is described by exactly these.
        guard number >= 0.01, number < 1e6, hundredths / 100 == number, let whole = Int(exactly: hundredths) else {
            form += number.description.utf8
            return
        }
        let first = form.count
        var rest = whole / 100
        repeat {
            form.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        form[first...].reverse()
        form.append(Byte.period)
        form.append(UInt8(ascii: "0") + UInt8(whole / 10 % 10))
        if whole % 10 != 0 { form.append(UInt8(ascii: "0") + UInt8(whole % 10)) }
    }

    // MARK: Workouts

    /// The identity of a workout in addition to its source, start and end: its activity.
    ///
    /// A version that didn't know the activity stored it as another one without its name.
    private static func workoutKeys(_ content: WorkoutContent) -> [String] {
        let name = activityName(of: content)
        return name == otherActivity ? [name] : [name, otherActivity]
    }

    static func activityName(of content: WorkoutContent) -> String {
        if let name = content.activityName { return name }
        let known = TypeCatalogue.shared.workoutActivities?.case(value: Int(clamping: content.activity))
        return known?.constant ?? "HKWorkoutActivityType \(content.activity)"
    }

    // MARK: Summaries

    /// Whether two summaries of a day differ only in the spelling of their units.
    static func saysTheSame(_ old: ActivitySummaryContent, _ new: ActivitySummaryContent) -> Bool {
        withLastingUnits(old) == withLastingUnits(new)
    }

    private static func withLastingUnits(_ summary: ActivitySummaryContent) -> ActivitySummaryContent {
        var summary = summary
        for path in quantities {
            guard let quantity = summary[keyPath: path] else { continue }
            summary[keyPath: path] = QuantityText(value: quantity.value, unit: form(ofUnit: quantity.unit, .version1))
        }
        return summary
    }

    private static var quantities: [WritableKeyPath<ActivitySummaryContent, QuantityText?>] {
        [
            \.activeEnergyBurned, \.activeEnergyBurnedGoal, \.appleMoveTime, \.appleMoveTimeGoal, \.appleExerciseTime,
            \.appleExerciseTimeGoal, \.appleStandHours, \.appleStandHoursGoal,
        ]
    }

    private static let otherActivity = "HKWorkoutActivityTypeOther"
}

/// Joined texts, encoded so that no two lists of them are equal.
struct JoinedForm {
    private(set) var bytes: [UInt8] = []
    /// The last date of whole seconds, written at the end of its buffer.
    private var lastSecond = 0
    private var lastEntry: (UInt64, UInt64, UInt64) = (0, 0, 0)
    private var lastCount = 0

    mutating func add(_ text: String) { add(Array(text.utf8)) }

    mutating func add(_ utf8: [UInt8]) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: utf8.count).littleEndian) { bytes += $0 }
        bytes += utf8
    }

    /// Reserves space for additional bytes.
    mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    /// Adds a date of whole seconds, byte for byte like ``ExportSpelling/date(_:)``.
    ///
    /// A route has thousands of them, and a string for each would cost more than everything else about it.
    mutating func add(wholeSeconds time: Double) {
        // Zero has a sign, and large numbers get an exponent.
        guard time != 0, abs(time) < 1e12, let whole = Int(exactly: time) else { return add(ExportSpelling.date(time)) }
        if !stepsTo(whole) { spell(whole) }
        let count = lastCount
        withUnsafeBytes(of: lastEntry) { bytes.append(contentsOf: $0[($0.count - count)...]) }
    }

    /// Advances the last date by a second, if only its last digit changes: this covers most locations of a route.
    private mutating func stepsTo(_ second: Int) -> Bool {
        guard lastCount > 0, second == lastSecond + 1, second > 1, second % 10 != 0 else { return false }
        lastSecond = second
        withUnsafeMutableBytes(of: &lastEntry) { $0[$0.count - 3] += 1 }
        return true
    }

    private mutating func spell(_ whole: Int) {
        // Written from its end to its beginning: at most 4 + 5 + 1 + 12 + 2 bytes.
        lastSecond = whole
        lastCount = withUnsafeMutableBytes(of: &lastEntry) { buffer in
            var place = buffer.count
            func put(_ byte: UInt8) {
                place &-= 1
                buffer[place] = byte
            }
            put(UInt8(ascii: "0"))
            put(UInt8(ascii: "."))
            var rest = whole.magnitude
            repeat {
                put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
                rest /= 10
            } while rest > 0
            if whole < 0 { put(UInt8(ascii: "-")) }
            for byte: UInt8 in [0x20, 0x65, 0x74, 0x61, 0x64] { put(byte) }
            let count = UInt32(buffer.count - place)
            for shift: UInt32 in [24, 16, 8, 0] { put(UInt8(truncatingIfNeeded: count >> shift)) }
            return buffer.count - place
        }
    }
}

extension ImportForms {
    /// The forms by which every import recognizes data in the store.
    package static var ofExports: ImportForms { ExportSpelling.forms1 }
}
