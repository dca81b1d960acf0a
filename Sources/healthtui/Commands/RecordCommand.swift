import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Shows all details of one record, or saves a file of it.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Show one record: an electrocardiogram, a lab result, a prescription, …",
        discussion: """
            ID is the first digits of the record's UUID, or a type for its newest record. Attached files \
            (attachments, FHIR, documents) are numbered in the order listed.
            """
    )

    @Argument(help: "The first digits of the record's UUID, or a type.")
    var id: String

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp("Save an attached file, by its number.", valueName: "number> <path")
    )
    var saveAttachment: [String] = []

    @Flag(name: .long, help: "Replace the file if it exists.")
    var force = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        if force, saveAttachment.isEmpty { throw ValidationError("--force needs --save-attachment") }
        guard !saveAttachment.isEmpty else { return }
        guard saveAttachment.count == 2, let number = Int(saveAttachment[0]), number > 0, !saveAttachment[1].isEmpty
        else { throw ValidationError("--save-attachment needs a file's number and a path, such as 1 lens.pdf") }
    }

    func run() throws {
        let known = isBeginning ? nil : Result { try Names.sampleType(id) }
        // A name that isn't known may be one of the store's own; without a store the first error is the right one.
        if case .failure(let error)? = known, (try? store.existingName()) == nil { throw error }
        let environment = try store.environment(zone.zone)
        let type = try known.map { try (try? $0.get()) ?? Names.sampleType(id, in: environment.person) }
        let sample = try type.map { try newest($0, environment.person) } ?? record(environment.person)
        let reader = RecordReader(
            .person(environment.person),
            dates: environment.dates,
            samples: environment.samples,
            keys: try KeyFile.read()
        )
        guard let page = try reader.page(sample.uuid) else { throw CommandFailure(id, "it was just deleted") }
        if let number = saveAttachment.first.flatMap(Int.init), let path = saveAttachment.last {
            return try save(number, of: page, to: path, environment.person)
        }
        if format.json {
            try StandardOutput.shared.line(RecordFacts(page: page, timestamps: zone.timestamps).json().line)
        } else {
            for line in Self.lines(page) { try StandardOutput.shared.line(line.printable) }
        }
    }

    /// Whether the argument is the beginning of a UUID and no name.
    private var isBeginning: Bool {
        let digits = id.filter { $0 != "-" }
        return digits.count >= 4 && digits.allSatisfy(\.isHexDigit)
    }

    private func newest(_ type: HKSampleType, _ person: PersonAccess) throws -> HKSample {
        guard let sample = try person.latest(type) else { throw CommandFailure(id, "no \(type.entry.name) found") }
        return sample
    }

    private func record(_ person: PersonAccess) throws -> HKSample {
        if let uuid = UUID(uuidString: id), let sample = try person.sample(uuid) { return sample }
        let found = try person.records(beginning: id)
        let none = "there is no such record; healthtui samples TYPE --json lists their UUIDs"
        return try Names.only(found, of: "records", beginning: id, none: none) {
            "\($0.sampleType.entry.name), \(zone.timestamps.day($0.startDate))"
        }
    }

    private func save(_ number: Int, of page: RecordPage, to path: String, _ person: PersonAccess) throws {
        let files = page.files
        guard files.indices.contains(number - 1) else {
            let count = files.isEmpty ? "it has no files" : "it has \(files.count.of("file"))"
            throw CommandFailure("--save-attachment \(number)", count)
        }
        do {
            let bytes = try files[number - 1].write(to: path, replacing: force, person)
            if format.json {
                let fields: JSONValue.Fields = [("file", .text(path)), ("bytes", .integer(bytes))]
                return try StandardOutput.shared.line(JSONValue.object(fields).line)
            }
            try StandardOutput.shared.line("\(path.printable): \(bytes.of("byte"))")
        } catch let failure as RecordFileError {
            throw CommandFailure(path, failure.text)
        }
    }

    /// The contents of the console's page, without its picture.
    static func lines(_ page: RecordPage) -> [String] {
        var lines = [page.heading]
        var number = 0
        for (row, tableLine) in zip(page.rows, RecordPageTable.lines(page.rows)) {
            if row.file != nil { number += 1 }
            switch row.kind {
            case .heading: lines += ["", row.text]
            case .table: lines.append(tableLine)
            case .words(let indent): lines.append(String(repeating: " ", count: min(40, indent)) + row.text)
            case .fact:
                let label = row.file == nil ? row.label : "File \(number)"
                let text = row.file.map { $0.name + ($0.size.map { ", " + $0.of("byte") } ?? "") } ?? row.text
                lines.append(label.fitted(to: 22) + text)
            }
        }
        return lines
    }
}
