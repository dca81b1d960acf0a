import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiExchange
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Synchronization
import Testing

/// Sources and devices that are marked, and what is done with several of them.
@Suite("Marked sources and devices") struct OriginMarkTests {
    /// The list of sources, in the section of sources or among everything there is.
    private func sources(_ store: TestStore, in tab: Key) async throws -> Console {
        let console = try await Console.start(store.environment())
        try await console.press(tab, "l")
        console.expectRow("Identifier")
        return console
    }

    @Test(
        "What is marked is counted, and its data deleted in one step that u takes back",
        arguments: ["2", "5"] as [Key]
    )
    func deletes(tab: Key) async throws {
        let store = try TestStore.filled()
        let before = try store.person.sources()
        let console = try await sources(store, in: tab)
        try await console.press(.space, .space)
        let first = console.expectRow("2 marked")
        #expect(first.contains("samples") && first.contains("types"), "\(first)")
        try await console.press("d")
        console.expectRow("Delete all data from 2 sources")
        try await console.press("y")
        let left = try store.person.sources()
        #expect(left.count == before.count - 2)
        let deleted = before.filter { source in !left.contains { $0.source == source.source } }
        let count = deleted.reduce(0) { $0 + $1.count }
        console.expectRow("deleted \(count.formatted(.number.locale(Locale(identifier: "en_GB")))) samples")
        console.expectNone("marked")
        #expect(try store.person.steps().map(\.kind) == [.delete], "one step")
        try await console.press("u", "y")
        #expect(try store.person.sources() == before)
    }

    @Test("Without a mark it is the one under the cursor, by its name; a console that only looks deletes nothing")
    func deletesOne() async throws {
        let store = try TestStore.filled()
        let console = try await sources(store, in: "5")
        try await console.press("G", "d")
        console.expectRow("Delete all data from ")
        console.expectNone("Delete all data from 1 source")
        try await console.press("n")
        #expect(try store.person.steps().isEmpty)
        let looking = try await Console.start(store.environment(isReadOnly: true))
        try await looking.press("5", "l", .space, "d")
        looking.expectRow("only reads")
        #expect(try store.person.steps().isEmpty)
    }

    @Test("n and N go from mark to mark, v marks all between, M and Esc unmark, and another list has none")
    func marks() async throws {
        let console = try await sources(TestStore.filled(), in: "5")
        let names = try ["My Watch", "My iPhone", "Polar Flow", "Health"]
            .map { name in
                try #require(console.screen.rows.first { $0.contains(name) })
            }
        #expect(names.count == 4)
        let first = console.cursorRow
        try await console.press(.space, "G")
        let last = console.cursorRow
        try await console.press("n")
        #expect(console.screen.rows.first { $0.hasPrefix("*") }?.dropFirst() == first.dropFirst())
        try await console.press("G", "v")
        console.expectRow("4 marked")
        #expect(last != first)
        try await console.press("M")
        console.expectNone("marked ")
        try await console.press(.space, .escape)
        console.expectNone("1 marked")
        try await console.press("g", .space, "l", "h")
        console.expectNone("1 marked")
    }

    @Test("Actions on marked rows include those hidden by a filter")
    func filtered() async throws {
        let store = try TestStore.filled()
        let console = try await sources(store, in: "2")
        try await console.press("/").type("polar").press(.enter, .space, .escape)
        console.expectRow("1 marked")
        try await console.press("/").type("watch").press(.enter, .space)
        console.expectRow("2 marked")
        try await console.press("d", "y")
        #expect(try store.person.sources().map(\.source.name).sorted() == ["Health", "My iPhone"])
    }

    @Test("x exports what the marked sources recorded, and nothing else")
    func exports() async throws {
        let store = try TestStore.filled()
        var environment = store.environment()
        let requests = Mutex<[ExportRequest]>([])
        environment.exportFile = { _, request in
            requests.withLock { $0.append(request) }
            throw CancellationError()
        }
        let console = try await Console.start(environment)
        try await console.press("5", "l", "/").type("polar").press(.enter, .space, "x")
        console.expectRow("Only what was recorded by Polar Flow")
        try await console.type("/tmp/polar-of-a-test.zip").press(.enter)
        #expect(requests.withLock { $0.map(\.selection.sources) } == [["fi.polar.flow"]])
    }

    @Test("Devices are marked and deleted in the same way; exports do not choose by them")
    func devices() async throws {
        let store = try TestStore.filled()
        let strap = HKDevice(
            name: "H10",
            manufacturer: "Polar",
            model: "H10",
            hardwareVersion: nil,
            firmwareVersion: nil,
            softwareVersion: nil,
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )
        let rate = HKUnit.count().unitDivided(by: .minute())
        try store.save([try store.quantity(.heartRate, 150, rate, 2, 9, device: strap)], from: TestStore.polar)
        let before = try store.person.devices()
        let console = try await Console.start(store.environment())
        try await console.press("5", "l", "l", .space, .space)
        console.expectRow("2 marked")
        try await console.press("x")
        console.expectRow("2 marked")
        try await console.press("d")
        console.expectRow("Delete all data from 2 devices")
        try await console.press("y")
        #expect(try store.person.devices().isEmpty)
        try await console.press("u", "y")
        #expect(try store.person.devices() == before)
    }
}
