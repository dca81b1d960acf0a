import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiFacts
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// The pages of health records, and the FHIR in them.
@Suite struct HealthRecordPageTests {
    @Test("Health records are listed by what they are, results of one test as one line with how they went")
    func listsByTest() async throws {
        let store = TestStore()
        try store.labResults()
        try store.clinicalRecord("Blood type", identifier: "b", json: "{\"valueString\":\"A\"}")
        let console = try await Console.start(store.environment())
        try await console.press(":").type("lab results").press(.enter)
        console.expectRow("4 records of 2 kinds")
        #expect(console.words.contains("HbA1c ! 6.8 % "), "out of range, and marked")
        try await console.press("j").press(.enter)
        console.expectRow("HbA1c   6.8 %")
        try await console.press(.escape, "L")
        console.expectRow("4 samples")
    }

    @Test("A lab result shows its value, the usual range, earlier results, and its FHIR line by line")
    func labResult() async throws {
        let store = TestStore()
        try store.labResults()
        let console = try await Console.record("lab results", store)
        console.expectRow("HbA1c   6.8 %   Mon 2 Mar 2026")
        console.expectRow("! above 6 %")
        console.expectRow("! 6.8 %")
        console.expectRow("4 to 6 %")
        console.expectRow("4548-4 of LOINC")
        console.expectRow("Fri 1 Mar 2024    5.1 %")
        try await console.press("t", "G")
        console.expectRow("\"resourceType\": \"Observation\",")
        try await console.press("g")
        while !console.cursorRow.contains("Mar 2024") { try await console.press("j") }
        try await console.press(.enter)
        console.expectRow("HbA1c   5.1 %   Fri 1 Mar 2024")
    }

    @Test(
        "FHIR that is no JSON, is empty or of another shape is shown as far as it goes",
        arguments: [
            "{\"code\": [1, 2], \"valueQuantity\": \"x\", \"referenceRange\": [{}], \"note\": 3}", "no JSON at <all>",
            "",
            "[1, 2]", "{\"effectiveDateTime\":\"2026-13-45T99:99\"}", "{\"valueQuantity\":{\"value\":1e400}}", "\"",
        ]
    )
    func badFHIR(json: String) async throws {
        let store = TestStore()
        try store.clinicalRecord("Odd", identifier: "odd", json: json)
        let console = try await Console.record("lab results", store)
        console.expectRow("Odd")
        console.expectRow("Where it is from")
    }

    @Test("JSON is broken into lines in its own order, and its numbers stay as they were spelled")
    func jsonLines() throws {
        let lines = try #require(JSONLines.lines(Data("{\"b\":1.50,\"a\":[true,{\"x\":\"y, {z\\\"\"}]}".utf8)))
        #expect(
            lines.map { String(repeating: " ", count: $0.depth) + $0.text } == [
                "{", " \"b\": 1.50,", " \"a\": [", "  true,", "  {", "   \"x\": \"y, {z\\\"\"", "  }", " ]", "}",
            ]
        )
        #expect(JSONLines.lines(Data("{".utf8)) == nil)
        let long = try #require(JSONLines.lines(Data("[\"\(String(repeating: "a", count: 9_000))\"]".utf8)))
        #expect(long[1].text.count < 2_100)
    }

    @Test("A resource of any length has a page that ends, and says that the file has the rest")
    func longFHIR() async throws {
        let store = TestStore()
        let json = "[" + (0..<20_000).map { "\"\($0)\"" }.joined(separator: ",") + "]"
        let record = try store.clinicalRecord("Long", identifier: "long", json: json)
        let environment = store.environment()
        let reader = RecordReader(.person(store.person), dates: environment.dates, samples: environment.samples)
        let page = try #require(try reader.page(record.uuid))
        #expect(page.rows.count < 5_100)
        #expect(page.rows.contains { $0.text.contains("15,002 lines more") })
        let console = try await Console.record("lab results", store)
        try await console.press("G")
        console.expectRow("UUID")
    }
}
