import Foundation
import HealthKit

/// Reads an electrocardiogram as the Health app writes it: header lines, then one voltage a line.
///
/// The header lines are labeled in the phone's language, so the date is recognized by its form, and the others by their
/// position after it.
struct ECGReader {
    /// An electrocardiogram.
    struct Reading {
        /// The recording time, in seconds since the reference date.
        var recorded: Double
        var classification: String
        var symptoms: String
        var softwareVersion: String
        var device: String
        var hertz: Double
        var lead: String
        var unit: HKUnit
        /// In counts per minute, or `nil` if the file doesn't say.
        var averageHeartRate: Double?
        var voltages: [Double]
    }

    /// A file's flaw, and its line.
    struct Failure: Error {
        let line: Int
        let reason: String
    }

    /// The largest number of voltages in a file: more than an hour of them.
    static let mostVoltages = 2_000_000

    /// The largest file that is read, in bytes: room for that many voltages.
    static let largest = 32 << 20

    private struct HeaderLine {
        let label: String
        let value: String
        let line: Int
    }

    /// The fields on the lines after the date, in their order.
    private enum Field: Int {
        case classification = 1
        case symptoms, softwareVersion, device, rate, lead, unit
    }

    private static let labels: [Field: String] = [
        .classification: "classification", .symptoms: "symptoms", .softwareVersion: "software version",
        .device: "device", .rate: "sample rate", .lead: "lead", .unit: "unit",
    ]

    /// Reads a file.
    ///
    /// - Parameter bytes: All of it.
    /// - Returns: The electrocardiogram.
    /// - Throws: ``Failure``.
    static func read(_ bytes: [UInt8]) throws -> Reading {
        var header: [HeaderLine] = []
        var voltages: [Double] = []
        var lines = 0
        try forEachLine(bytes) { text, line in
            lines = line
            if text.isEmpty { return true }
            if let voltage = number(text), !header.isEmpty {
                guard voltages.count < mostVoltages else {
                    throw Failure(line: line, reason: "more than \(mostVoltages) voltages")
                }
                voltages.append(voltage)
            } else {
                guard voltages.isEmpty else { throw Failure(line: line, reason: "a voltage isn't a number") }
                header.append(headerLine(text, line))
            }
            return true
        }
        return try reading(header, voltages, lines: lines)
    }

    /// Whether a file begins like an electrocardiogram: before the first voltage, one line has a date or a frequency,
    /// and a later one a unit of voltage.
    ///
    /// A file whose date was removed isn't a table either, and is refused with the line that should have it.
    ///
    /// - Parameter beginning: The first bytes of the file.
    /// - Returns: Whether it does, in any language.
    static func recognizes(_ beginning: [UInt8]) -> Bool {
        var dates = ExportDateParser()
        var isRecording = false
        var hasUnit = false
        forEachLine(beginning) { text, line in
            guard line <= mostHeaderLines, !hasUnit, number(text) == nil else { return false }
            let value = headerLine(text, line).value
            hasUnit = isRecording && voltageUnit(value) != nil
            isRecording = isRecording || namesHertz(value) || withByteSlice(of: value) { dates.seconds($0) } != nil
            return true
        }
        return hasUnit
    }

    /// The largest number of lines before the voltages.
    private static let mostHeaderLines = 64

