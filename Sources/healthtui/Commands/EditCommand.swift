import ArgumentParser
import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Puts a sample that the person typed in the place of another.
struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Edit the value, start or end of a sample you added.",
        discussion: """
              healthtui edit 6F1C8A56-0D5C-4E0B-9C62-2E8C7B1D7E11 71.2 kg
              healthtui edit 6F1C8A56-0D5C-4E0B-9C62-2E8C7B1D7E11 --start "yesterday 22:30"
              healthtui edit 6F1C8A56-0D5C-4E0B-9C62-2E8C7B1D7E11 --shift +1h --metadata note=fasting
              healthtui edit 0C2E8A56-0D5C-4E0B-9C62-2E8C7B1D7E11 dietaryProtein=30 dietarySugar=5
            What you don't name stays the same. The edited sample gets a new UUID; apps see a deletion and a new \
            sample. The earlier version stays in its history, and healthtui undo brings it back.
            """
    )

    @Argument(help: "The UUID of the sample.")
    var uuid: String

    @Argument(
        help: ArgumentHelp(
            "The value and its unit, a category's value, or type=value of a food's nutrients.",
            valueName: "value"
        )
    )
    var value: [String] = []

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("The start.", valueName: "time")
    )
    var start: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("The end: a time, or +30m from the start.", valueName: "time")
    )
    var end: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("Move the times: +1h, \"-30 min\", +1d.", valueName: "time")
    )
    var shift: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Set a metadata key; an empty value removes it.", valueName: "key=value")
    )
    var metadata: [MetadataArgument] = []

    @Flag(name: .long, help: "Accept the value even if it is impossible for the type.")
    var force = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        if UUID(uuidString: uuid) == nil { throw ValidationError("invalid UUID “\(uuid)”") }
        if value.isEmpty, start == nil, end == nil, shift == nil, metadata.isEmpty {
            throw ValidationError("name what to change: a value, --start, --end, --shift or --metadata")
        }
    }

    func run() throws {
        _ = try store.openForReading()
        let person = store.open()
        guard let identifier = UUID(uuidString: uuid), let old = try person.sample(identifier) else {
            throw CommandFailure(uuid, "sample not found")
        }
        if let refusal = SampleEdit.refusal(of: old) { throw CommandFailure(uuid, refusal) }
        var edit = SampleEdit(old)
        (edit.start, edit.end) = (start ?? "", end ?? "")
        if SampleEdit.nutrients(of: old) == nil {
            edit.value = value.joined(separator: " ")
        } else {
            for word in value {
                guard let part = MetadataArgument(argument: word) else {
                    throw CommandFailure.usage(
                        word,
                        "write a food's nutrients as type=value, such as dietaryProtein=30"
                    )
                }
                edit.amounts[try Names.type(part.key).identifier] = part.value
            }
        }
        for part in metadata { edit.metadata[MetadataPhrase.key(part.key)] = part.value }
        edit.isForced = force
        let new: HKSample
        do {
            let context = EntryContext(now: Date(), timeZone: zone.zone)
            edit.shift = try shift.map { try TimeShift($0, style: context.numbers) }
            new = try edit.sample(context)
        } catch let problems as SampleDraft.Problems {
            throw CommandFailure.usage("edit", problems.description)
        } catch let error as EntryError {
            throw CommandFailure.usage("--shift", error.text)
        }
        try person.edit(identifier, to: new)
        if format.json { return try StandardOutput.shared.line(JSONValue.texts([new.uuid.uuidString]).line) }
        let when = zone.timestamps.minute(new.startDate)
        let what = "\(new.sampleType.entry.name) \(ValueText().sample(new)) at \(when)"
        try StandardOutput.shared.line("Edited \(what): \(new.uuid.uuidString)")
    }
}
