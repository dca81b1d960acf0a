import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiFacts
import HealthtuiTerminalUI

/// One sample with all its details.
package struct SampleScreen: Screen {
    private(set) var sample: HKSample
    private(set) var related: [HKSample] = []
    private(set) var versions: [SampleVersion] = []
    /// The reason that related samples or earlier versions can't be shown.
    private var relatedFailure: Failure?
    private var versionsFailure: Failure?
    private(set) var list = ListState()
    private var isGone = false
    /// The value, as the path names the sample.
    private var heading = ""

    package init(_ sample: HKSample) { self.sample = sample }

    package enum Action: Sendable {
        case related(Answer<[HKSample]>)
        case versions(Answer<[SampleVersion]>)
        case found(Answer<HKSample?>)
        /// The workouts beneath the one that is to be deleted.
        case beneath(Answer<[WorkoutSummary]>)
        case deleteNow([UUID])
        case deleted(Answer<Int>)
    }

    package var title: String { heading.isEmpty ? sample.sampleType.entry.name : heading }

    package var contexts: [KeyContext] {
        // A sample that can't be edited explains why on an attempt, but editing isn't offered.
        (SampleEdit.refusal(of: sample) == nil ? [.editable] : []) + [.sample, .list]
    }

    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> {
        let lines = lines(environment)
        return lines.indices.contains(list.selected) && lines[list.selected].opens != nil ? [] : [.open]
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        heading = environment.samples.labelled(sample)
        return fetchMore(environment)
    }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        guard news.hasSamples else { return [] }
        let uuid = sample.uuid
        let earlier = versions.reversed().map(\.uuid)
        return [
            .task("find") {
                .found(
                    await environment.ask { person in
                        // An edited sample has another in its place; one whose editing is undone, the one before.
                        if let found = try person.sample(uuid) ?? person.successor(of: uuid) { return found }
                        for uuid in earlier {
                            if let found = try person.sample(uuid) { return found }
                        }
                        return nil
                    }
                )
            }
        ] + fetchMore(environment)
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: lines(environment).count) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let lines = lines(environment)
        if list.obey(command, count: lines.count) { return [] }
        let line = lines.indices.contains(list.selected) ? lines[list.selected] : nil
        switch command {
        case .open: return line?.opens.map { [.open(.sample($0))] } ?? []
        case .copy: return [.copy(line?.copied ?? environment.samples.labelled(sample))]
        case .edit:
            guard !isGone else { return [] }
            if let refusal = SampleEdit.refusal(of: sample) { return [.notice(refusal)] }
            return [.open(.edit(sample))]
        case .delete:
            guard !isGone else { return [] }
            guard let workout = sample as? HKWorkout else { return [ask(with: [], environment)] }
            return [
                .task("recordings") {
                    .beneath(await environment.ask { try WorkoutRecordings.beneath([workout], $0) })
                }
            ]
        default: return nil
        }
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .related(.success(let found)): (related, relatedFailure) = (found, nil)
        case .related(.failure(let failure)): (related, relatedFailure) = ([], failure)
        case .versions(.success(let found)): (versions, versionsFailure) = (found, nil)
        case .versions(.failure(let failure)): (versions, versionsFailure) = ([], failure)
        case .found(.success(let found)):
            isGone = found == nil
            guard let found, found.uuid != sample.uuid else { return [] }
            sample = found
            heading = environment.samples.labelled(sample)
            return fetchMore(environment)
        case .found(.failure(let failure)): return [.notice(failure.text)]
        case .beneath(.success(let beneath)): return isGone ? [] : [ask(with: beneath, environment)]
        case .beneath(.failure(let failure)): return [.notice(failure.text)]
        case .deleteNow(let uuids):
            return [.task("delete") { .deleted(await environment.ask { try $0.delete(uuids) }) }]
        case .deleted(.success): return [.notice(SharedStrings.deleted(environment.samples.labelled(sample))), .pop]
        case .deleted(.failure(let failure)): return [.notice(failure.text)]
        }
        return []
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let opens = list.opens(event, name: Self.listName, count: lines(environment).count)
        return opens ? perform(.open, environment) ?? [] : []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        let lines = lines(environment)
        let table = Table(
            name: Self.listName,
            columns: [
                TableColumn("", minimum: 9, maximum: 12, importance: 2),
                TableColumn("", minimum: 24, importance: 3, keepsFacts: true),
            ],
            count: lines.count,
            state: list,
            showsHeader: false
        ) { index in
            let line = lines[index]
            if line.isHeading { return .heading(line.label) }
            return TableRow([Line(line.label, theme.dim), line.text])
        }
        table.draw(in: rect, on: &grid, theme: theme)
    }

    /// The question before a sample is deleted.
    static func deleteQuestion(_ sample: HKSample, _ environment: ConsoleEnvironment) -> String {
        let what = environment.samples.labelled(sample)
        let when = environment.dates.moment(sample.startDate)
        let name = sample.sampleType.entry.name
        return SampleStrings.deleteOne(name, what, when, sample.sourceRevision.source.name)
    }

    /// Asks for confirmation to delete the sample, and what happens to the workouts grouped under it.
    private func ask(with beneath: [WorkoutSummary], _ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        .ask(
            .deletion(Self.deleteQuestion(sample, environment), of: 1, with: beneath.map(\.source)),
            confirmed: .deleteNow([sample.uuid]),
            alternative: beneath.isEmpty ? nil : .deleteNow([sample.uuid] + beneath.map(\.uuid))
        )
    }
}

extension SampleScreen {
    private static var listName: String { "sample" }

    /// One line of the screen.
    private struct FactLine {
        var label: String
        var text: Line
        var isHeading = false
        var opens: HKSample?

        var copied: String { text.text.isEmpty ? label : text.text }
    }

