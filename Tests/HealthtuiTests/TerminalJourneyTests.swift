import Foundation
import ProgramTesting
import Testing

/// The whole way in a real terminal: tmux runs the console, types keys and reads the screen.
@Suite(.serialized, .enabled(if: Tmux.isThere, "needs tmux"))
struct TerminalJourneyTests {
    @Test(
        "Import, find, chart, look, add, deny: at 80x24 and at 40x10",
        arguments: [Tmux.Size(80, 24), Tmux.Size(40, 10)]
    )
    func journey(size: Tmux.Size) async throws {
        let folder = try ScratchFolder()
        let store = folder.path("journey.store")
        let export = folder.path("export.xml")
        try Data(Self.export.utf8).write(to: URL(fileURLWithPath: export))
        let tmux = Tmux(folder)
        defer { tmux.end() }
        let console = try tmux.open("console", size, "\(Program.path("healthtui")) --store \(store)")
        try await console.wait(for: "Welcome")

        // Import.
        try console.press("6")
        try await console.wait(for: "File")
        // Bit by bit: so much text at once, with a key behind it, is taken for a paste.
        var rest = export[...]
        while !rest.isEmpty {
            let bit = String(rest.prefix(10))
            rest = rest.dropFirst(10)
            try console.type(bit)
            try await console.wait(for: bit)
        }
        try console.press("Enter")
        try await console.wait(for: "Records")

        // Find heart rate by typing, its month chart, a sample's detail.
        try console.press("2")
        try await console.wait(for: "Steps")
        try console.type("/hea")
        try await console.wait(for: "/hea")
        try await console.wait(for: "Heart Rate")
        try console.press("Enter", "Enter")
        try console.press("M")
        try await console.wait(for: "[M]")
        try console.press("L")
        try await console.wait(for: "All Data")
        // The row itself, of the newest of twenty days.
        try await console.wait(for: " 75 ")
        try console.press("Enter")
        try await console.wait(for: "75 BPM")
        try await console.wait(for: "Source")
        if size.height > 10 {
            let detail = try await console.wait(for: "Device")
            #expect(detail.contains("Watch"))
            #expect(detail.contains("sedentary") || detail.contains("Sedentary"))
        }

        // Add a body mass of 70 kg and see it in the list.
        for _ in 0..<4 { try console.press("Escape") }
        try console.press("3")
        try await console.wait(for: "What do you want to add?")
        try console.type("/weight")
        try await console.wait(for: "/weight")
        try console.press("Enter", "Enter")
        try await console.wait(for: "Value")
        try console.type("70 kg")
        try await console.wait(for: "70 kg")
        try console.press("C-s")
        try await console.wait(for: "saved")
        let weights = try Program.run("healthtui", ["samples", "bodyMass", "--json", "--store", store])
        #expect(weights.output.contains("\"value\":70"))

        // An app asks; the person denies reading and lets it save.
        // Out of the form before it asks: on the sheet Escape would mean "later".
        try await console.press("Escape", until: "Q quits")
        // Escape's message stays for the reading time, even if keys are pressed.
        try await console.press("1", until: "? help")
        let app = try tmux.open("app", size, "HEALTHKIT_STORE=\(store) \(Program.path("stepdemo"))")
        try await console.wait(for: "would like to access")
        // The sheet takes keys once its hints show: none that were on their way answer it.
        try await console.wait(for: "y allow")
        if size.height > 10 {
            // Down to Steps, over to share, on; then allow the enabled ones.
            try console.press("Down", "Tab", "Space", "y")
        } else {
            try console.press("n")
        }
        try await app.wait(for: "Step samples I can see")
        let seen = try await app.wait(for: "heart rate to see")
        #expect(seen.contains(size.height > 10 ? "I can see: 1, from" : "I can see: 0"))
        #expect(!seen.contains("Phone"))
        let grants = try Program.run("healthtui", ["permissions", "local.stepdemo", "--json", "--store", store])
        #expect(grants.output.contains("\"read\":false"))
        #expect(!grants.output.contains("\"read\":true"))

        // Any size, then the end: the terminal comes back.
        try console.resize(Tmux.Size(20, 5))
        try console.resize(Tmux.Size(1, 1))
        try console.resize(size)
        try console.press("4")
        try await console.wait(for: "stepdemo")
        try console.press("Q")
        try await console.waitUntilGone()
    }

