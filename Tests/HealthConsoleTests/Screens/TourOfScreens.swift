import Foundation
import HealthConsole
import HealthKit
import TerminalUI
import Testing

@Test func dumpScreens() async throws {
    let environment = try TestStore.filled().environment()
    for (w, h) in [(80, 24), (40, 10)] {
        let c = try await Console.start(environment, width: w, height: h)
        func show(_ n: String) { print("=== \(n) \(w)x\(h)\n" + c.text) }
        show("summary")
        try await c.press(.enter); show("chart steps")
        try await c.press("s"); show("chart sources")
        try await c.press("t"); show("table")
        try await c.press("s", "t", "Y"); show("year")
        try await c.press("D"); show("day")
        try await c.press("W"); show("week")
        try await c.press("A"); show("all")
        try await c.press("2"); show("browse")
        try await c.press("l"); show("sources")
        try await c.press(.enter); show("source")
        try await c.press("q", "l"); show("devices")
        try await c.press("l", "/").type("hea"); show("filter")
        try await c.press(.enter, .enter); show("hr chart")
        try await c.press(.enter); show("hr all")
        try await c.press(.enter); show("sample")
        try await c.press("d"); show("delete")
        try await c.press("n", "2", "2").press("/").type("sleep").press(.enter, .enter); show("sleep")
        try await c.press("D"); show("sleep day")
        try await c.press("2", "/").type("bp").press(.enter, .enter); show("bp")
        try await c.press("2", "/").type("weight").press(.enter, .enter); show("weight")
        try await c.press("3"); show("add")
        try await c.type("blood pr").press(.enter); show("add bp")
        try await c.type("80").press(.tab).type("90").press(.control("s")); show("add bp err")
        try await c.press(.escape); show("ask")
        try await c.press("y").press(.escape).type("steps").press(.enter); show("add steps")
        try await c.press(.escape, .escape, .escape).press("4"); show("apps")
        try await c.press("5"); show("src")
        try await c.press(.enter); show("order")
        try await c.press("6"); show("import")
        try await c.press(.escape, "?"); show("help")
    }
}
