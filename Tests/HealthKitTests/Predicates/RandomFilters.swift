import Foundation
import RandomTesting

@testable import HealthKit

/// Random filters and rows over so few values that they often meet.
struct RandomFilters {
    var random: SeededGenerator

    private let sources = ["a", "b", "c"].map { HKSource(name: $0, bundleIdentifier: $0) }
    private let devices = [device("x"), device("y"), device(nil)]
    private let uuids = (0..<4).compactMap { UUID(uuidString: "00000000-0000-0000-0000-00000000000\($0)") }

    mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &random)] }

    mutating func number() -> Double { Double(Int.random(in: 0...4, using: &random)) }

    private mutating func bound() -> Double {
        Int.random(in: 0..<12, using: &random) == 0 ? pick([.nan, .infinity, -.infinity]) : number()
    }

    mutating func filter(depth: Int, timesOnly: Bool = false) -> SampleFilter {
        guard depth > 0, Int.random(in: 0..<5, using: &random) > 0 else { return leaf(timesOnly) }
        let parts = (0..<Int.random(in: 0...3, using: &random))
            .map { _ in filter(depth: depth - 1, timesOnly: timesOnly) }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return .all(parts)
        case 1: return .any(parts)
        default: return .not(filter(depth: depth - 1, timesOnly: timesOnly))
        }
    }

    private mutating func leaf(_ timesOnly: Bool) -> SampleFilter {
        let ordered: [FilterRelation] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
        switch Int.random(in: 0..<(timesOnly ? 4 : 14), using: &random) {
        case 0: return pick([.everything, .nothing])
        case 1: return .compare(FilterComparison(.startDate, pick(ordered), .date(bound())))
        case 2: return .compare(FilterComparison(.endDate, pick(ordered), .date(bound())))
        case 3: return .compare(FilterComparison(pick([.offsetFromStartDate, .startDate]), .greater, .date(number())))
        case 4: return .compare(FilterComparison(.uuid, pick([.equal, .notEqual]), .uuid(pick(uuids))))
        case 5: return .compare(FilterComparison(.uuid, .isIn, .set([.uuid(pick(uuids)), .uuid(pick(uuids))])))
        case 6: return .compare(FilterComparison(.source, pick([.equal, .notEqual]), .source(pick(sources))))
        case 7:
            let members = (0..<Int.random(in: 0...2, using: &random)).map { _ in FilterValue.source(pick(sources)) }
            return .compare(FilterComparison(.source, .isIn, .set(Set(members))))
        case 8:
            let revision = HKSourceRevision(source: pick(sources), version: pick(["1", HKSourceRevisionAnyVersion]))
            return .compare(FilterComparison(.sourceRevision, pick([.equal, .notEqual]), .revision(revision)))
        case 9:
            return .compare(
                FilterComparison(.device, pick([.equal, .notEqual]), pick([.none, .device(pick(devices))]))
            )
        case 10:
            let value: FilterValue = pick([.integer(1), .text("t"), .none, .quantity(1, .gram()), .decimal(0.5)])
            return .compare(
                FilterComparison(.metadata("k"), pick(value == .none ? [.equal, .notEqual] : ordered), value)
            )
        case 11: return .compare(FilterComparison(.metadata("k"), .beginsWith, .text("t")))
        case 12:
            return .compare(FilterComparison(.quantity, pick(ordered), .quantity(number(), pick([.gram(), .meter()]))))
        default: return .compare(FilterComparison(.categoryValue, pick(ordered), .integer(Int(number()))))
        }
    }

    mutating func row() throws -> TestRow {
        let start = number()
        let metadata: [String: Any]? = pick([
            nil, ["k": 1], ["k": "t"], ["k": "tt"], ["k": HKQuantity(unit: .gram(), doubleValue: 2)], ["k": 0.5],
            ["l": 1],
        ])
        return TestRow(
            uuid: pick(uuids),
            start: start,
            end: start + number(),
            revision: HKSourceRevision(source: pick(sources), version: pick(["1", "2"])),
            device: pick([nil] + devices.map { Optional($0) }),
            metadata: try Metadata(metadata),
            quantity: pick([nil, (number(), HKUnit.gram())]),
            categoryValue: pick([nil, Int(number())])
        )
    }
}

/// What a filter means, without any of the shortcuts: the oracle of the random tests.
func bruteForce(_ filter: SampleFilter, _ row: TestRow) -> Bool {
    switch filter {
    case .everything: true
    case .nothing: false
    case .all(let parts): parts.reduce(true) { $0 && bruteForce($1, row) }
    case .any(let parts): parts.reduce(false) { $0 || bruteForce($1, row) }
    case .not(let part): !bruteForce(part, row)
    case .compare(let comparison) where comparison.field == .offsetFromStartDate: true
    case .compare(let comparison):
        comparison.field.value(in: row).satisfies(comparison.relation, comparison.value, folding: comparison.folding)
    case .activity: false
    }
}
