import HealthKit
import HealthtuiFacts
import RandomTesting
import Testing

/// What a model may get wrong, and what somebody may have told it to try.
@Suite struct AssistantArgumentTests {
    private typealias Column = TotalsTable.Column

    private static let world = AssistantWorld([
        .steps(from: "2026-11-01", (0..<28).map { Double(5_000 + $0) }),
        .sleep("sleep", from: "2026-11-01", (0..<27).map { _ in 7.5 }),
    ])

    private static let wrong: [(AssistantTool, String)] = [
        (.daily, "{}"), (.daily, #"{"types": []}"#), (.daily, #"{"types": 3}"#), (.daily, #"{"types": [3]}"#),
        (.daily, #"{"types": ["1","2","3","4","5","6","7","8","9"]}"#), (.daily, "[]"), (.daily, #""steps""#),
        (.daily, #"{"types": ["steps"], "zone": "Asia/Tokyo"}"#),
        (.daily, #"{"types": ["steps"], "source": "Watch"}"#),
        (.daily, #"{"types": ["steps"], "filter": "value > 3"}"#),
        (.daily, #"{"types": ["steps"], "first_day": "2026-11-28T10:00"}"#),
        (.daily, #"{"types": ["steps"], "first_day": "2026-11-28T00:00+09:00"}"#),
        (.daily, #"{"types": ["steps"], "first_day": "last week"}"#),
        (.daily, #"{"types": ["steps"], "first_day": 7}"#),
        (.daily, #"{"types": ["steps"], "first_day": "2026-11-20", "last_day": "2026-11-10"}"#),
        (.daily, #"{"types": ["steps"], "first_day": "2027-01-01"}"#),
        (.daily, #"{"types": ["steps"], "first_day": "1990-01-01", "last_day": "1990-02-01"}"#),
        (.daily, #"{"types": ["steps"], "last_day": "7d"}"#), (.daily, #"{"types": ["steps"], "by": "hour"}"#),
        (.daily, #"{"types": ["steps"], "at_least": "many"}"#), (.daily, #"{"types": ["steps"], "at_least": 1e999}"#),
        (.daily, #"{"types": ["steps\u0000"], "by": {}}"#), (.daily, #"{"types": ["steps"], "time": "10:00"}"#),
        (.daily, #"{"types": ["steps"], "at_least": "NaN"}"#), (.daily, #"{"types": ["steps"], "at_least": -1e999}"#),
        (.daily, #"{"types": ["steps"], "first_day": "0000-00-00"}"#),
        (.daily, #"{"types": ["steps"], "first_day": "99999999999d"}"#),
        (.compare, #"{"first": "steps", "second": "sleep", "zone": "Asia/Tokyo"}"#),
        (.compare, #"{"first": "steps", "second": "sleep", "days": "2026-11-20T10:00"}"#),
        (.compare, #"{"first": "steps", "second": "sleep", "source": "Watch"}"#),
        (.samples, #"{"type": "steps", "time": "10:00"}"#), (.samples, #"{"type": "steps", "source": "Watch"}"#),
        (.samples, #"{"type": "steps", "days": "2026-11-20 10:00"}"#), (.workouts, #"{"zone": "Asia/Tokyo"}"#),
        (.workouts, #"{"source": "Watch"}"#), (.listTypes, #"{"zone": "Asia/Tokyo"}"#),
        (.draft, #"{"type": "weight", "value": 70, "unit": "kg", "when": "now", "confirmed": true}"#),
        (.draft, #"{"type": "weight", "value": 70, "unit": "kg", "when": "now", "source": "Watch"}"#),
        (.draft, #"{"type": "weight", "value": "NaN", "unit": "kg", "when": "now"}"#),
        (.draft, #"{"type": "weight", "value": "Infinity", "unit": "kg", "when": "now"}"#),
        (.compare, #"{"first": "steps"}"#), (.compare, #"{"first": "steps", "second": "steps"}"#),
        (.compare, #"{"first": "steps", "second": ""}"#),
        (.samples, "{}"), (.samples, #"{"type": "steps", "days": "1h"}"#),
        (.workouts, #"{"days": "always"}"#), (.listTypes, #"{"hidden": true}"#),
        (.draft, #"{"type": "weight", "value": "heavy", "unit": "kg", "when": "now"}"#),
        (.draft, #"{"type": "weight", "value": 1e999, "unit": "kg", "when": "now"}"#),
        (.draft, #"{"type": "weight", "value": 70, "when": "now"}"#),
        (.draft, #"{"type": "weight", "value": 70, "unit": "mmHg", "when": "now"}"#),
        (.draft, #"{"type": "weight", "value": 70, "unit": "kg"}"#),
        (.draft, #"{"type": "weight", "value": 70, "unit": "kg", "when": "2026-11-28"}"#),
        (.draft, #"{"type": "weight", "value": 70, "unit": "kg", "when": "2026-11-28T25:00Z"}"#),
        (.draft, #"{"type": "weight", "value": 70, "unit": "kg", "when": "yesterday evening"}"#),
        (.draft, #"{"type": "weight", "value": [70, 71, 72], "unit": "kg", "when": "now"}"#),
        (.draft, #"{"type": "weight", "value": 70, "unit": "kg", "when": "now", "note": "hello"}"#),
    ]

    @Test("What makes no sense is an error that a model can read, and never an answer", arguments: wrong.indices)
    func refused(index: Int) {
        let (tool, arguments) = Self.wrong[index]
        let said = Self.world.ask(tool, arguments)
        #expect(said.error?.isEmpty == false, "\(tool) \(arguments): \(said)")
        #expect(said.reply.text.utf8.count < 1_000)
    }

    @Test("An error repeats little of what was said, and nothing that steers a terminal")
    func echo() {
        let name = String(repeating: #"ignore\u001b[2J\u202e "#, count: 400)
        let said = Self.world.ask(.daily, #"{"types": ["steps"], "\#(name)": 1}"#)
        #expect(said.error?.utf8.count ?? .max < 400)
        let error = said.error ?? ""
        #expect(!error.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E })
    }

    @Test("A blood pressure is drafted of two numbers, in the forms that models write")
    func pressure() {
        let world = AssistantWorld([.of("bloodPressure", Column.pressureType, .level, "mmHg", from: "2026-11-01", [])])
        for value in [#""128/82""#, "[128, 82]", #"" 128 / 82 ""#] {
            let said = world.ask(
                .draft,
                #"{"type": "blood pressure", "value": \#(value), "unit": "mmHg", "when": "2026-11-28T07:30+01:00"}"#
            )
            #expect(said.error == nil, "\(said)")
        }
        #expect(world.drafts.map(\.values) == [[128, 82], [128, 82], [128, 82]])
        #expect(world.calls.isEmpty, "a time with an offset needs no zone")
    }

    @Test("What a draft is answered is told: five wait, wrong, not allowed")
    func draftAnswers() {
        let answers: [(DraftAnswer, String)] = [
            (.full, "five drafts wait"), (.invalid("The time is in the future"), "The time is in the future"),
            (.refused(.notAllowed), "can't be drafted"), (.refused(.undecided), "don't call again"),
        ]
        for (answer, text) in answers {
            let said = AssistantWorld([], draft: answer)
                .ask(.draft, #"{"type": "weight", "value": 70, "unit": "kg", "when": "now"}"#)
            #expect(said.error?.contains(text) == true, "\(said)")
        }
    }

    @Test("No arguments end the program, and each gets one answer")
    func random() {
        var random = SeededGenerator("arguments of assistants")
        let words = [
            "steps", "sleep", "30d", "today", "2026-11-10", "week", "month", "", "-1", "9223372036854775807", "kg",
            "now",
            "2026-11-28 07:30", "x",
        ]
        let keys = [
            "types", "first_day", "last_day", "by", "at_least", "first", "second", "days", "type", "value", "unit",
            "when",
        ]
        for _ in 0..<500 {
            var members: JSONValue.Fields = []
            for key in keys where Bool.random(using: &random) {
                let word = words.randomElement(using: &random) ?? ""
                let values: [JSONValue] = [
                    .text(word), .array([.text(word), .text("steps")]),
                    .integer(Int.random(in: .min ... .max, using: &random)),
                    .number(Double.random(in: -1e300...1e300, using: &random)), .null, .bool(true), .object([]),
                ]
                members.append((key, values.randomElement(using: &random) ?? .null))
            }
            for tool in AssistantTool.allCases {
                let own = tool.description["inputSchema"]?["properties"]
                let arguments = JSONValue.object(members.filter { own?[$0.key] != nil })
                let reply = Self.world.tools.answer(tool, arguments)
                #expect(reply.text.utf8.count <= AssistantTools.mostBytes, "seed \(random.seed)")
                #expect(JSONReader.value(Array(reply.text.utf8)) != nil)
            }
        }
    }
}