    private func lines(_ environment: ConsoleEnvironment) -> [FactLine] {
        let dim = environment.theme.dim
        var lines = facts(environment)
        let metadata = MetadataLine.rows(sample, dates: environment.dates)
        lines.append(FactLine(label: SampleStrings.metadata, text: .empty, isHeading: true))
        if metadata.isEmpty { lines.append(FactLine(label: "", text: Line(SharedStrings.none, dim))) }
        for row in metadata {
            let raw = row.raw.map { Line("  " + $0, dim) } ?? .empty
            lines.append(FactLine(label: "", text: Line(row.label + "  ") + Line(row.value, .bold) + raw))
        }
        if !versions.isEmpty || versionsFailure != nil {
            lines.append(FactLine(label: SampleStrings.beforeEdited, text: .empty, isHeading: true))
        }
        if let versionsFailure {
            lines.append(FactLine(label: "", text: Line(versionsFailure.text, environment.theme.warning)))
        }
        for version in versions.reversed() {
            guard let old = version.sample(of: sample.sampleType) else { continue }
            let when = "  " + environment.dates.span(old.startDate, old.endDate, seconds: false)
            let edited = "  " + SampleStrings.edited(environment.dates.moment(version.editedDate))
            lines.append(
                FactLine(
                    label: "",
                    text: Line(environment.samples.labelled(old), .bold) + Line(when) + Line(edited, dim)
                )
            )
        }
        lines.append(FactLine(label: SampleStrings.related, text: .empty, isHeading: true))
        let others = members + related
        if let relatedFailure {
            lines.append(FactLine(label: "", text: Line(relatedFailure.text, environment.theme.warning)))
        } else if others.isEmpty {
            lines.append(FactLine(label: "", text: Line(SharedStrings.none, dim)))
        }
        for other in others {
            let name = other.sampleType.entry.name + "  "
            let what = environment.samples.labelled(other)
            let when = "  " + environment.dates.moment(other.startDate)
            lines.append(
                FactLine(label: "", text: Line(name) + Line(what, .bold) + Line(when, dim), opens: other)
            )
        }
        return lines
    }

    /// The samples that this one is made of.
    private var members: [HKSample] {
        ((sample as? HKCorrelation)?.objects ?? [])
            .sorted {
                ($0.sampleType.entry.name, $0.uuid.uuidString) < ($1.sampleType.entry.name, $1.uuid.uuidString)
            }
    }

    private func facts(_ environment: ConsoleEnvironment) -> [FactLine] {
        let dates = environment.dates
        let texts = environment.samples
        var lines: [FactLine] = []
        func add(_ label: String, _ text: String?) {
            guard let text, !text.isEmpty else { return }
            lines.append(FactLine(label: label, text: Line(text)))
        }
        if isGone { add(SampleStrings.deletedLabel, SampleStrings.gone) }
        lines.append(FactLine(label: SharedStrings.value, text: Line(texts.labelled(sample), .bold)))
        add(SampleStrings.recordedAs, texts.recorded(sample))
        if sample.startDate == sample.endDate {
            add(SharedStrings.when, SharedStrings.instant(dates.full(sample.startDate)))
        } else {
            add(SharedStrings.from, dates.full(sample.startDate))
            add(SharedStrings.to, dates.full(sample.endDate))
            if !sample.hasUndeterminedDuration {
                add(SharedStrings.length, NumberText.duration(sample.endDate.timeIntervalSince(sample.startDate)))
            }
        }
        workoutFacts(add, dates)
        beatFacts(add)
        if let sample = sample as? HKQuantitySample, sample.count > 1 {
            add(SampleStrings.series, SampleStrings.values(sample.count))
        }
        let revision = sample.sourceRevision
        let source = SharedStrings.sourceVersion(
            revision.source.shownName,
            revision.version,
            revision.source.bundleIdentifier
        )
        add(SharedStrings.source, source)
        add(SampleStrings.product, revision.productType)
        add(SharedStrings.device, sample.device.map(DevicePhrase.full))
        add(SharedStrings.added, sample.creationDate.map(dates.full))
        add(SharedStrings.uuid, sample.uuid.uuidString)
        return lines
    }

    private func workoutFacts(_ add: (String, String?) -> Void, _ dates: DateText) {
        guard let workout = sample as? HKWorkout else { return }
        func quantity(_ quantity: HKQuantity?, _ unit: HKUnit, _ label: String, decimals: Int) -> String? {
            quantity?.converted(to: unit).map { NumberText.text($0, decimals: decimals) + " " + label }
        }
        add(SampleStrings.energy, quantity(workout.totalEnergyBurned, .kilocalorie(), "kcal", decimals: 0))
        add(SampleStrings.distance, quantity(workout.totalDistance, .meterUnit(with: .kilo), "km", decimals: 2))
        for event in workout.content.events {
            add(SampleStrings.event, WorkoutPage.name(of: event))
            let metadata = event.metadata.flatMap { Metadata(bytes: $0) }
            for row in MetadataLine.rows(metadata, dates: dates) { add("", row.label + ": " + row.value) }
        }
    }

    /// The beats that a sample of heart-rate variability was computed from.
    private func beatFacts(_ add: (String, String?) -> Void) {
        guard let list = HeartBeatList(sample) else { return }
        add(SampleStrings.beats, SampleStrings.beatCount(list.beats.count))
        for beat in list.beats { add("", SampleStrings.beat(beat.rate, beat.time)) }
    }

    private func fetchMore(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let uuid = sample.uuid
        return [
            .task("related") { .related(await environment.ask { try $0.related(to: uuid) }) },
            .task("versions") { .versions(await environment.ask { try $0.versions(of: uuid) }) },
        ]
    }
}
