import Foundation
import Glibc
import Testing
import WaitTesting

/// A live workout in a real terminal, fed by a simulated watch, whose console is killed on the way.
@Suite(.serialized, .enabled(if: Tmux.isThere && OwnHome.isThere, "needs tmux and mount namespaces"))
struct LiveWorkoutJourneyTests {
    @Test(
        "Start, be fed, pause, lap, be killed, recover, end, look: at 80x24 and at 40x10",
        arguments: [Tmux.Size(80, 24), Tmux.Size(40, 10)]
    )
    func journey(size: Tmux.Size) async throws {
        let folder = try ScratchFolder()
        let store = folder.path("live.store")
        try Program.allowUnattended(folder.path(".config"))
        let person = try Program.run("healthtui", ["profile", "--set", "dateOfBirth=1986-05-01", "--store", store])
        #expect(person.status == 0, "\(person.output)")
        let tmux = Tmux(folder)
        defer { tmux.end() }
        let command = "\(Program.path("healthtui")) --store \(store)"
        let console = try tmux.open("console", size, command)
        try await console.wait(for: "Welcome")

        // Start.
        try console.press("7")
        try await console.wait(for: "no workouts yet")
        try console.press("s")
        try await console.wait(for: "Hiking")
        try console.press("Enter")
        try await console.wait(for: "running")

        // Another process feeds it.
        let simulation = "simulate workout --minutes 900 --speed 20x --yes --json --store \(store)"
        let words = try OwnHome.words(["\(Program.path("healthtui")) \(simulation)"], home: folder.root.path)
        let wrapped = words.dropLast().map { "'\($0)'" } + words.suffix(1)
        let watch = try tmux.open("watch", Tmux.Size(80, 24), wrapped.joined(separator: " "))
        try await console.wait(for: "BPM")
        try await console.wait(for: " km")
        try await console.wait(for: "Simulated Watch")

        // Pause, go on, lap.
        try console.press("Space")
        try await console.wait(for: "paused")
        try console.press("Space")
        try await console.wait(for: "running")
        try console.press("L")
        try await console.wait(for: "lap 2")

        // The console is killed; another one continues the workout.
        try await kill(console)
        let again = try tmux.open("again", size, command)
        // It says so, and how to go on, at every size.
        try await again.wait(for: "7 s goes on with a workout left")
        try again.press("7")
        // At 40 columns the tab has no room for its whole name.
        try await again.wait(for: "no workouts yet")
        try again.press("s")
        try await again.wait(for: "running")
        try await again.wait(for: " km")
        try await again.wait(for: "lap 2")

        // End it and open its page; the watch adds the route, which needs some locations.
        try await waitForHeartRates(4, store)
        try again.press("E")
        try await again.wait(for: "keep it?")
        try again.press("y")
        try await watch.wait(for: "\"fed\":true")
        let page = try await again.wait(for: size.height > 10 ? "zone 5" : "zones  z")
        #expect(page.contains("BPM") || size.height <= 10)
        try again.press("l")
        // At 40 columns there may be no room for how many places it has.
        try await again.wait(for: size.height > 10 ? " place" : "up ")
        #expect(try again.screen().unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
        try again.press("e")
        try await again.wait(for: "Lap")
        try again.press("Q")
        try await again.waitUntilGone()

        let reported = try Program.run("healthtui", ["workout", "latest", "--json", "--store", store])
        let workout = try #require(
            try JSONSerialization.jsonObject(with: Data(reported.output.utf8)) as? [String: Any],
            "\(reported.output)"
        )
        #expect((workout["routePlaces"] as? Int).map { $0 > 1 } == true)
        #expect((workout["zones"] as? [Any])?.count == 5)
        let events = try #require(workout["events"] as? [[String: Any]]).compactMap { $0["type"] as? String }
        #expect(Set(events).isSuperset(of: ["pause", "resume", "lap"]))
        let samples = try #require(workout["samples"] as? [String: Int])
        #expect(samples["HKQuantityTypeIdentifierHeartRate"].map { $0 > 0 } == true)
        let doctor = try Program.run("healthtui", ["doctor", "--store", store])
        #expect(doctor.status == 0, "\(doctor.output)")
    }

    /// Waits until so many heart rates are stored: the watch notes a place with each.
    private func waitForHeartRates(_ count: Int, _ store: String) async throws {
        var output = ""
        let areThere = try await eventually("\(count) heart rates", seconds: 120, every: .milliseconds(200)) {
            output = try Program.run("healthtui", ["samples", "heartRate", "--jsonl", "--store", store]).output
            return output.split(separator: "\n").count >= count
        }
        if !areThere { throw Tmux.Failure(description: "too few samples:\n\(output)") }
    }

    /// Kills the program of a window.
    private func kill(_ window: Tmux.Window) async throws {
        let shell = try window.tmux.run(["list-panes", "-t", window.name, "-F", "#{pane_pid}"])
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let child = try Program.run(path: "/bin/sh", ["-c", "cat /proc/\(shell)/task/\(shell)/children"]).output
        let process = try #require(child.split(separator: " ").first.flatMap { pid_t($0) }, "\(child)")
        Glibc.kill(process, SIGKILL)
        try await window.waitUntilGone()
    }
}
