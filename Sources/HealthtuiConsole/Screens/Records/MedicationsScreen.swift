import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The doses of today and the medications of the person, noted as taken or skipped by a key.
package struct MedicationsScreen: ListScreen {
    private(set) var plan = Loaded<MedicationPlan>()
    package var list = ListState()

    package init() {}

    package enum Action: Sendable {
        case loaded(Answer<MedicationPlan>)
        case logged(Answer<String>)
        case archiveNow(HKUserAnnotatedMedication)
        case archived(Answer<String>)
    }

    /// A row of the list.
    private enum Row {
        case heading(String)
        case words(String)
        case dose(MedicationPlan.Dose)
        case medication(MedicationPlan.Entry)

        var isChoice: Bool {
            switch self {
            case .heading, .words: false
            case .dose, .medication: true
            }
        }

        /// The name of the medication.
        var name: String {
            switch self {
            case .heading, .words: ""
            case .dose(let dose): dose.name
            case .medication(let entry): entry.name
            }
        }
    }

    private static let type = HKObjectType.medicationDoseEventType()
    package static let listName = "medications"

    package var title: String { MedicationStrings.title }

    package var contexts: [KeyContext] { [.medications, .list] }

    package func rowCount(_ environment: ConsoleEnvironment) -> Int { rows.count }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let rows = rows
        if list.obey(command, count: rows.count, choosing: { rows[$0].isChoice }) { return [] }
        switch command {
        case .takeDose: return log(.taken, environment)
        case .skipDose: return log(.skipped, environment)
        case .addSample: return [.open(.medicationForm)]
        case .delete: return askToArchive()
        case .allData: return [.open(.samples(SampleListQuery(type: Self.type)))]
        case .open:
            guard rows.indices.contains(list.selected), case .dose(let dose) = rows[list.selected] else {
                return [.open(.samples(SampleListQuery(type: Self.type)))]
            }
            return [.open(.sample(dose.event))]
        default: return nil
        }
    }

    private func askToArchive() -> [ScreenEffect<Action>] {
        guard rows.indices.contains(list.selected), case .medication(let entry) = rows[list.selected] else {
            return [.notice(MedicationStrings.doseIsDeletedOnItsPage)]
        }
        let dialog = ConfirmDialog(
            title: MedicationStrings.putAsideTitle,
            message: MedicationStrings.putAsideQuestion(entry.name),
            confirmLabel: MedicationStrings.putAsideTitle
        )
        return [.ask(dialog, confirmed: .archiveNow(entry.medication))]
    }

    private func log(
        _ status: HKMedicationDoseEvent.LogStatus,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        guard rows.indices.contains(list.selected) else { return [] }
        let (dose, medication, name): (HKMedicationDoseEvent?, HKHealthConceptIdentifier, String)
        switch rows[list.selected] {
        case .dose(let chosen):
            guard chosen.event.scheduledDate != nil else {
                return [.notice(MedicationStrings.takenAsNeeded)]
            }
            guard chosen.event.logStatus != status else {
                return [.notice(MedicationStrings.notedAlready)]
            }
            (dose, medication, name) = (chosen.event, chosen.event.medicationConceptIdentifier, chosen.name)
        case .medication(let entry):
            guard status == .taken else { return [.notice(MedicationStrings.onlyDueIsSkipped)] }
            (dose, medication, name) = (nil, entry.medication.medication.identifier, entry.name)
        case .heading, .words: return []
        }
        let now = environment.now
        let words = name + ": " + DoseWords.status(status).lowercased()
        return [
            .task("log") {
                .logged(
                    await environment.ask { person in
                        let event = try MedicationPlan.logged(dose, of: medication, status, now: now)
                        try person.log(event, inPlaceOf: dose?.uuid)
                        return words
                    }
                )
            }
        ]
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(let answer):
            plan.take(answer)
            let rows = rows
            list.settle(count: rows.count) { rows[$0].isChoice }
            return plan.complaint()
        case .logged(.success(let words)): return [.notice(MedicationStrings.noted(words)), load(environment)]
        case .logged(.failure(let failure)): return [.notice(MedicationStrings.notNoted(failure.text))]
        case .archiveNow(let medication):
            let work: @Sendable (PersonAccess) throws -> String = { person in
                try person.archive(medication)
                return medication.nickname ?? medication.medication.displayText
            }
            return [.task("archive") { .archived(await environment.ask(work)) }]
        case .archived(.success(let name)): return [.notice(MedicationStrings.putAside(name)), load(environment)]
        case .archived(.failure(let failure)): return [.notice(failure.text)]
        }
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let opens = list.opens(event, name: Self.listName, count: rows.count)
        return opens ? perform(.open, environment) ?? [] : []
    }

    package func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let (now, calendar) = (environment.now, environment.calendar)
        return .task("load") {
            .loaded(await environment.ask { try MedicationPlan(.person($0), now: now, calendar: calendar) })
        }
    }

    private var rows: [Row] {
        guard let plan = plan.value else { return [] }
        var rows: [Row] = [.heading(MedicationStrings.today)]
        rows += plan.today.isEmpty ? [.words(MedicationStrings.noDose)] : plan.today.map { .dose($0) }
        rows.append(.heading(MedicationStrings.yourMedications))
        rows += plan.entries.isEmpty ? [.words(MedicationStrings.noMedication)] : plan.entries.map { .medication($0) }
        return rows
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard plan.value != nil else {
            plan.drawPlaceholder(MedicationStrings.loading, in: rect, on: &grid, theme: theme)
            return
        }
        let rows = rows
        let names = rows.map { $0.name.displayWidth }.max() ?? 0
        let times = DateWidths.time() + 2
        let (leastName, leastWords) = rect.width < 60 ? (16, 11) : (28, 14)
        let table = Table(
            name: Self.listName,
            columns: [
                TableColumn("", minimum: times, maximum: times + 1, importance: 8),
                // The strength is a part of the name.
                TableColumn("", minimum: max(10, min(names, leastName)), importance: 9, keepsWords: true),
                TableColumn("", minimum: leastWords, maximum: 24, importance: 5, keepsWords: true),
                TableColumn("", minimum: 12, maximum: 12, importance: 3),
            ],
            count: rows.count,
            state: list,
            showsHeader: false
        ) { index in
            switch rows[index] {
            case .heading(let text): .heading(text)
            case .words(let text): .line(Line("  " + text, theme.dim))
            case .dose(let dose): Self.row(dose, environment)
            case .medication(let entry): Self.row(entry, environment)
            }
        }
        table.draw(in: rect, on: &grid, theme: theme)
    }

    private static func row(_ dose: MedicationPlan.Dose, _ environment: ConsoleEnvironment) -> TableRow {
        let theme = environment.theme
        let (mark, style): (String, Style) =
            switch dose.event.logStatus {
            case .taken: (theme.glyphs.repertoire == .all ? "✓" : "+", theme.good)
            case .skipped: (theme.glyphs.notOffered, theme.dim)
            default: (theme.glyphs.isASCII ? "." : "·", .plain)
            }
        let amount = dose.event.logStatus == .taken ? dose.event.doseQuantity : dose.event.scheduledDoseQuantity
        let words =
            dose.isOpen
            ? (dose.date <= environment.now ? MedicationStrings.due : MedicationStrings.later)
            : DoseWords.status(dose.event.logStatus)
        return TableRow([
            Line(mark + " ", style) + Line(environment.dates.time(dose.date)), Line(dose.name, .bold),
            Line(words.lowercased()), Line(DoseWords.amount(amount, dose.event.unit) ?? "", theme.dim),
        ])
    }

    private static func row(_ entry: MedicationPlan.Entry, _ environment: ConsoleEnvironment) -> TableRow {
        let theme = environment.theme
        let levels = theme.glyphs.sparkLevels
        let shares = entry.weeks.map { week in
            guard week.due > 0 else { return " " }
            return levels[min(levels.count - 1, week.taken * (levels.count - 1) / week.due)]
        }
        let history =
            entry.due > 0
            ? MedicationStrings.taken(entry.taken, entry.due)
            : entry.last.map { MedicationStrings.last(environment.dates.day($0)) } ?? MedicationStrings.neverTaken
        return TableRow([
            Line(DoseWords.form(entry.medication.medication.generalForm), theme.dim), Line(entry.name, .bold),
            Line(history), Line(shares.joined(), theme.style(.medication)),
        ])
    }
}
