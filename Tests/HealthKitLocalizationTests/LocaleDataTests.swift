import Foundation
import ProgramTesting
import Testing

/// The program is linked with a part of ICU's data: what it asks Foundation for has to be in it.
@Suite struct LocaleDataTests {
    /// What asks for data that `.ci/icu-data` leaves out, each with a line that does.
    private static let absent: [(what: String, pattern: String, example: String)] = [
        ("the order of a language", #"localized(Case\w*)?Compare|localizedStandardCompare"#, "a.localizedCompare(b)"),
        ("the order of a language", #"\.localizedStandard\b"#, "using: .localizedStandard"),
        ("the order of a language", #"\.compare\([^)]*locale:"#, "a.compare(b, locale: .current)"),
        ("currencies", #"(?<![oO]n)[cC]urrency"#, "price.formatted(.currency(code: code))"),
        ("spelled out numbers", #"numberStyle = \.(spellOut|ordinal)"#, "formatter.numberStyle = .spellOut"),
        (
            "units", #"\bMeasurement(Formatter|<)|ByteCountFormat|(Length|Mass|Energy)Formatter\("#,
            "MeasurementFormatter()"
        ),
        (
            "units", #"DateComponentsFormatter|ComponentsFormatStyle|UnitsFormatStyle|formatted\(\.units"#,
            "t.formatted(.units())"
        ),
        ("names of languages and regions", #"\.localizedString\(for"#, "locale.localizedString(forRegionCode: code)"),
        (
            "names of time zones", #"\.localizedName\(|\.abbreviation\b|abbreviationDictionary"#,
            "zone.localizedName(for: .standard, locale: l)"
        ),
        (
            "names of time zones", #"timeStyle = \.(full|long)|time: \.complete|dateStyle: .*timeStyle: \.(full|long)"#,
            "f.timeStyle = .full"
        ),
        ("transliteration", #"applyingTransform|StringTransform"#, "text.applyingTransform(.toLatin, reverse: false)"),
        (
            "breaks", #"enumerateSubstrings|NSLinguisticTagger|enumerateLinguisticTags"#,
            "text.enumerateSubstrings(in: range)"
        ),
        (
            "encodings", #"\.(shiftJIS|japaneseEUC|iso2022JP|isoLatin2|windowsCP125[0134])\b|Encoding\(rawValue"#,
            "String(data: data, encoding: .shiftJIS)"
        ),
    ]

    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("No source asks Foundation for what the program's data lacks")
    func nothingAbsent() throws {
        let patterns = try Self.absent.map { ($0.what, try NSRegularExpression(pattern: $0.pattern)) }
        func asks(_ line: String, _ pattern: NSRegularExpression) -> Bool {
            pattern.firstMatch(in: line, range: NSRange(line.startIndex..., in: line)) != nil
        }
        for (entry, (what, pattern)) in zip(Self.absent, patterns) {
            #expect(asks(entry.example, pattern), "\(what)")
        }
        let sources = Self.root.appendingPathComponent("Sources")
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
        #expect(files.count > 500)
        for file in files {
            let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
            for (what, pattern) in patterns where asks(text, pattern) {
                for line in text.split(separator: "\n").map(String.init) where asks(line, pattern) {
                    guard !line.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") else { continue }
                    Issue.record("\(file) asks for \(what), which .ci/icu-data leaves out: \(line)")
                }
            }
        }
    }

    @Test(
        "A toolchain that isn't known leaves the data whole, and says so in a line",
        arguments: ["/bin/false", "/bin/true"]
    )
    func unknownToolchain(swift: String) throws {
        let process = Process()
        process.executableURL = Self.root.appendingPathComponent(".ci/icu-data")
        process.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "SWIFT": swift]
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.start()
        let said = [output, errors]
            .map { String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(said[0].isEmpty)
        #expect(said[1].hasSuffix("the program is linked with all of ICU's data\n"))
        #expect(said[1].split(separator: "\n").count == 1, "\(said[1])")
    }
}
