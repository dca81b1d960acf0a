import ArgumentParser
import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiFacts

/// Writes a report for a doctor.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write a report for your doctor, as HTML or PDF.",
        discussion: """
              healthtui report report.html
              healthtui report report.pdf --types "blood pressure, weight, medications" --from 2026-09-01
            A few pages to print: latest values and trends, blood pressure, medications, laboratory results out of \
            range, electrocardiograms. Without --types it has the types of the summary, and medications, laboratory \
            results and electrocardiograms if you have any; nothing else is in it. The period is whole days, twelve \
            weeks unless you say otherwise. A PDF needs the package weasyprint or chromium.

            The file isn't encrypted; only you can read it. - is standard output, as HTML.
            """
    )

    @Argument(help: "The file to write, ending in .html or .pdf; - is standard output.")
    var file: String

    @Option(
        name: .customLong("types"),
        help: ArgumentHelp("Only these types, with commas between them. Can be repeated.", valueName: "types")
    )
    var types: [String] = []

    @OptionGroup var span: SpanArguments

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            The language of the report: \(ReportCommand.builtInLanguages), or one you have a catalogue of. The default is \
            that of the console, else en.
            """,
            valueName: "language"
        )
    )
    var language: String?

    @Option(name: .long, help: ArgumentHelp("Your name, for the head of the report.", valueName: "text"))
    var name: String?

    @Flag(name: .long, help: "Leave out date of birth, sex and blood type.")
    var noProfile = false

    @Option(
        name: .long,
        help: ArgumentHelp("The paper of a PDF: a4 or letter. The default is that of the locale.", valueName: "paper")
    )
    var paper: ReportRequest.Paper?

    @Flag(name: .long, help: "Replace the file if it exists.")
    var force = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var output: ValueFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    fileprivate static let builtInLanguages = (["en"] + MessageCatalogue.builtInLanguages).joined(separator: ", ")

    private var isStandardOutput: Bool { file == "-" }

    func validate() throws {
        guard isStandardOutput || ReportFile.Format(path: file) != nil else {
            throw ValidationError("“\(file)”: the name of the file must end in .html or .pdf")
        }
        if isStandardOutput, output.json {
            throw ValidationError("--json can't be used when the report goes to standard output")
        }
        if let language, Self.language(language) == nil {
            let codes = LanguageFile.reportLanguages().map(\.code)
            let list = codes.dropLast().joined(separator: ", ") + " or " + (codes.last ?? "")
            throw ValidationError("--language: “\(language)” isn't supported; use \(list)")
        }
        _ = try chosenTypes()
        let now = Date()
        try TimeReading(in: zone.zone, now: now).check([span.from, span.to]) { try period(span.read($0), now: now) }
    }

    /// The language with a code, or nil if there is no catalogue of it.
    private static func language(_ code: String) -> ReportLanguage? {
        if code.lowercased() == "en" { return .english }
        return LanguageChoice.codes(setting: code, environment: [:]).lazy
            .compactMap { LanguageFile.reportLanguage($0) }.first
    }

    /// The types that were named; nil where none were.
    private func chosenTypes() throws -> [HKObjectType]? {
        guard !types.isEmpty else { return nil }
        do {
            return try TypeListPhrase.types(types.joined(separator: ","), where: ReportRequest.canHold)
        } catch let error as EntryError {
            throw ValidationError("--types: \(error.text)")
        }
    }

    private func period(_ dates: (from: Date?, to: Date?), now: Date) throws -> ReportPeriod {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone.zone
        guard let period = ReportPeriod(from: dates.from, to: dates.to, now: now, calendar: calendar) else {
            throw ValidationError(
                dates.to == nil ? "--from is after today" : "--from and --to have no time between them"
            )
        }
        return period
    }

    func run() throws {
        let path = try store.existingName()
        let environment = try store.environment(zone.zone)
        let person = environment.person
        let now = environment.now
        var request = ReportRequest(
            types: try chosenTypes() ?? ReportDefaults.types(person),
            period: try period(span.dates(in: zone.zone, now: now, marksOf: person), now: now),
            now: now
        )
        // The console reports unreadable settings.
        let settings = (try? SettingsFile.readStandard()) ?? ConsoleSettings()
        request.language =
            language.flatMap { Self.language($0) }
            ?? .person(setting: settings.language) { LanguageFile.reportLanguage($0) }
        let times = Locale.person(category: "LC_TIME")
        request.write(
            as: settings.region.format(numbers: .person(category: "LC_NUMERIC"), times: times),
            in: settings.region.home ?? times
        )
        request.name = name ?? ""
        request.isAboutYou = !noProfile
        request.paper = paper ?? .usual(.person(category: "LC_PAPER"))
        request.locale = environment.locale
        request.units = environment.units
        do {
            try write(request, person, path)
        } catch let failure as PDFPrinter.Failure {
            throw CommandFailure(file, failure.description)
        }
    }

    private func write(_ request: ReportRequest, _ person: PersonAccess, _ path: String) throws {
        guard let format = isStandardOutput ? .html : ReportFile.Format(path: file) else { return }
        let report = try ReportFile(person, format: format)
        guard !isStandardOutput else {
            try StandardOutput.shared.write(report.make(request).data)
            return try StandardOutput.shared.flush()
        }
        let outcome = try report.write(request, to: file, replacing: force, inFolder: Self.passingFolder)
        let target = URL(fileURLWithPath: file).standardizedFileURL.path
        let isDecrypted = try person.lockState() != .plain
        if output.json {
            let fields: JSONValue.Fields = [
                ("store", .text(path)), ("file", .text(target)), ("format", .text(format.rawValue)),
                ("language", .text(request.language.code)),
                ("from", zone.timestamps.json(request.period.start)), ("to", zone.timestamps.json(request.period.end)),
                ("types", .array(request.types.map { .text($0.identifier) })),
                ("withoutData", .array(outcome.facts.missingTypes.map { .text($0.identifier) })),
                ("decrypted", .bool(isDecrypted)), ("bytes", .integer(outcome.bytes)),
            ]
            return try StandardOutput.shared.line(JSONValue.object(fields).line)
        }
        let size = NumberText.bytes(Double(outcome.bytes))
        try StandardOutput.shared.line("\(target.printable): \(request.period.days.of("day")), \(size)")
        let missing = outcome.facts.missingTypes
        let shown = request.types.filter { !missing.contains($0) }.map(\.entry.name)
        if !shown.isEmpty { try StandardOutput.shared.line("  shows \(shown.joined(separator: ", "))") }
        if !missing.isEmpty {
            let names = missing.map(\.entry.name).joined(separator: ", ")
            try StandardOutput.shared.line("  no data in this period: \(names)")
        }
        if isDecrypted {
            try StandardOutput.shared.line("  not encrypted, unlike the store: anyone who has the file can read it")
        }
    }

    /// A folder for the page and its PDF, which goes also when a signal ends the command.
    private static func passingFolder(_ body: (String) throws -> Data) throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("healthtui-" + UUID().uuidString)
        let path = try PassingFolder.make(
            {
                try FileManager.default.createDirectory(
                    at: folder,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
                return folder.path
            },
            path: { $0 }
        )
        defer { PassingFolder.remove(path) }
        return try body(path)
    }
}

extension ReportRequest.Paper: ExpressibleByArgument {}
