import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// What has no room is said in fewer words or not at all.
@Suite struct WholeWordsTests {
    @Test("The summary at 40 columns cuts no word: notes are shorter, or omitted, and rings have no bars")
    func summary() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment(), width: 40, height: 10)
        #expect(console.expectRow("Steps").hasSuffix("13:30"))
        #expect(console.expectRow("Heart Rate").contains("latest 85"))
        #expect(console.expectRow("Sleep").contains("until "))
        console.expectNone("…")
        for width in 40...79 {
            try await console.resize(width: width, height: 10)
            #expect(
                !console.text.contains("until …") && !console.text.contains("yesterda…"),
                "\(width):\n\(console.text)"
            )
        }
    }

    @Test("The table of a chart leaves “so far” out where it has no room")
    func tableOfAChart() async throws {
        let console = try await Console.start(TestStore.filled().environment(), width: 40, height: 10)
        try await console.press(":").type("steps").press(.enter, "t")
        #expect(console.cursorRow.contains("Sat 21 Nov  "), "\(console.text)")
        let wide = try await Console.start(TestStore.filled().environment(), width: 80, height: 24)
        try await wide.press(":").type("steps").press(.enter, "t")
        #expect(wide.cursorRow.contains("Sat 21 Nov so far  "), "\(wide.text)")
        for width in 40...60 {
            try await console.resize(width: width, height: 10)
            let row = console.cursorRow
            #expect(row.contains("Sat 21 Nov  ") || row.contains("Sat 21 Nov so far  "), "\(width):\n\(console.text)")
        }
    }

    @Test("The counted and the omitted parts of a source add up as shown")
    func sumsAddUp() throws {
        let unit = ValueUnit(HKQuantityType(.stepCount), locale: Locale(identifier: "en_GB"))
        let (all, counted) = (2_053.2, 831.4)
        #expect(unit.text(all) == "2,053" && unit.text(counted) == "831")
        #expect(unit.text(unit.shown(all) - unit.shown(counted)) == "1,222")
        // The difference itself would be another number than that of the two that are read.
        #expect(unit.text(all - counted) == "1,221")
        let weight = ValueUnit(HKQuantityType(.bodyMass), locale: Locale(identifier: "de_DE"))
        #expect(weight.shown(70.26) == 70.3)
    }

    @Test("The form shows how a number was understood, if that differs from the typed text")
    func understoodNumbers() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press("3", "/").type("weight").press(.enter, .enter).type("70,5")
        #expect(console.expectRow("Value").contains("70.5 kg"))
        try await console.press(.backspace, .backspace)
        #expect(!console.expectRow("Value").contains("70 kg"))
        try await console.press(.control("u")).type("11 st")
        #expect(console.expectRow("Value").contains("69.853"), "\(console.text)")
        try await console.press(.control("u")).type("heavy")
        #expect(!console.expectRow("Value").contains("NaN"))
    }

    @Test("A source without a name is labelled as such wherever sources appear")
    func namelessSource() async throws {
        let store = TestStore()
        let nameless = HKSourceRevision(source: HKSource(name: "", bundleIdentifier: "import:"), version: nil)
        try store.save([try store.quantity(.stepCount, 100, .count(), 0, 9, length: 60)], from: nameless)
        try store.save([try store.quantity(.stepCount, 50, .count(), 0, 11, length: 60)], from: TestStore.watch)
        let console = try await Console.start(store.environment())
        try await console.press("2", "l")
        #expect(console.expectRow("import:").contains("no name"))
        try await console.press(":").type("steps").press(.enter, "w")
        console.expectRow("no name")
        try await console.press("o")
        console.expectRow("no name")
        try await console.press(.escape, .escape, "L")
        console.expectRow("no name")
    }

    @Test("Devices are named by their kind, not by a bare number, and no fact about them is repeated")
    func devices() {
        let scale = HKDevice(
            name: "Body+",
            manufacturer: "Withings",
            model: "WBS05",
            hardwareVersion: "5",
            firmwareVersion: nil,
            softwareVersion: "2251",
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )
        #expect(DevicePhrase.name(scale) == "Body+")
        #expect(DevicePhrase.version(scale) == "WBS05, hardware 5, software 2251")
        #expect(DevicePhrase.rest(scale) == "Withings")
        #expect(DevicePhrase.name(TestStore.watchDevice) == "Watch6,1")
        #expect(DevicePhrase.version(TestStore.watchDevice) == "Watch6,1, software 11.1")
        #expect(DevicePhrase.rest(TestStore.watchDevice) == "Apple Inc.")
    }

    @Test("Help gives what a key does the room that the keys and their places leave")
    func help() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press(":").type("steps").press(.enter, "?")
        console.expectRow("Show the samples of the bar that is read")
        try await console.type("compare")
        console.expectRow("Compare with the time before, or no longer")
    }

    @Test("A long notice takes as many lines as it needs, and its end is read")
    func longNotice() async throws {
        let console = try await Console.start(TestStore.filled().environment(), width: 40, height: 10)
        try await console.press(":").type("weight").press(.enter, .left, .enter)
        #expect(
            console.screen.rows.suffix(2).map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
                .contains("L shows all data"),
            "\(console.text)"
        )
        console.expectNone("data…")
        try await console.press(.right)
        console.expectNone("L shows all data")
    }

    @Test("An axis of things that are counted has no halves")
    func wholeTicks() async throws {
        let console = try await Console.start(TestStore.withTwoHours().environment())
        try await console.press(":").type("stand hours").press(.enter)
        console.expectRow(" 2 ·")
        console.expectNone("0.5")
        console.expectNone("1.5")
    }

    @Test("What there is to add is asked in whole words at every width")
    func adding() async throws {
        let console = try await Console.start(TestStore.filled().environment(), width: 40, height: 10)
        try await console.press("3")
        #expect(console.screen.rows[1].hasSuffix("What do you want to add?"), "\(console.text)")
        try await console.resize(width: 80, height: 24)
        console.expectRow("What do you want to add?  / finds it by name")
    }

    @Test("A line of facts keeps the first of them whole")
    func facts() {
        #expect(Line("600 kcal, 30 min, 12 h").firstFacts(to: 17)?.text == "600 kcal, 30 min")
        #expect(Line("600 kcal, 30 min, 12 h").firstFacts(to: 12)?.text == "600 kcal")
        #expect(Line("600 kcal, 30 min, 12 h").firstFacts(to: 7) == nil)
        #expect(Line("Watch · Apple Inc.").firstFacts(to: 8)?.text == "Watch")
        #expect(Line("1,204 samples").firstFacts(to: 8) == nil)
    }
}

extension TestStore {
    /// A store with two hours of standing today.
    fileprivate static func withTwoHours() throws -> TestStore {
        let store = TestStore()
        let type = HKCategoryType(.appleStandHour)
        let hours = [9.0, 10]
            .map { hour in
                HKCategorySample(
                    type: type,
                    value: HKCategoryValueAppleStandHour.stood.rawValue,
                    start: time(0, hour),
                    end: time(0, hour + 1)
                )
            }
        try store.save(hours, from: watch)
        return store
    }
}
