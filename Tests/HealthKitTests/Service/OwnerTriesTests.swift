import Foundation
import RandomTesting
import Testing

@testable import HealthKit

/// The order in which secrets are checked.
@Suite("Tries of the person's secret take turns")
struct OwnerTriesTests {
    private func program(_ name: String, _ terminal: UInt32? = nil) -> OwnerTries.Program {
        .init(path: "/usr/bin/" + name, terminal: terminal)
    }

    @Test("However many tries a program makes, another's is checked after one of each", arguments: 1...20)
    func turns(_ count: Int) {
        var tries = OwnerTries()
        var number: UInt64 = 0
        func add(_ name: String, _ count: Int) {
            for _ in 0..<count {
                number += 1
                _ = tries.add(number, of: program(name), OwnerStarter(process: 7, program: name))
            }
        }
        for index in 0..<min(count, 3) { add("flood-\(index)", count) }
        let before = tries.ahead(of: program("bash"))
        #expect(before == min(count, 3))
        add("bash", 1)
        let own = number
        var checked = 0
        // The flood goes on while others are checked.
        while let next = tries.next({ _ in true }) {
            if next == own { break }
            checked += 1
            add("flood-0", 2)
        }
        #expect(checked <= before)
    }

    @Test("No program locks out another, whatever the order of tries", arguments: 0..<20)
    func fair(_ round: Int) throws {
        var generator = SeededGenerator()
        var tries = OwnerTries()
        var number: UInt64 = 0
        var waiting: [UInt64: (program: Int, since: Int)] = [:]
        var checked = 0
        for _ in 0..<2_000 {
            if Bool.random(using: &generator) || Bool.random(using: &generator) {
                let index = Int.random(in: 0..<6, using: &generator)
                number += 1
                let place = tries.add(number, of: program("p\(index)"), nil)
                if let dropped = place.dropped { waiting[dropped] = nil }
                if place.isTaken { waiting[number] = (index, checked) }
            } else if let next = tries.next({ _ in true }) {
                checked += 1
                let taken = waiting.removeValue(forKey: next)
                let entry = try #require(taken, "seed \(generator.seed)")
                let own = waiting.values.count { $0.program == entry.program && $0.since < entry.since }
                // Six programs: a try that was the only one of its program waited for one of each of the others at most.
                if own == 0 {
                    #expect(checked - entry.since <= 6 * OwnerTries.mostOfOne, "seed \(generator.seed)")
                }
            }
            #expect(tries.count == waiting.count && tries.count <= OwnerTries.most, "seed \(generator.seed)")
        }
    }

    @Test("Where no more tries fit, who has most gives up its latest, and who has one keeps it")
    func full() {
        var tries = OwnerTries()
        var number: UInt64 = 0
        for index in 0..<8 {
            for _ in 0..<OwnerTries.mostOfOne {
                number += 1
                _ = tries.add(number, of: program("flood-\(index)"), nil)
            }
        }
        #expect(tries.count == OwnerTries.most)
        let place = tries.add(1_000, of: program("bash"), nil)
        #expect(place.isTaken && place.dropped != nil && tries.count == OwnerTries.most)
        let second = tries.add(1_001, of: program("bash"), nil)
        #expect(!second.isTaken, "not a second one")
    }

    @Test("A try is skipped when its program has exited")
    func gone() {
        var tries = OwnerTries()
        for number in 1...3 { _ = tries.add(UInt64(number), of: program("p\(number)"), nil) }
        let order = [tries.next { $0 != 1 }, tries.next { _ in true }, tries.next { _ in true }]
        #expect(order == [2, 3, nil])
    }

    @Test("Who gave wrong secrets is named with its process, most first, and a wrong one that is known costs no turn")
    func wrong() {
        var tries = OwnerTries()
        _ = tries.add(1, of: program("bash"), OwnerStarter(process: 99, program: "/usr/bin/bash"))
        _ = tries.add(2, of: program("python3"), OwnerStarter(process: 4_242, program: "/usr/bin/python3\u{1B}[2J"))
        tries.note(wrong: [1], of: program("bash"))
        for secret in 1...40 as ClosedRange<UInt8> { tries.note(wrong: [secret], of: program("python3")) }
        #expect(tries.wrong == ["/usr/bin/python3\u{FFFD}[2J (process 4242)", "/usr/bin/bash (process 99)"])
        #expect(tries.knows([40], of: program("python3")) && !tries.knows([1], of: program("python3")))
        #expect(tries.knows([1], of: program("bash")) && !tries.knows([40], of: program("bash")))
        #expect(!tries.knows([1], of: program("bash", 3)), "another terminal is another program")
        tries.forgetKnown()
        #expect(!tries.knows([1], of: program("bash")))
    }
}
