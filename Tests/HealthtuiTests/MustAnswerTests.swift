import Foundation
import HealthtuiFacts
import Testing

@testable import HealthKit
@testable import healthtui

/// Questions about one's data that one command answers.
@Suite("Questions of one command")
struct MustAnswerTests {
    @Test("are answered with the measure's name, and with no number that is none")
    func answers() throws {
        let folder = try ScratchFolder()
        let store = folder.path("health.store")
        try MeasuredPerson.save(in: store)
        for line in MeasureQuestion.all {
            let outcome = try Command.run(line.words + ["--store", store], in: folder)
            #expect(outcome.status == 0, "\(line.words): \(outcome.errors)")
            #expect(outcome.errors == "" && !outcome.output.isEmpty, "\(line.words): \(outcome.errors)")
            let words = outcome.output.lowercased().split { !$0.isLetter }
            #expect(!words.contains("nan") && !words.contains("inf"), "\(line.words): \(outcome.output)")
            for (place, name) in line.measures.enumerated() {
                guard case .one(let measure) = MeasureNames.catalogue.resolve(name) else {
                    Issue.record("\(name) means no measure")
                    continue
                }
                let isThere =
                    place == 0 ? outcome.output.hasPrefix(measure.name) : outcome.output.contains(measure.name)
                #expect(isThere, "\(line.words): \(outcome.output.prefix(200))")
            }
        }
        let night = [
            "stats", "night", "last", "30", "days", "--where", "< 6 h", "--summary", "--json", "--store", store,
        ]
        let summary = try #require(try Command.run(night, in: folder).json() as? [String: Any])
        let keys = ["measure", "value", "second", "total", "days", "of", "spread", "least", "most", "met", "current"]
        for key in keys { #expect(summary[key] != nil, "\(key)") }
        let longest = try #require(summary["longest"] as? [String: Any])
        #expect(Set(longest.keys) == ["count", "start", "end"])
    }
}
