import Foundation
import RandomTesting
import Testing

@testable import HealthKit

@Suite("Predicate formats")
struct PredicateFormatTests {
    private func filter(_ format: String, _ arguments: Any...) throws -> SampleFilter {
        try SampleFilter(NSPredicate(validating: format, argumentArray: arguments))
    }

    private func reason(_ format: String, _ arguments: Any...) -> String {
        do {
            _ = try NSPredicate(validating: format, argumentArray: arguments)
            return ""
        } catch {
            return (error as? HKError)?.text ?? "\(error)"
        }
    }

    @Test("R4.19: every documented key path is known, by its constant and by its name")
    func keyPaths() throws {
        let steps = HKQuantityType(.stepCount).identifier
        let quantity = HKQuantity(unit: .count(), doubleValue: 1)
        let date = time(5)
        let source = HKSource(name: "A", bundleIdentifier: "a")
        let cases: [(String, Any)] = [
            (HKPredicateKeyPathUUID, UUID()), (HKPredicateKeyPathSource, source),
            (HKPredicateKeyPathSourceRevision, HKSourceRevision(source: source, version: "1")),
            (HKPredicateKeyPathDevice, device("x")),
            (HKPredicateKeyPathMetadata + "." + HKMetadataKeyWasUserEntered, true),
            (HKPredicateKeyPathCorrelation, NSNull()), (HKPredicateKeyPathStartDate, date),
            (HKPredicateKeyPathEndDate, date), (HKPredicateKeyPathQuantity, quantity), (HKPredicateKeyPathCount, 3),
            (HKPredicateKeyPathSum, quantity), (HKPredicateKeyPathMin, quantity), (HKPredicateKeyPathAverage, quantity),
            (HKPredicateKeyPathMax, quantity), (HKPredicateKeyPathMostRecent, quantity),
            (HKPredicateKeyPathMostRecentStartDate, date), (HKPredicateKeyPathMostRecentEndDate, date),
            (HKPredicateKeyPathMostRecentDuration, 2.5), (HKPredicateKeyPathCategoryValue, 1),
            (HKPredicateKeyPathWorkoutType, HKWorkoutActivityType.running.rawValue),
            (HKPredicateKeyPathWorkoutDuration, 60),
            (HKPredicateKeyPathWorkoutTotalDistance, quantity), (HKPredicateKeyPathWorkoutTotalEnergyBurned, quantity),
            (HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount, quantity),
            (HKPredicateKeyPathWorkoutTotalFlightsClimbed, quantity),
            ("\(HKPredicateKeyPathWorkoutSumQuantity).\(steps)", quantity),
            ("\(HKPredicateKeyPathWorkoutMinimumQuantity).\(steps)", quantity),
            ("\(HKPredicateKeyPathWorkoutMaximumQuantity).\(steps)", quantity),
            ("\(HKPredicateKeyPathWorkoutAverageQuantity).\(steps)", quantity),
            (HKPredicateKeyPathClinicalRecordFHIRResourceType, "Condition"),
            (HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier, "1"), (HKPredicateKeyPathCDATitle, "t"),
            (HKPredicateKeyPathCDAPatientName, "p"), (HKPredicateKeyPathCDAAuthorName, "a"),
            (HKPredicateKeyPathCDACustodianName, "c"), (HKPredicateKeyPathECGClassification, 1),
            (HKPredicateKeyPathECGSymptomsStatus, 1), (HKPredicateKeyPathAverageHeartRate, quantity),
            (HKPredicateKeyPathStatus, 1), (HKPredicateKeyPathLogOrigin, 1), (HKPredicateKeyPathScheduledDate, date),
            (HKPredicateKeyPathMedicationConceptIdentifier, "x"),
        ]
        for (key, value) in cases {
            let byConstant = try filter("%K == %@", key, value)
            #expect(try filter("\(key) == %@", value) == byConstant, "\(key)")
            #expect(byConstant != .nothing && byConstant != .everything, "\(key)")
        }
    }