    /// Visits the trimmed lines, numbered from one, until the closure says to stop.
    private static func forEachLine(_ bytes: [UInt8], _ body: (ByteSlice, Int) throws -> Bool) rethrows {
        try bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            var position = ByteSearch.stands("\u{FEFF}", base, 0, buffer.count) ? 3 : 0
            var line = 0
            while position < buffer.count {
                let end = ByteSearch.find(Byte.newline, base, position, buffer.count) ?? buffer.count
                line += 1
                guard try body(trimmed(ByteSlice(start: base + position, count: end - position)), line) else { return }
                position = end + 1
            }
        }
    }

    private static func reading(_ header: [HeaderLine], _ voltages: [Double], lines: Int) throws -> Reading {
        var dates = ExportDateParser()
        let found = header.firstIndex { line in withByteSlice(of: line.value) { dates.seconds($0) } != nil }
        guard let place = found, let recorded = withByteSlice(of: header[place].value, { dates.seconds($0) }) else {
            throw Failure(line: min(3, max(1, lines)), reason: "no line says when it was recorded")
        }
        func line(_ field: Field) -> HeaderLine? {
            if let named = header.first(where: { $0.label.lowercased() == labels[field] }) { return named }
            let index = place + field.rawValue
            return index < header.count ? header[index] : nil
        }
        guard let rate = line(.rate), let hertz = frequency(rate.value) else {
            throw Failure(line: line(.rate)?.line ?? lines, reason: "the sample rate isn't a frequency")
        }
        guard let unitLine = line(.unit), let unit = voltageUnit(unitLine.value) else {
            throw Failure(line: line(.unit)?.line ?? lines, reason: "the unit is none of voltage")
        }
        guard !voltages.isEmpty else { throw Failure(line: lines, reason: "there are no voltages") }
        return Reading(
            recorded: recorded,
            classification: line(.classification)?.value ?? "",
            symptoms: line(.symptoms)?.value ?? "",
            softwareVersion: line(.softwareVersion)?.value ?? "",
            device: line(.device)?.value ?? "",
            hertz: hertz,
            lead: line(.lead)?.value ?? "",
            unit: unit,
            averageHeartRate: header.first { $0.label.lowercased() == "average heart rate" }
                .flatMap { frequency($0.value) },
            voltages: voltages
        )
    }

    /// The text without surrounding white space, line ends and the commas of empty cells.
    private static func trimmed(_ text: ByteSlice) -> ByteSlice {
        var text = text
        while let last = text.buffer.last, Byte.isSpace(last) || last == Byte.comma || last == Byte.semicolon {
            text = text.part(0..<text.count - 1)
        }
        while let first = text.buffer.first, Byte.isSpace(first) || first == Byte.comma {
            text = text.part(1..<text.count)
        }
        return text
    }

    /// A number with a decimal point or, as phones in many countries write it, a decimal comma.
    private static func number(_ text: ByteSlice) -> Double? {
        guard let first = text.buffer.first, Byte.digit(first) <= 9 || first == Byte.minus || first == Byte.plus else {
            return nil
        }
        if let plain = text.decimal { return plain.isFinite ? plain : nil }
        var bytes = Array(text.buffer)
        guard let comma = bytes.firstIndex(of: Byte.comma), bytes.lastIndex(of: Byte.comma) == comma else { return nil }
        bytes[comma] = Byte.period
        return bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap { ByteSlice(start: $0, count: buffer.count).decimal }
                .flatMap { $0.isFinite ? $0 : nil }
        }
    }

    private static func headerLine(_ text: ByteSlice, _ line: Int) -> HeaderLine {
        let whole = String(decoding: text.buffer, as: UTF8.self)
        let parts = whole.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        return HeaderLine(
            label: parts[0].trimmingCharacters(in: .whitespaces),
            value: value.trimmingCharacters(in: CharacterSet(charactersIn: "\"")),
            line: line
        )
    }

    /// The number above zero in `512 hertz`, `513,992 Hertz` or `512.000 Hz`.
    private static func frequency(_ text: String) -> Double? {
        let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "," }
        // The unit follows the number, in any language.
        guard let hertz = Double(digits.replacing(",", with: ".")), hertz > 0, hertz <= 100_000,
            !text[digits.endIndex...].contains(where: \.isNumber)
        else { return nil }
        return hertz
    }

    /// Whether a text is a frequency with its unit, `512 hertz`.
    private static func namesHertz(_ text: String) -> Bool {
        guard let unit = text.lowercased().split(separator: " ").last else { return false }
        return (unit == "hz" || unit == "hertz") && frequency(text) != nil
    }

    private static func voltageUnit(_ text: String) -> HKUnit? {
        switch text.lowercased() {
        case "µv", "μv", "uv", "mcv": .voltUnit(with: .micro)
        case "mv": .voltUnit(with: .milli)
        case "v": .volt()
        default: nil
        }
    }
}
