import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

extension LineSession {
    /// Prints the summary, in sentences.
    func summary() async throws {
        let content = try await SummaryReader(environment: environment).read()
        if content.rows.isEmpty || !content.hasData { try say(LineStrings.noData) }
        for row in content.rows {
            let value = row.value.isEmpty ? "" : row.value + (row.unit.isEmpty ? "" : " " + row.unit)
            try say(LineStrings.pinned(row.type.entry.name, value, row.note))
        }
        if let rings = content.rings {
            let shares = ActivityRings.Kind.allCases.map {
                RingsStrings.ring($0, inWheelchair: content.inWheelchair) + " " + RingText.percent(rings[$0].share)
            }
            try say(LineStrings.ringsOfToday(shares.joined(separator: ", ")))
        }
        for highlight in content.rows.flatMap(\.highlights) { try say(highlight.text + ".") }
    }

    /// Prints a type's last month, and its samples on request.
    func browse(_ text: String) async throws {
        do {
            try await browsed(text)
        } catch Interruption.back {
            // Nothing was begun that could be cancelled.
        }
    }

    private func browsed(_ text: String) async throws {
        let type = try chooseType(text, LineStrings.whichType) { _ in true }
        if let chart = try await PlainChart.read(type, .month, ending: nil, environment) {
            try say(LineStrings.chart(type.entry.name, chart.sentence))
        }
        let names = try FilterNames(of: type, environment.person)
        try list(samples(type, nil), "")
        while true {
            let answer = try ask(
                LineStrings.otherSamples
            )
            guard !answer.isEmpty else { return }
            do {
                let phrase = SampleFilterPhrase(
                    type: type,
                    context: environment.entryContext,
                    calendar: environment.calendar,
                    names: names
                )
                let reading =
                    [LineStrings.all, LineStrings.englishAll].contains(answer.lowercased())
                    ? nil : try phrase.reading(answer)
                try list(samples(type, reading?.expression), reading.map { " " + $0.text } ?? "")
            } catch let error as FilterError {
                try say("\(error).")
            }
        }
    }

    private func samples(_ type: HKSampleType, _ filter: FilterExpression?) -> FilteredSamples {
        FilteredSamples(SampleListQuery(type: type), filter, timeZone: environment.calendar.timeZone)
    }

    /// The number of samples printed at a time.
    private static let page = 10

    /// The samples of a list, some at a time, and all of one where the person wants it.
    private func list(_ list: FilteredSamples, _ asked: String) throws {
        let caller = Caller.person(environment.person)
        let count =
            try list.isScanned ? list.count(caller) : SampleCount.count(list.query, environment.person)
        try say(LineStrings.found(count, asked))
        var position: SampleListPosition?
        var reported: [HKSample] = []
        while reported.count < count {
            let samples = try list.page(after: position, ascending: false, limit: Self.page, caller)
            guard let next = SampleListPosition(behind: samples, after: position) else { return }
            for sample in samples {
                reported.append(sample)
                try say("\(reported.count). \(line(sample))")
            }
            position = next
            if try !goOn(reported, isOver: reported.count >= count) { return }
        }
    }

    /// A sample in words; for a health record the name and the result, with a mark where it's out of range.
    private func labelled(_ sample: HKSample) throws -> String {
        let name = environment.samples.labelled(sample)
        guard let record = sample as? HKClinicalRecord, let data = record.fhirResource?.data else { return name }
        let result = ClinicalResult(data, sex: try Caller.person(environment.person).referenceSex)
        guard !result.isEmpty else { return name }
        return name + " " + (result.isOutside == true ? RecordStrings.outOfRangeMark : "") + result.text()
    }

    private func line(_ sample: HKSample) throws -> String {
        let device = DevicePhrase.name(sample.device)
        return LineStrings.sample(
            try labelled(sample),
            environment.dates.span(sample.startDate, sample.endDate),
            source: sample.sourceRevision.source.name,
            device: device
        )
    }

    /// Prints the details of single samples until the person wants more of the list, or to continue.
    private func goOn(_ reported: [HKSample], isOver: Bool) throws -> Bool {
        while true {
            let answer = try ask(
                isOver ? LineStrings.numberReports : LineStrings.moreOrNumber
            )
            if answer.isEmpty { return false }
            if [LineStrings.more, LineStrings.englishMore].contains(where: { $0.hasPrefix(answer.lowercased()) }),
                !isOver
            {
                return true
            }
            guard let number = Int(answer), (1...reported.count).contains(number) else {
                try say(LineStrings.noneOfThat(answer))
                continue
            }
            try notifyAll(reported[number - 1])
        }
    }

    private func notifyAll(_ sample: HKSample) throws {
        let (dates, revision) = (environment.dates, sample.sourceRevision)
        try say("\(sample.sampleType.entry.name) \(labelled(sample))")
        let isMoment = sample.startDate == sample.endDate
        try say(LineStrings.when(dates.full(sample.startDate), to: isMoment ? nil : dates.full(sample.endDate)))
        try say(LineStrings.source(revision.source.name, version: revision.version))
        if let device = sample.device { try say(LineStrings.device(DevicePhrase.full(device))) }
        for row in MetadataLine.rows(sample, dates: dates) { try say("\(row.label): \(row.value)") }
        try say(LineStrings.uuid(sample.uuid.uuidString))
    }

    /// Prints the user's latest operations.
    func log() throws {
        let steps = try environment.person.steps(limit: Self.page)
        if steps.isEmpty { try say(LineStrings.nothingDone) }
        for step in steps {
            let state = OperationText.state(step)
            let when = environment.dates.moment(step.date)
            try say("\(step.number). \(when): \(OperationText.text(step))" + (state.isEmpty ? "" : ", " + state))
        }
    }
}
