import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiExchange

// Electrocardiograms and series of heartbeats.
extension RecordReader {
    func electrocardiogram(
        _ sample: HKElectrocardiogram,
        _ contents: any RecordContents,
        _ page: inout RecordPage
    ) throws {
        let classification = CaseName.label(sample.classification.rawValue, of: "HKElectrocardiogram.Classification")
        page.figures.append(RecordPage.Figure(classification))
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        if let rate = sample.averageHeartRate?.converted(to: perMinute) {
            page.figures.append(
                RecordPage.Figure(
                    RecordHeartStrings.beatsPerMinute(NumberText.text(rate)),
                    RecordHeartStrings.averageFigure
                )
            )
        }
        let hertz = sample.samplingFrequency?.converted(to: .hertz()) ?? 0
        page.figures.append(RecordPage.Figure(RecordHeartStrings.hertz(NumberText.exact(hertz))))
        page.figures.append(RecordPage.Figure(dates.longDay(sample.startDate) + " " + dates.time(sample.startDate)))
        let trace = try contents.trace(of: sample).flatMap { VoltageTrace($0, hertz: hertz) }
        let symptoms = try contents.symptoms(of: sample)
        if let trace { page.picture = .voltages(trace) }
        page.detail = .electrocardiogram(trace, symptoms: symptoms)
        page.add(RecordHeartStrings.classification, classification)
        page.add(
            RecordHeartStrings.averageHeartRate,
            sample.averageHeartRate?.converted(to: perMinute)
                .map { RecordHeartStrings.beatsPerMinute(NumberText.text($0)) } ?? RecordHeartStrings.notKnown
        )
        page.add(
            RecordHeartStrings.symptoms,
            CaseName.label(sample.symptomsStatus.rawValue, of: "HKElectrocardiogram.SymptomsStatus")
        )
        for symptom in symptoms {
            page.rows.append(
                RecordPage.Row(
                    label: "",
                    text: symptom.sampleType.entry.name + ", " + samples.labelled(symptom),
                    opens: symptom
                )
            )
        }
        for name in ECGSymptoms(of: sample).names
        where !symptoms.contains(where: { $0.sampleType.identifier == name.type?.rawValue }) {
            let known = name.type.flatMap { TypeCatalogue.shared.entry(identifier: $0.rawValue)?.name }
            let isSaid = known.map { $0.lowercased() == name.text.lowercased() } ?? true
            let said = isSaid ? "" : ", “\(name.text)”"
            page.add("", RecordHeartStrings.asRecorded((known ?? "“\(name.text)”") + said))
        }
        page.add(RecordHeartStrings.sampling, RecordHeartStrings.samplingOfLead(NumberText.exact(hertz)))
        if let trace {
            page.add(
                RecordHeartStrings.voltages,
                RecordHeartStrings.voltages(
                    NumberText.text(trace.millivolts.count),
                    seconds: NumberText.text(trace.length, decimals: 1)
                )
            )
            let name = "ecg-" + sample.uuid.uuidString.prefix(8) + ".csv"
            let content = RecordFile.Content.electrocardiogram(
                sample,
                zone: dates.calendar.timeZone,
                now: dates.now
            )
            page.rows.append(
                RecordPage.Row(
                    label: RecordPageStrings.file,
                    text: RecordHeartStrings.csvFile,
                    file: RecordFile(name: String(name), content: content, size: nil)
                )
            )
            if let all = trace.extent(0..<trace.millivolts.count) {
                let ends = [all.low, all.high].map { NumberText.text(Double($0), decimals: 3) }
                page.add(RecordHeartStrings.range, RecordHeartStrings.millivolts(ends[0], ends[1]))
            }
        } else {
            page.add(RecordHeartStrings.voltages, RecordHeartStrings.noVoltages)
        }
    }

    func heartbeats(
        _ sample: HKHeartbeatSeriesSample,
        _ contents: any RecordContents,
        _ page: inout RecordPage
    ) throws {
        page.figures.append(RecordPage.Figure(RecordHeartStrings.beats(sample.count)))
        guard let rhythm = try contents.beats(of: sample).map({ HeartRhythm($0) }), !rhythm.beats.isEmpty else {
            page.add(RecordHeartStrings.beats, RecordHeartStrings.noBeats)
            return
        }
        page.detail = .rhythm(rhythm)
        if !rhythm.intervals.isEmpty { page.picture = .rhythm(rhythm) }
        func milliseconds(_ value: Double?) -> String? {
            value.map { RecordHeartStrings.milliseconds(NumberText.text($0, decimals: 1)) }
        }
        for (value, name) in [(rhythm.sdnn, RecordHeartStrings.sdnn), (rhythm.rmssd, RecordHeartStrings.rmssd)] {
            if let text = milliseconds(value) { page.figures.append(RecordPage.Figure(text, name)) }
        }
        if let mean = rhythm.mean, mean > 0 {
            page.figures.append(
                RecordPage.Figure(
                    RecordHeartStrings.beatsPerMinute(NumberText.text(60_000 / mean)),
                    RecordHeartStrings.meanFigure
                )
            )
        }
        page.add(RecordHeartStrings.beats, NumberText.text(rhythm.beats.count))
        page.add(RecordHeartStrings.intervals, NumberText.text(rhythm.intervals.count))
        page.add(
            RecordHeartStrings.gaps,
            rhythm.gaps == 0 ? RecordHeartStrings.noGaps : RecordHeartStrings.gaps(NumberText.text(rhythm.gaps))
        )
        page.add(RecordHeartStrings.meanInterval, milliseconds(rhythm.mean))
        let shortest = rhythm.intervals.map(\.length).min().map { $0 * 1_000 }
        let longest = rhythm.intervals.map(\.length).max().map { $0 * 1_000 }
        page.add(RecordHeartStrings.shortest, milliseconds(shortest))
        page.add(RecordHeartStrings.longest, milliseconds(longest))
        page.add(RecordHeartStrings.sdnn, milliseconds(rhythm.sdnn).map { RecordHeartStrings.sdnn($0) })
        page.add(RecordHeartStrings.rmssd, milliseconds(rhythm.rmssd).map { RecordHeartStrings.rmssd($0) })
    }
}
