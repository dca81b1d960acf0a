import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

/// Adds a sample as the person.
struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a sample by hand.",
        discussion: """
              healthtui add weight 75.2 yesterday 7:30
              healthtui add bp 131/80 yesterday 7:30
              healthtui add bodyMass 70 kg
              healthtui add bloodPressure 118/76 --start "yesterday 22:30"
              healthtui add sleepAnalysis asleepREM --start -2h --end -30m
              healthtui add insulinDelivery 4 --metadata reason=bolus
              healthtui add stateOfMind pleasant felt=calm,happy because=family
              healthtui add GAD7 0,1,2,0,0,1,0
              healthtui add visionPrescription right.sphere=-1.25 left.sphere=0.75 expires=2028-11-21
            A number without a unit is in the unit you use for the type. Write percentages with their sign: 98 %.
            An impossible value, such as 7000 kg, needs --force.
            """
    )

    @Argument(help: "The type, or a measure that its samples have.", completion: .sampleType)
    var type: String

    @Argument(
        help: ArgumentHelp(
            "The value and its unit, a category's value, or field=value pairs of a record; then the time, now by default.",
            valueName: "value"
        )
    )
    var value: [String] = []

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("The start; now by default.", valueName: "time")
    )
    var start: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("The end: a time, or +30m from the start. By default the start.", valueName: "time")
    )
    var end: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Metadata, by key or by short name: reason=bolus.", valueName: "key=value")
    )
    var metadata: [MetadataArgument] = []

    @Flag(name: .long, help: "Add the value even if it is impossible for the type.")
    var force = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func run() throws {
        let context = EntryContext(now: Date(), timeZone: zone.zone)
        let line = entryLine(context)
        let type = try line?.type ?? sampleType()
        let sample = try line.map { try self.sample(draft($0), context) } ?? record(type, context)
        let person = store.open()
        try person.save([sample])
        let members = (sample as? HKCorrelation)?.objects.sorted { $0.sampleType.identifier > $1.sampleType.identifier }
        let uuids = ([sample] + (members ?? [])).map(\.uuid.uuidString)
        if format.json { return try StandardOutput.shared.line(JSONValue.texts(uuids).line) }
        let when = zone.timestamps.minute(sample.startDate)
        try StandardOutput.shared.line("Added \(type.entry.name) \(ValueText().sample(sample)) at \(when): \(uuids[0])")
    }

    /// The line that all words form together; `nil` for a record, which has fields, and for a type that can't be added.
    private func entryLine(_ context: EntryContext) -> EntryLine? {
        if let type = TypeCatalogue.resolve(type)?.type, EntryRules.hasForm(type) { return nil }
        let times = TimeRangePhrase(now: context.now, calendar: .person(in: zone.zone))
        let words = ([type] + value).joined(separator: " ")
        let line = EntryLine(words, times: start == nil ? times : nil, type: MeasureNames.catalogue.typeToAdd)
        return line.flatMap { EntryRules.refusal(of: $0.type) == nil ? $0 : nil }
    }

    private func sampleType() throws -> HKSampleType {
        let named = try Names.type(type)
        if let refusal = EntryRules.refusalOfForm(named) { throw CommandFailure.usage(type, refusal) }
        return try Names.sampleType(type)
    }

    /// A state of mind, a questionnaire or a prescription, whose values have the form `field=value`.
    private func record(_ type: HKSampleType, _ context: EntryContext) throws -> HKSample {
        if end != nil { throw CommandFailure.usage("--end", "\(type.entry.name) has no end") }
        if !metadata.isEmpty {
            throw CommandFailure.usage("--metadata", "write metadata as field=value after the type")
        }
        let fields = value.compactMap { MetadataArgument(argument: $0) }.map { (name: $0.key, text: $0.value) }
        let words = value.filter { MetadataArgument(argument: $0) == nil }.joined(separator: " ")
        do {
            return try RecordEntry.sample(type, value: words, fields: fields, start: start ?? "", context)
        } catch let error as EntryError {
            throw CommandFailure.usage(self.type, error.text)
        }
    }

    private func draft(_ line: EntryLine) throws -> SampleDraft {
        var entries: [String: String] = [:]
        for argument in metadata {
            let key = key(argument.key, line.type)
            guard entries.updateValue(argument.value, forKey: key) == nil else {
                throw ValidationError("--metadata: \(key) appears twice")
            }
        }
        var draft = line.draft
        draft.start = start ?? line.time
        draft.end = end ?? ""
        draft.metadata = entries
        draft.isForced = force
        return draft
    }

    /// The key that a text names: one that the type requires goes by the last word of its label too.
    private func key(_ text: String, _ type: HKSampleType) -> String {
        let folded = text.lowercased()
        let required = EntryRules.requiredMetadata(type)
            .filter { entry in
                entry.label.lowercased().split(separator: " ").contains { $0 == folded }
            }
        return required.count == 1 ? required[0].key : MetadataPhrase.key(text)
    }

    private func sample(_ draft: SampleDraft, _ context: EntryContext) throws -> HKSample {
        do {
            return try draft.sample(context)
        } catch let problems as SampleDraft.Problems {
            guard let first = problems.problems.first else { throw problems }
            let hint = isDoubted(draft, context) ? "; use --force if the value is right" : ""
            throw CommandFailure.usage(option(first.field), problems.description + hint)
        }
    }

    /// Whether nothing but sense speaks against a draft, so that `--force` would add it.
    private func isDoubted(_ draft: SampleDraft, _ context: EntryContext) -> Bool {
        var forced = draft
        forced.isForced = true
        // If it still can't be made, the caller throws an error.
        return (try? forced.sample(context)) != nil
    }

    /// The command-line option for a field.
    private func option(_ field: SampleDraft.Field) -> String {
        switch field {
        case .type, .value, .unit, .nutrient: type
        case .start: start == nil ? "time" : "--start"
        case .end: "--end"
        case .metadata: "--metadata"
        }
    }
}

/// `KEY=VALUE`, as a person types it.
struct MetadataArgument: ExpressibleByArgument {
    let key: String
    let value: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        key = String(parts[0])
        value = String(parts[1])
    }
}