    @Test("An app that is killed while its sheet is up takes the sheet with it")
    func killedApp() async throws {
        let folder = try ScratchFolder()
        let store = folder.path("killed-app.store")
        let tmux = Tmux(folder)
        defer { tmux.end() }
        let console = try tmux.open("console", Tmux.Size(80, 24), "\(Program.path("healthtui")) --store \(store)")
        try await console.wait(for: "Welcome")
        let app = try tmux.open("app", Tmux.Size(80, 24), "HEALTHKIT_STORE=\(store) \(Program.path("stepdemo"))")
        try await console.wait(for: "would like to access")
        try await app.wait(for: "waiting for your answer")
        // The program is the shell's one child.
        let shell = try tmux.run(["display-message", "-p", "-t", "app", "#{pane_pid}"])
        let pid = shell.trimmingCharacters(in: .whitespacesAndNewlines)
        let children = try String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
        let child = try #require(children.split(separator: " ").first.flatMap { Int32($0) })
        kill(child, SIGKILL)
        try await app.waitUntilGone()
        try await console.wait(for: "has ended; what it asked for waits among the apps")
        try await console.wait(for: "Welcome")
        try console.press("Q")
        try await console.waitUntilGone()
    }

    @Test("Killed during an import, the store opens, holds whole transactions, and the import completes")
    func killed() throws {
        let folder = try ScratchFolder()
        let store = folder.path("killed.store")
        let export = folder.path("big.xml")
        try Data(Self.bigExport(records: 300_000).utf8).write(to: URL(fileURLWithPath: export))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path("healthtui"))
        process.arguments = ["import", export, "--store", store, "--json"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.start()
        var partial = 0
        while partial == 0, process.isRunning {
            partial = try count(store)
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let kept = try count(store)
        #expect(kept >= partial)
        let doctor = try Program.run("healthtui", ["doctor", "--store", store])
        #expect(doctor.status == 0, "\(doctor.output)")
        let again = try Program.run("healthtui", ["import", export, "--store", store, "--json"])
        #expect(again.status == 0)
        #expect(
            again.output.contains("\"read\":300000,\"taken\":300000,\"added\":\(300_000 - kept),\"duplicate\":\(kept)")
        )
        #expect(try count(store) == 300_000)
    }

    /// How many heart rate samples a store has.
    private func count(_ store: String) throws -> Int {
        guard FileManager.default.fileExists(atPath: store) else { return 0 }
        let types = try Program.run("healthtui", ["types", "--json", "--store", store])
        guard let data = types.output.data(using: .utf8),
            let rows = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        else { return 0 }
        return rows.compactMap { $0["samples"] as? Int }.reduce(0, +)
    }

    private static func record(_ type: String, _ unit: String, _ value: String, _ time: String, _ rest: String = "/>")
        -> String
    {
        " <Record type=\"\(type)\" sourceName=\"Anna’s Watch\" sourceVersion=\"11.1\" "
            + "device=\"&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, model:Watch, hardware:Watch6,1&gt;\" unit=\"\(unit)\" "
            + "creationDate=\"\(time)\" startDate=\"\(time)\" endDate=\"\(time)\" value=\"\(value)\"\(rest)\n"
    }

    private static let export: String = {
        var text = "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_US\">\n"
        for day in 1...20 {
            let time = "2026-11-\(day < 10 ? "0" : "")\(day) 09:30:00 +0000"
            text += record(
                "HKQuantityTypeIdentifierHeartRate",
                "count/min",
                "\(55 + day)",
                time,
                ">\n  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"1\"/>\n </Record>"
            )
            text += record("HKQuantityTypeIdentifierStepCount", "count", "\(day * 100)", time)
        }
        return text + "</HealthData>\n"
    }()

    private static func bigExport(records: Int) -> String {
        var text = "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_US\">\n"
        text.reserveCapacity(records * 320)
        for index in 0..<records {
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            let day = index / 86_400
            let time =
                "2026-01-\(two(1 + day)) \(two(index / 3_600 % 24)):\(two(index / 60 % 60)):\(two(index % 60)) +0000"
            text += record("HKQuantityTypeIdentifierHeartRate", "count/min", "\(50 + index % 90)", time)
        }
        return text + "</HealthData>\n"
    }
}
