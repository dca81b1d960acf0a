import Foundation
import Testing

@testable import HealthKit

@Suite("Arguments of formats")
struct FormatArgumentTests {
    @Test("objects and bridged values work in string formats too, however many there are")
    func stringFormats() {
        #expect(String(format: "%@", NSNumber(value: 4)) == "4")
        #expect(String(format: "%@ %@", "a", HKQuantity(unit: .count(), doubleValue: 5)) == "a 5 count")
        for second in 0..<1000 {
            let date = time(Double(second))
            #expect(String(format: "%@", date) == "\(date)")
        }
        let uuid = UUID()
        #expect(String(format: "%@", uuid).contains(uuid.uuidString))
    }

    @Test("every kind of argument that HealthKit compares with is an argument of a predicate format")
    func kinds() throws {
        let source = HKSource(name: "A", bundleIdentifier: "a")
        let arguments: [any CVarArg] = [
            "text", NSString("text"), 5, 5.5, true, UInt.max, NSNumber(value: 3), Date(), NSDate(), UUID(), NSUUID(),
            HKQuantity(unit: .count(), doubleValue: 5), source, HKSourceRevision(source: source, version: nil),
            device("x"), NSNull(),
            DateComponents(
                calendar: Calendar(identifier: .gregorian),
                era: 1,
                year: 2024,
                month: 1,
                day: 1
            ),
        ]
        for argument in arguments {
            #expect(throws: Never.self) { try FilterValue(object: argument) }
        }
        #expect(try FilterValue(object: [1, 2]) == .set([.integer(1), .integer(2)]))
        #expect(try FilterValue(object: NSSet(array: [1, 2])) == FilterValue(object: Set([1, 2])))
        #expect(try FilterValue(object: NSOrderedSet(array: [1, 2])) == FilterValue(object: NSArray(array: [2, 1])))
        #expect(try FilterValue(object: Optional<Int>.none as Any) == .none)
        #expect(try FilterValue(object: Optional<Int>.some(3) as Any) == .integer(3))
        #expect(try FilterValue(object: 3.0) == FilterValue(object: 3))
        #expect(try FilterValue(object: true) == FilterValue(object: 1))
        #expect(throws: HKError.self) { try FilterValue(object: NSObject()) }
        #expect(throws: HKError.self) { try FilterValue(object: [NSObject()]) }
    }
}
