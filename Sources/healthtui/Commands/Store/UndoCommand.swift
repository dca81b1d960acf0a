import ArgumentParser
import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Undoes the person's last operation, lists operations, and removes them.
struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the last change, made here or in the console; redo it, or list the history.",
        discussion: """
            Undoes the last thing you added, edited, deleted, imported or decided. Run it again to undo the one \
            before.
              healthtui undo
              healthtui undo --redo
              healthtui undo --list --limit 20
              healthtui undo --step 12
            At a terminal it asks first, and says what would go, before it undoes an import, a change of more than \
            100 samples, or anything that gives an app access; --yes doesn't ask. Giving access without a terminal \
            needs --yes.
            The store keeps deleted data for the last thousand changes, up to 256 MB; --forget removes it for good. \
            What apps did can't be undone here. --redo brings an undone import back, also after other changes, and so \
            does importing the file again. What --redo finds changed or deleted since stays as it is.
            --step undoes any change of the list, or redoes it with --redo, unless a later one builds on it: then it \
            says which. Samples of it that you deleted since stay deleted.
            """
    )

    @Flag(name: .long, help: "Redo the last undone change.")
    var redo = false

    @Option(
        name: .long,
        help: ArgumentHelp("Undo this change, by its number in the list; with --redo: redo it.", valueName: "number")
    )
    var step: Int?

    @Flag(name: .long, help: "List the history, the newest first.")
    var list = false

    @Option(name: .long, help: ArgumentHelp("With --list: the most rows to list.", valueName: "count"))
    var limit: Int?

    @Flag(name: .long, help: "Forget the history, and the deleted data kept for it.")
    var forget = false

    @OptionGroup var consent: ConsentArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        if [redo, list, forget].filter({ $0 }).count > 1 {
            throw ValidationError("--redo, --list and --forget can't be combined")
        }
        if step != nil, list || forget { throw ValidationError("--step can't be combined with --list and --forget") }
        if let step, step < 1 { throw ValidationError("--step must be at least 1, not \(step)") }
        if format.csv, !list { throw ValidationError("--csv needs --list") }
        if limit != nil, !list { throw ValidationError("--limit needs --list") }
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1, not \(limit)") }
    }

    func run() throws {
        if list { return try listSteps() }
        _ = try store.openForReading()
        let person = store.open()
        if forget { return try forgetSteps(person) }
        if let step { return try turn(step, person) }
        guard let next = try person.nextStep(isRedo: redo) else {
            throw CommandFailure("undo", OperationText.nothing(isRedo: redo))
        }
        if next.mayAsk, let preview = try person.previewStep(isRedo: redo), preview.asks { try ask(preview) }
        let outcome = try redo ? person.redo(expecting: next.number) : person.undo(expecting: next.number)
        guard let outcome else { throw CommandFailure("undo", OperationText.nothing(isRedo: redo)) }
        try print(outcome)
    }

    /// Undoes a certain step, or redoes it.
    private func turn(_ number: Int, _ person: PersonAccess) throws {
        guard let preview = try person.previewStep(number) else {
            throw CommandFailure("undo", OperationText.noStep(number))
        }
        if preview.isRedo != redo {
            let remedy = redo ? "undo --step \(number)" : "undo --redo --step \(number)"
            let state = redo ? "isn't undone" : "is undone already"
            throw CommandFailure("undo", "step \(number) \(state); \(remedy) \(redo ? "undoes" : "redoes") it")
        }
        if let obstacle = OperationText.obstacle(preview) { throw CommandFailure("undo", obstacle) }
        if preview.asks { try ask(preview) }
        guard let outcome = try person.turnStep(number, isRedo: redo) else {
            throw CommandFailure("undo", OperationText.noStep(number))
        }
        try print(outcome)
    }

    /// Asks the person about changed permissions, even if they were decided before; about data only at a terminal,
    /// since undoing can be redone.
    private func ask(_ preview: OperationPreview) throws {
        let (question, effects) = (OperationText.question(preview), OperationText.effects(preview))
        if !preview.given.isEmpty { return try consent.check(question, effects: effects) }
        try consent.checkAtTerminal(question, effects: effects)
    }

    private func print(_ outcome: OperationOutcome) throws {
        guard format.format == .table else {
            let fields: JSONValue.Fields =
                Self.fields(outcome.step, zone.timestamps) + [
                    ("restored", .integer(outcome.restored)), ("deleted", .integer(outcome.deleted)),
                    ("missing", .integer(outcome.missing)), ("present", .integer(outcome.present)),
                    ("kept", .integer(outcome.kept)), ("touched", .integer(outcome.touched)),
                ]
            return try StandardOutput.shared.line(JSONValue.object(fields).line)
        }
        let text = OperationText.text(outcome)
        try StandardOutput.shared.line(text.prefix(1).uppercased() + text.dropFirst() + ".")
    }

    private func forgetSteps(_ person: PersonAccess) throws {
        let count = try person.forgetSteps()
        guard format.format == .table else {
            return try StandardOutput.shared.line(JSONValue.object([("forgotten", .integer(count))]).line)
        }
        try StandardOutput.shared.line("Forgot \(count.of("step")).")
    }

    private func listSteps() throws {
        let times = zone.timestamps
        let keys = ["number", "time", "what", "text", "state", "turned", "types", "app", "type", "note", "bytes"]
        var writer = ListWriter(
            format.format,
            keys: keys,
            columns: [.right("#"), .left("When"), .flexible("What"), .left("")],
            emptyText: "Nothing was done yet."
        )
        for step in try store.openForReading().steps(limit: limit) {
            try writer.append(
                ListRow(
                    fields: Self.fields(step, times),
                    cells: [
                        String(step.number), times.minute(step.date), OperationText.text(step),
                        OperationText.state(step),
                    ]
                )
            )
        }
        try writer.finish()
    }

    private static func fields(_ step: OwnerOperation, _ times: Timestamps) -> JSONValue.Fields {
        let types = [.delete, .removeApp, .sync].contains(step.kind) ? step.removed : step.added
        return [
            ("number", .integer(step.number)), ("time", times.json(step.date)), ("what", .text(step.kind.rawValue)),
            ("text", .text(OperationText.text(step))), ("state", .text(state(step))),
            ("turned", step.turned.map { times.json(Date(timeIntervalSinceReferenceDate: $0)) } ?? .null),
            ("types", .counts(types)), ("app", step.app.map { .text($0) } ?? .null),
            ("type", step.type.map { .text($0) } ?? .null), ("note", step.note.map { .text($0) } ?? .null),
            ("bytes", .integer(step.bytesKept)),
        ]
    }

    private static func state(_ step: OwnerOperation) -> String {
        step.isKept ? step.state.rawValue : step.state == .done ? "final" : "closed"
    }
}