    @Test("R4.19: the key paths of activities, alone and through their workout")
    func activityKeyPaths() throws {
        let type = HKQuantityType(.heartRate).identifier
        let quantity = HKQuantity(unit: .count(), doubleValue: 1)
        let cases: [(String, Any)] = [
            (HKPredicateKeyPathWorkoutActivityType, 37), (HKPredicateKeyPathWorkoutActivityDuration, 5),
            (HKPredicateKeyPathWorkoutActivityStartDate, time(5)), (HKPredicateKeyPathWorkoutActivityEndDate, time(5)),
            ("\(HKPredicateKeyPathWorkoutActivitySumQuantity).\(type)", quantity),
            ("\(HKPredicateKeyPathWorkoutActivityMinimumQuantity).\(type)", quantity),
            ("\(HKPredicateKeyPathWorkoutActivityMaximumQuantity).\(type)", quantity),
            ("\(HKPredicateKeyPathWorkoutActivityAverageQuantity).\(type)", quantity),
        ]
        for (key, value) in cases {
            let alone = try NSPredicate(validating: "%K == %@", argumentArray: [key, value])
            let expected = try SampleFilter(HKQuery.predicateForWorkouts(activityPredicate: alone))
            #expect(try filter("%K.%K == %@", HKPredicateKeyPathWorkoutActivity, key, value) == expected, "\(key)")
            #expect(try filter("ANY workoutActivity.\(key) == %@", value) == expected, "\(key)")
            #expect(
                try filter("SUBQUERY(workoutActivity, $a, $a.\(key) == %@).@count > 0", value) == expected,
                "\(key)"
            )
        }
    }

    @Test("R4.19: formats are the same filters as the predicates made by HKQuery")
    func sameAsFactories() throws {
        let uuid = UUID()
        let watch = device("W")
        let source = HKSource(name: "A", bundleIdentifier: "a")
        let quantity = HKQuantity(unit: .count(), doubleValue: 5)
        let pairs: [(NSPredicate, NSPredicate)] = [
            (
                NSPredicate(format: "%K == %@", HKPredicateKeyPathUUID, uuid as any CVarArg),
                HKQuery.predicateForObject(with: uuid)
            ),
            (
                NSPredicate(format: "%K IN %@", HKPredicateKeyPathUUID, [uuid]),
                HKQuery.predicateForObjects(with: [uuid] as Set<UUID>)
            ),
            (
                NSPredicate(format: "%K = %@", HKPredicateKeyPathSource, source),
                HKQuery.predicateForObjects(from: source)
            ),
            (
                NSPredicate(format: "%K IN %@", HKPredicateKeyPathDevice, [watch] as Set<HKDevice>),
                HKQuery.predicateForObjects(from: [watch] as Set<HKDevice>)
            ),
            (
                NSPredicate(
                    format: "%K >= %@ AND %K < %@",
                    "endDate",
                    time(1) as NSDate,
                    "startDate",
                    time(2) as NSDate
                ),
                HKQuery.predicateForSamples(withStart: time(1), end: time(2))
            ),
            (
                NSPredicate(format: "metadata.%K != nil", HKMetadataKeyTimeZone),
                HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyTimeZone)
            ),
            (
                NSPredicate(format: "%K.%K == %@", HKPredicateKeyPathMetadata, "k", NSNumber(value: true)),
                HKQuery.predicateForObjects(withMetadataKey: "k", operatorType: .equalTo, value: true)
            ),
            (
                NSPredicate(format: "%K = %@", HKPredicateKeyPathCorrelation, NSNull()),
                HKQuery.predicateForObjectsWithNoCorrelation()
            ),
            (
                NSPredicate(format: "%K > %@", HKPredicateKeyPathQuantity, quantity),
                HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: quantity)
            ),
            (
                NSPredicate(format: "%K == %d", HKPredicateKeyPathCategoryValue, 3),
                HKQuery.predicateForCategorySamples(with: .equalTo, value: 3)
            ),
            (
                NSPredicate(format: "%K == %lu", HKPredicateKeyPathWorkoutType, HKWorkoutActivityType.running.rawValue),
                HKQuery.predicateForWorkouts(with: .running)
            ),
            (
                NSPredicate(format: "%K >= %f", HKPredicateKeyPathWorkoutDuration, 90.5),
                HKQuery.predicateForWorkouts(with: .greaterThanOrEqualTo, duration: 90.5)
            ),
            (
                NSPredicate(format: "value == %i", argumentArray: [3]),
                HKQuery.predicateForCategorySamples(with: .equalTo, value: 3)
            ),
        ]
        for (format, factory) in pairs {
            #expect(try SampleFilter(format) == SampleFilter(factory), "\(format)")
        }
    }

    @Test("R4.19: operators in all their spellings")
    func operators() throws {
        func relation(_ text: String) throws -> FilterRelation? {
            guard case .compare(let comparison) = try filter("count \(text) 5") else { return nil }
            return comparison.relation
        }
        let spellings: [(FilterRelation, [String])] = [
            (.equal, ["=", "=="]), (.notEqual, ["!=", "<>"]), (.less, ["<"]), (.lessOrEqual, ["<=", "=<"]),
            (.greater, [">"]), (.greaterOrEqual, [">=", "=>"]),
        ]
        for (expected, texts) in spellings {
            for text in texts { #expect(try relation(text) == expected, "\(text)") }
        }
        #expect(try filter("5 < count") == filter("count > 5"))
        #expect(try filter("count BETWEEN {1, 3}") == filter("count >= 1 AND count <= 3"))
        #expect(try filter("count between %@", [1, 3]) == filter("count >= 1 AND count <= 3"))
        #expect(try filter("count IN {1, 2}") == filter("count IN %@", [2, 1]))
        #expect(try filter("metadata.k BEGINSWITH[cd] 'Ä'").matches(TestRow(metadata: try Metadata(["k": "anna"]))))
        #expect(try filter("metadata.k ENDSWITH 'na'").matches(TestRow(metadata: try Metadata(["k": "anna"]))))
        #expect(try filter("metadata.k CONTAINS \"nn\"").matches(TestRow(metadata: try Metadata(["k": "anna"]))))
        #expect(try filter("metadata.k ==[c] 'ANNA'").matches(TestRow(metadata: try Metadata(["k": "anna"]))))
        #expect(try filter("metadata.k LIKE 'a*a'").matches(TestRow(metadata: try Metadata(["k": "anna"]))))
    }

    @Test("R4.19: AND binds before OR, NOT before both, parentheses before all")
    func precedence() throws {
        #expect(
            try filter("count == 1 OR count == 2 AND value == 3") == filter("count == 1 || (count == 2 && value == 3)")
        )
        #expect(
            try filter("(count == 1 OR count == 2) AND value == 3") != filter("count == 1 OR count == 2 AND value == 3")
        )
        #expect(try filter("NOT count == 1 AND value == 3") == filter("(!(count == 1)) and value == 3"))
        #expect(try filter("NOT (count == 1 AND value == 3)") == filter("count != 1 OR value != 3"))
        #expect(try filter("((((count)) == ((1))))") == filter("count == 1"))
    }

    @Test("R4.19: literals of every kind")
    func literals() throws {
        #expect(try filter("TRUEPREDICATE") == .everything)
        #expect(try filter("FALSEPREDICATE OR 1 == 2") == .nothing)
        #expect(try filter("1 == 1") == .everything)
        #expect(try filter("value == YES") == filter("value == 1"))
        #expect(try filter("value == -3") == filter("value == %d", -3))
        #expect(try filter("duration == 1.5e2") == filter("duration == 150"))
        #expect(try filter("device == nil") == filter("device = NULL"))
        #expect(try filter(#"startDate >= CAST(713.500000, "NSDate")"#) == filter("startDate >= %@", time(713.5)))
        #expect(
            try filter(#"metadata.k == "a\"b\\\u00e9""#).matches(TestRow(metadata: try Metadata(["k": "a\"b\\é"])))
        )
        #expect(try filter("UUID == %@", "D3D5D1E2-5F6B-4B1C-8D5C-2B1F0C3A9E7A").uuids?.count == 1)
        #expect(try filter("metadata.%K == '%@'", "k").matches(TestRow(metadata: try Metadata(["k": "%@"]))))
    }

    @Test("R4.2: what a predicate prints reads back as the same predicate")
    func printedFormReadsBack() throws {
        let predicates = [
            HKQuery.predicateForSamples(withStart: time(1.5), end: time(2.25)),
            HKQuery.predicateForSamples(withStart: time(-1.5), end: nil, options: .strictStartDate),
            HKQuery.predicateForObjects(withMetadataKey: "k", allowedValues: ["a\"b\\", 3, 2.5, time(7)]),
            HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyName, allowedValues: []),
            HKQuery.predicateForObjectsWithNoCorrelation(),
            HKQuery.predicateForWorkouts(
                activityPredicate: HKQuery.predicateForWorkoutActivities(start: time(1), end: time(2))
            ),
            HKQuery.predicateForWorkouts(
                activityPredicate: HKQuery.predicateForWorkoutActivities(workoutActivityType: .cycling)
            ),
            NSPredicate(format: "NOT (count == 1 OR value < 3) AND NOT metadata.k BEGINSWITH[c] 'x'"),
        ]
        for predicate in predicates {
            let again = try NSPredicate(validating: predicate.description)
            #expect(again == predicate, "\(predicate) became \(again)")
        }
    }

    @Test(
        "R4.19: what is no format is refused, and the reason quotes it",
        arguments: [
            "", "(", ")", "count", "count ==", "== 5", "count == 5 AND", "count == 5 value == 3", "count ==== 5",
            "NOT", "count IN 5 5", "'open", "count == {1", "count == %", "count == %q", "count BETWEEN {1, 2, 3}, 4",
            "metadata. == 5", "count == 5)", "5", "TRUEPREDICATE == 5", "value == 12abc", "ANY TRUEPREDICATE",
            "metadata.k ==[x] 'a'", "count == %@", "%K == 5", "AND", "count == -", "\u{1}", "BETWEEN 5",
        ]
    )
    func malformed(format: String) {
        #expect(reason(format).contains("Unable to parse the format string \"\(format)\""), "\(reason(format))")
    }

    @Test("R4.19: arguments of a wrong kind are refused")
    func wrongArguments() {
        #expect(reason("%K == 5", 7).contains("Unable to parse"))
        #expect(reason("value == %d", "seven").contains("Unable to parse"))
        #expect(reason("value == %@", "seven").contains("a number"))
        #expect(reason("startDate >= %@", 5).contains("a date"))
        #expect(reason("quantity > %@", 5).contains("an HKQuantity"))
        #expect(reason("value == %@", ["a": 1]).contains("Dictionary"))
        #expect(reason("UUID == 'no uuid'").contains("a UUID"))
        #expect(reason("correlation == 5").contains("nil"))
        #expect(reason("device > %@", device("x")).contains("no order"))
        #expect(reason("startDate BEGINSWITH 'x'").contains("isn't a string"))
    }

    @Test(
        "R4.19: what HealthKit does not answer is read, and refused by the query",
        arguments: [
            "name == 'x'", "%K == 1", "source.name == 'x'", "ALL workoutActivity.activityType == 1",
            "FUNCTION(value, 'x') == 1", "now() > startDate", "startDate == endDate", "value + 1 == 2",
            "metadata.k MATCHES 'a+'", "value == $x", "SUBQUERY(samples, $s, $s.value == 1).@count > 0",
            "SUBQUERY(workoutActivity, $a, $a.activityType == 1).@count > 2", "value[0] == 1", "SELF == 1",
            "device.name == 'x'",
            "CAST(startDate, 'NSNumber') > 1",
        ]
    )
    func unsupported(format: String) {
        let predicate = NSPredicate(format: format, "ancestors")
        #expect(throws: HKError.self) { try SampleFilter(predicate) }
        let reason = reason(format, "ancestors")
        #expect(!reason.isEmpty && !reason.contains("Unable to parse"), "\(reason)")
    }

    @Test("R4.19: nesting has a limit")
    func nesting() {
        let deep = String(repeating: "(", count: 100_000)
        #expect(reason(deep).contains("deep"))
        #expect(reason(String(repeating: "NOT ", count: 100_000) + "value == 1").contains("deep"))
        #expect(reason(String(repeating: "(", count: 100) + "value == 1" + String(repeating: ")", count: 100)).isEmpty)
        #expect(reason(String(repeating: "value == 1 OR ", count: 10_000) + "value == 2").isEmpty)
    }

    @Test("random formats are read or refused, never more")
    func fuzz() {
        let seed = newSeed()
        print("seed of random predicate formats: \(seed)")
        var random = SeededGenerator(seed: seed)
        let words = [
            "startDate", "endDate", "value", "metadata", "metadata.k", "quantity", "workoutActivity", "activityType",
            "UUID",
            "AND", "OR", "NOT", "IN", "BETWEEN", "CAST", "SUBQUERY", "$a", "@count", "ANY", "nil", "TRUE", "%@", "%K",
            "%d",
            "%f", "%", "(", ")", "{", "}", ",", ".", "=", "==", "<", ">=", "!", "!=", "&&", "||", "[c]", "[", "]", "-",
            "5",
            "1e400", "-9223372036854775808", "9223372036854775807", "0x7", "'a'", "\"", "'", "\\", "\u{0}", "é",
            "#value", " ",
        ]
        let arguments: [Any] = [
            time(5), 5, "startDate", "metadata.x", UUID(), NSNull(), [1, 2], Set(["a"]), Double.nan, UInt.max, true,
            HKQuantity(unit: .count(), doubleValue: .infinity), device(nil), DateComponents(), ["k": 1], NSObject(),
        ]
        var outcomes = (read: 0, refused: 0)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...12, using: &random)
            let parts = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
            let format = parts.joined(separator: Bool.random(using: &random) ? " " : "")
            let specifiers = parts.count { ["%@", "%K", "%d", "%f"].contains($0) }
            // Mostly as many as there are specifiers: more or fewer are refused.
            let number = Int.random(in: 0..<8, using: &random) == 0 ? 6 : specifiers
            let chosen = (0..<number).map { _ in arguments.randomElement(using: &random) ?? 0 }
            if let predicate = try? NSPredicate(validating: format, argumentArray: chosen) {
                outcomes.read += 1
                _ = predicate.evaluate(with: nil)
                _ = predicate.description
                _ = (try? SampleFilter(predicate))?.timeBounds
            } else {
                outcomes.refused += 1
            }
        }
        #expect(outcomes.read > 0 && outcomes.refused > 0)
    }

    @Test("random bytes are read or refused, never more")
    func fuzzBytes() {
        let seed = newSeed()
        print("seed of random bytes as predicate formats: \(seed)")
        var random = SeededGenerator(seed: seed)
        let valid = Array(#"NOT (endDate >= CAST(5.5, "NSDate") AND metadata.k IN {"a", 2}) OR value == -3"#.utf8)
        for _ in 0..<20_000 {
            var bytes = valid
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
                }
            }
            _ = try? NSPredicate(validating: String(decoding: bytes, as: UTF8.self))
        }
        #expect(throws: Never.self) { try NSPredicate(validating: String(decoding: valid, as: UTF8.self)) }
    }
}
