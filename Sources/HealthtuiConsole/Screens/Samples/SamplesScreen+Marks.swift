import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// Marks, and the actions on marked samples.
extension SamplesScreen {
    /// Handles the commands that mark and that act on marks; nil for others.
    mutating func performMarking(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        switch command {
        case .mark:
            guard let sample = sample(at: list.selected) else { return [] }
            marks.toggle(sample, at: list.selected, environment)
            list.move(by: 1, count: rows)
            return fetchVisible(environment)
        case .markRange: return markRange(environment)
        case .unmark: marks.clear()
        case .saveMarked:
            guard !marks.isEmpty else { return [] }
            return [.open(.saveFile(.samples(marks.samples, of: base.type, environment)))]
        case .priority:
            guard let source = marks.samples.first?.sourceRevision.source else { return [] }
            return [.open(.sourcePriority(base.type, source))]
        default: return nil
        }
        return []
    }

    /// Opens the form that edits the marked samples that the person added.
    func editMarked() -> [ScreenEffect<Action>] {
        let samples = marks.samples
        let editable = BulkEdit.editable(samples)
        guard let first = editable.first else {
            return [.notice(samples.first.flatMap(SampleEdit.refusal) ?? SharedStrings.noSamples)]
        }
        return [.open(editable.count == 1 ? .edit(first) : .editMarked(samples))]
    }

    /// Removes the marks of deleted samples, whose positions others may have taken.
    func checkMarks(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let uuids = marks.uuids
        guard !uuids.isEmpty else { return [] }
        return [
            .task("marks") {
                .kept(await environment.ask { person in Set(try uuids.filter { try person.sample($0) != nil }) })
            }
        ]
    }

    /// Marks all from the last mark to the cursor; reports how many of them aren't loaded and can't be marked.
    private mutating func markRange(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let first = min(marks.last ?? list.selected, list.selected)
        let last = max(marks.last ?? list.selected, list.selected)
        let found = (first...last).compactMap { sample(at: $0) }
        let missing = last - first + 1 - found.count
        marks.add(found, through: list.selected, environment)
        return missing > 0 ? [.notice(SampleStrings.notMarked(missing))] : []
    }
}

extension SaveFileRequest {
    /// Samples as CSV or, under a name that ends in `.json`, as JSON.
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - type: Their type.
    ///   - environment: The time zone.
    /// - Returns: The request.
    static func samples(
        _ samples: [HKSample],
        of type: HKSampleType,
        _ environment: ConsoleEnvironment
    ) -> SaveFileRequest {
        let name = type.entry.name.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        let zone = environment.calendar.timeZone
        return SaveFileRequest(
            title: SampleStrings.saveTitle,
            name: name + ".csv",
            about: SampleStrings.saveAbout(samples.count)
        ) { path, replaces, person, _ in
            let facts = try SampleFacts(type, .person(person), timestamps: Timestamps(timeZone: zone))
            let rows = try samples.map { try facts.fields(of: $0) }
            let isJSON = path.lowercased().hasSuffix(".json")
            let data = Data((isJSON ? JSONValue.lines(rows) : JSONValue.csv(rows, keys: facts.keys)).utf8)
            _ = try RecordFile(name: name, content: .bytes(data), size: data.count)
                .write(to: path, replacing: replaces, person)
            return SharedStrings.savedTo(SharedStrings.samples(samples.count), path)
        }
    }
}
