import Foundation
import HealthEntry
import HealthExchange
import HealthKit

// Electrocardiograms and series of heartbeats.
extension RecordReader {
    func electrocardiogram(
        _ sample: HKElectrocardiogram,
        _ snapshot: StoreSnapshot,
        _ page: inout RecordPage
    ) throws {
        let classification = CaseName.label(sample.classification.rawValue, of: "HKElectrocardiogram.Classification")
        page.figures.append(RecordPage.Figure(classification))
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        if let rate = sample.averageHeartRate?.converted(to: perMinute) {
            page.figures.append(RecordPage.Figure(NumberText.text(rate) + " BPM", "average"))
        }
        let hertz = sample.samplingFrequency?.converted(to: .hertz()) ?? 0
        page.figures.append(RecordPage.Figure(NumberText.exact(hertz) + " Hz"))
        page.figures.append(RecordPage.Figure(dates.longDay(sample.startDate) + " " + dates.time(sample.startDate)))
        let trace = try snapshot.trace(of: sample).flatMap { VoltageTrace($0, hertz: hertz) }
        let symptoms = try snapshot.symptoms(of: sample)
        if let trace { page.picture = .voltages(trace) }
        page.detail = .electrocardiogram(trace, symptoms: symptoms)
        page.add("Classification", classification)
        page.add(
            "Average heart rate",
            sample.averageHeartRate?.converted(to: perMinute).map { NumberText.text($0) + " BPM" } ?? "not known"
        )
        page.add("Symptoms", CaseName.label(sample.symptomsStatus.rawValue, of: "HKElectrocardiogram.SymptomsStatus"))
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
            page.add("", (known ?? "“\(name.text)”") + said + ", as the recording says")
        }
        page.add("Sampling", NumberText.exact(hertz) + " Hz, lead I")
        if let trace {
            page.add(
                "Voltages",
                NumberText.text(trace.millivolts.count) + ", " + NumberText.text(trace.length, decimals: 1) + " s"
            )
            let name = "ecg-" + sample.uuid.uuidString.prefix(8) + ".csv"
            let content = RecordFile.Content.electrocardiogram(
                sample,
                zone: dates.calendar.timeZone,
                now: dates.now
            )
            page.rows.append(
                RecordPage.Row(
                    label: "File",
                    text: "CSV as the Health app writes it, Enter saves it",
                    file: RecordFile(name: String(name), content: content, size: nil)
                )
            )
            if let all = trace.extent(0..<trace.millivolts.count) {
                let ends = [all.low, all.high].map { NumberText.text(Double($0), decimals: 3) }
                page.add("Range", "\(ends[0]) to \(ends[1]) mV")
            }
        } else {
            page.add("Voltages", "none: this recording came without them, so there is no strip to draw")
        }
    }

    func heartbeats(
        _ sample: HKHeartbeatSeriesSample,
        _ snapshot: StoreSnapshot,
        _ page: inout RecordPage
    ) throws {
        page.figures.append(RecordPage.Figure(NumberText.count(sample.count, "beat")))
        guard let rhythm = try snapshot.beats(of: sample).map({ HeartRhythm($0) }), !rhythm.beats.isEmpty else {
            page.add("Beats", "none: this series came without its beats")
            return
        }
        page.detail = .rhythm(rhythm)
        if !rhythm.intervals.isEmpty { page.picture = .rhythm(rhythm) }
        func milliseconds(_ value: Double?) -> String? { value.map { NumberText.text($0, decimals: 1) + " ms" } }
        for (value, name) in [(rhythm.sdnn, "SDNN"), (rhythm.rmssd, "RMSSD")] {
            if let text = milliseconds(value) { page.figures.append(RecordPage.Figure(text, name)) }
        }
        if let mean = rhythm.mean, mean > 0 {
            page.figures.append(RecordPage.Figure(NumberText.text(60_000 / mean) + " BPM", "mean"))
        }
        page.add("Beats", NumberText.text(rhythm.beats.count))
        page.add("Intervals", NumberText.text(rhythm.intervals.count))
        page.add("Gaps", rhythm.gaps == 0 ? "none" : NumberText.text(rhythm.gaps) + ", no interval is drawn over them")
        page.add("Mean interval", milliseconds(rhythm.mean))
        let shortest = rhythm.intervals.map(\.length).min().map { $0 * 1_000 }
        let longest = rhythm.intervals.map(\.length).max().map { $0 * 1_000 }
        page.add("Shortest", milliseconds(shortest))
        page.add("Longest", milliseconds(longest))
        page.add("SDNN", milliseconds(rhythm.sdnn).map { $0 + ", standard deviation of all intervals" })
        page.add("RMSSD", milliseconds(rhythm.rmssd).map { $0 + ", of intervals that follow each other" })
    }
}
