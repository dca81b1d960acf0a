import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiFacts
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// The page of an electrocardiogram, and its strip.
@Suite struct ElectrocardiogramPageTests {
    @Test("A strip is scrolled, zoomed and shown whole, and never beyond its ends")
    func scrollsTheStrip() async throws {
        let store = TestStore()
        try store.electrocardiogram()
        let console = try await Console.record("electrocardiogram", store)
        console.expectRow("Sinus rhythm   60 BPM average   512 Hz")
        console.expectRow("0.0–4.0 of 30.0 s")
        try await console.press("h")
        console.expectRow("0.0–4.0 of 30.0 s")
        try await console.press("l")
        console.expectRow("3.2–7.2 of 30.0 s")
        try await console.press(.right)
        console.expectRow("3.6–7.6 of 30.0 s")
        try await console.press("+")
        console.expectRow("4.6–6.6 of 30.0 s")
        try await console.press("A")
        console.expectRow("0.0–30.0 of 30.0 s")
        try await console.press("l", "l")
        console.expectRow("0.0–30.0 of 30.0 s")
        for _ in 0..<12 { try await console.press("+") }
        console.expectRow("14.9–15.1 of 30.0 s")
    }

    @Test("The strip draws what is in the window: a beat where there is one, a level line where there is none")
    func drawsTheWindow() throws {
        var values = [Float](repeating: 0, count: 2_000)
        for index in stride(from: 1_000, to: 2_000, by: 100) { values[index] = 1 }
        let trace = try #require(VoltageTrace(millivolts: values, hertz: 100))
        let quiet = trace.points(from: 0, to: 9).compactMap { $0?.y }
        #expect(quiet.max() == 0)
        #expect(trace.points(from: 9, to: 11).compactMap { $0?.y }.max() == 1)
    }

    @Test("The extents of a long trace are those of its voltages, and cost no look at each of them")
    func extents() throws {
        let count = 3_000_000
        let values = (0..<count).map { Float(($0 * 7_919) % 10_007) / 10_007 }
        let trace = try #require(VoltageTrace(millivolts: values, hertz: 512))
        for range in [0..<1, 5..<40, 31..<33, 1_000..<70_000, 0..<count, 2_999_990..<3_000_100] {
            let part = values[range.clamped(to: 0..<count)]
            let extent = try #require(trace.extent(range))
            #expect(extent.low == part.min() && extent.high == part.max(), "\(range)")
        }
        #expect(trace.extent(7..<7) == nil)
        #expect(trace.points(from: 0, to: trace.length).count <= 1_600)
    }

    @Test("One jolt of the arm does not flatten the neighbouring beats")
    func rangeIsUsual() throws {
        var values = TestStore.heart().map { Float($0 / 1_000) }
        values[5_000] = 40
        let trace = try #require(VoltageTrace(millivolts: values, hertz: 512))
        #expect(trace.range == -0.5...1)
    }

    @Test("A recording with a single voltage, or without a heartbeat, is described and drawn without errors")
    func shortStrip() async throws {
        let store = TestStore()
        try store.electrocardiogram(microvolts: [5])
        let console = try await Console.record("electrocardiogram", store)
        console.expectRow("1, 0.0 s")
        for key: Key in ["l", "+", "-", "A", "h", "t", "t", .left] { try await console.press(key) }
        console.expectRow("Sinus rhythm")
        #expect(VoltageTrace(millivolts: [], hertz: 512) == nil)
        #expect(VoltageTrace(millivolts: [1], hertz: 0) == nil)
    }

    @Test("The symptoms of an electrocardiogram are named, and Enter opens them")
    func symptoms() async throws {
        let store = TestStore()
        let sample = try store.electrocardiogram(symptoms: .present)
        let symptom = try HKCategorySample(
            validating: HKCategoryType(.fatigue),
            value: HKCategoryValueSeverity.mild.rawValue,
            start: sample.startDate,
            end: sample.startDate
        )
        try store.save([symptom], from: TestStore.watch)
        try store.store.database().write { try $0.associate(symptoms: [symptom], with: sample) }
        let console = try await Console.record("electrocardiogram", store)
        console.expectRow("Fatigue, Mild")
        try await console.press("j", "j", "j").press(.enter)
        console.expectRow("60 BPM › Mild")
    }

    @Test("The voltages are saved as the Health app writes them")
    func savesVoltages() async throws {
        let store = TestStore()
        try store.electrocardiogram(microvolts: [1, -2.5, 3])
        let console = try await Console.record("electrocardiogram", store)
        while !console.cursorRow.contains("CSV") { try await console.press("j") }
        try await console.press(.enter)
        let target = FileManager.default.temporaryDirectory.appendingPathComponent("ecg-\(UUID().uuidString).csv")
        defer { try? FileManager.default.removeItem(at: target) }
        try await console.press(.control("u")).type(target.path).press(.enter)
        console.expectRow("saved ")
        let lines = try String(contentsOf: target, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(lines.contains("Sample Rate,512 hertz"))
        #expect(Array(lines.suffix(3)) == ["1", "-2.5", "3"])
    }

    @Test("The longest line that fits completely is below a strip and a tachogram")
    func captions() async throws {
        let store = TestStore()
        try store.electrocardiogram()
        let console = try await Console.record("electrocardiogram", store, width: 40, height: 10)
        try await console.press("+")
        console.expectRow(" of 30.0 s, dots 0.2 s x 0.5 mV")
        console.expectNone("(5 mm")
    }
}
