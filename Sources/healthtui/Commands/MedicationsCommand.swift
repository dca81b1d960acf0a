import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

/// Lists the person's medications with the doses of today, and notes doses.
struct MedicationsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "medications",
        abstract: "List your medications and today's doses; log a dose as taken or skipped.",
        discussion: """
            Logs the dose that is due first today, or else a dose taken as needed. Due doses come from the apps that \
            keep schedules: HealthKit has no schedules.
            """
    )

    @Option(name: .long, help: ArgumentHelp("Add a medication to the list.", valueName: "name"))
    var add: String?

    @Option(name: .long, help: ArgumentHelp("With --add: what you call it.", valueName: "name"))
    var nickname: String?

    @Option(name: .long, help: ArgumentHelp("Log a dose as taken now.", valueName: "name"))
    var take: String?

    @Option(name: .long, help: ArgumentHelp("Log the dose that is due as skipped.", valueName: "name"))
    var skip: String?

    @Option(name: .long, help: ArgumentHelp("Remove it from the list; its doses stay.", valueName: "name"))
    var remove: String?

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        let chosen = [add, take, skip, remove].compactMap { $0 }
        guard chosen.count <= 1 else {
            throw ValidationError("--add, --take, --skip and --remove can't be combined")
        }
        if chosen.contains(where: { $0.allSatisfy(\.isWhitespace) }) { throw ValidationError("the name is empty") }
        if nickname != nil, add == nil { throw ValidationError("--nickname needs --add") }
    }

    func run() throws {
        let now = Date()
        if let add {
            let person = store.open()
            try person.save(MedicationPlan.medication(add, nickname: nickname))
            return try list(person, now)
        }
        if let remove {
            let person = store.open()
            let plan = try MedicationPlan(.person(person), now: now, calendar: calendar)
            try person.archive(try entry(remove, plan).medication)
            return try list(person, now)
        }
        guard let name = take ?? skip else { return try list(store.openForReading(), now) }
        let person = store.open()
        try log(name, take == nil ? .skipped : .taken, person, now)
        try list(person, now)
    }

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone.zone
        return calendar
    }

    private func log(
        _ name: String,
        _ status: HKMedicationDoseEvent.LogStatus,
        _ person: PersonAccess,
        _ now: Date
    ) throws {
        let plan = try MedicationPlan(.person(person), now: now, calendar: calendar)
        let entry = try entry(name, plan)
        let identifier = entry.medication.medication.identifier
        let due = plan.today.first {
            $0.event.medicationConceptIdentifier == identifier && $0.event.scheduledDate != nil && $0.isOpen
        }
        guard due != nil || status == .taken else {
            throw CommandFailure(name, "no dose is due today; only a due dose can be skipped")
        }
        let dose = try MedicationPlan.logged(due?.event, of: identifier, status, now: now)
        try person.log(dose, inPlaceOf: due?.event.uuid)
    }

    /// The medication with a name, in full or by a unique prefix.
    private func entry(_ name: String, _ plan: MedicationPlan) throws -> MedicationPlan.Entry {
        let folded = name.lowercased()
        func names(_ entry: MedicationPlan.Entry) -> [String] {
            [entry.name, entry.medication.medication.displayText].map { $0.lowercased() }
        }
        let exact = plan.entries.filter { names($0).contains(folded) }
        let found = exact.isEmpty ? plan.entries.filter { names($0).contains { $0.hasPrefix(folded) } } : exact
        guard let entry = found.first else {
            throw CommandFailure(name, "not in your medications; --add adds it")
        }
        guard found.count == 1 else {
            throw CommandFailure(name, "matches several: \(found.map(\.name).joined(separator: ", "))")
        }
        return entry
    }

    private func list(_ person: PersonAccess, _ now: Date) throws {
        let plan = try MedicationPlan(.person(person), now: now, calendar: calendar)
        var writer = ListWriter(
            format.format,
            keys: ["identifier", "name", "nickname", "form", "due", "taken", "last", "today"],
            columns: [.flexible("Medication"), .left("Form"), .right("Taken"), .left("Last"), .flexible("Today")],
            emptyText: "There are no medications; --add adds one."
        )
        for entry in plan.entries { try writer.append(row(entry, plan)) }
        try writer.finish()
    }

    private func row(_ entry: MedicationPlan.Entry, _ plan: MedicationPlan) -> ListRow {
        let medication = entry.medication.medication
        let today = plan.today.filter { $0.event.medicationConceptIdentifier == medication.identifier }
        let doses = today.map { dose -> JSONValue in
            .object([
                ("uuid", .text(dose.event.uuid.uuidString)), ("time", zone.timestamps.json(dose.date)),
                ("status", .name(dose.event.logStatus.rawValue, of: "HKMedicationDoseEvent.LogStatus")),
            ])
        }
        let words = today.map { dose in
            let status = dose.isOpen ? "due" : DoseWords.status(dose.event.logStatus).lowercased()
            return zone.timestamps.minute(dose.date).suffix(5) + " " + status
        }
        return ListRow(
            fields: [
                ("identifier", .text(medication.identifier.description)), ("name", .text(medication.displayText)),
                ("nickname", .text(entry.medication.nickname)), ("form", .text(DoseWords.form(medication.generalForm))),
                ("due", .integer(entry.due)), ("taken", .integer(entry.taken)),
                ("last", entry.last.map { zone.timestamps.json($0) } ?? .null), ("today", .array(doses)),
            ],
            cells: [
                entry.name, DoseWords.form(medication.generalForm),
                entry.due > 0 ? "\(entry.taken) of \(entry.due)" : "",
                entry.last.map { zone.timestamps.minute($0) } ?? "", words.joined(separator: ", "),
            ]
        )
    }
}
