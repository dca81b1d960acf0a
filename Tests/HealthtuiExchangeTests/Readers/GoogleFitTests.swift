import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Files of Google Fit in Google's export: which of them count, and what becomes of them.
@Suite struct GoogleFitTests {
    private let store: ForeignFiles
    private static let noon: Int64 = 1_743_162_000

    init() throws { store = try ForeignFiles() }

    /// A stream, with values of a minute each.
    static func stream(_ type: String, _ source: String, _ values: [String], from start: Int64 = noon) -> String {
        let points = values.enumerated()
            .map { index, value in
                let (from, to) = (start + 60 * Int64(index), start + 60 * Int64(index) + 60)
                return """
                    {"fitValue": [{"value": \(value)}], "originDataSourceId": "raw:x", "endTimeNanos": \(to)000000000,
                     "dataTypeName": "\(type)", "startTimeNanos": "\(from)000000000"}
                    """
            }
        return "{\"Data Source\": \"\(source)\", \"Data Points\": [\(points.joined(separator: ", "))]}"
    }

    private static let merged = "derived:com.google.step_count.delta:com.google.android.gms:merge_step_deltas"
    private static let steps = "com.google.step_count.delta"

    @Test("A merged stream comes in, also in a folder that is called something else; those beside it are counted")
    func merged() throws {
        let values = ["{\"intVal\": 50}", "{\"intVal\": 0}", "{\"intVal\": 70}"]
        let files = [
            (
                "Takeout/Google Fit/Alle Daten/a.json",
                Self.stream(Self.steps, "raw:\(Self.steps):Maker:Phone:1", values)
            ),
            ("Takeout/Google Fit/Alle Daten/b.json", Self.stream(Self.steps, Self.merged, values)),
            ("Takeout/archive_browser.html", "<html></html>"),
        ]
        let summary = try store.run(files)
        #expect(summary.outcome == .complete)
        #expect(try store.values(.stepCount, "count") == [50, 70])
        let first = try #require(try store.quantities(.stepCount).first)
        #expect(ForeignFiles.text(first.startDate) == "2025-03-28T11:40:00Z")
        #expect(first.endDate.timeIntervalSince(first.startDate) == 60)
        #expect(first.sourceRevision.source.bundleIdentifier == "file:google-fit")
        #expect(summary.left("com.google.step_count.delta: values that the merged stream has") == 3)
        #expect(summary.left("com.google.step_count.delta: values of zero") == 1)
        for again in [try store.run(files), try store.run(store.unpacked(files))] {
            #expect(again.added == 0)
            #expect(again.counts[.records].duplicate == 2)
        }
    }
}
