import Foundation
import RandomTesting
import Testing

@testable import HealthKit

@Suite struct WorkoutShareTests {
    /// A workout from one minute to another.
    private static func workout(_ start: Double, _ end: Double, of place: Int?) -> RecordedWorkout {
        RecordedWorkout(start: start * 60, end: end * 60, place: place)
    }

    private static func counted(_ workouts: [RecordedWorkout]) -> [Double] {
        WorkoutShare.shares(of: workouts).map(\.counted)
    }

    private static func firsts(_ workouts: [RecordedWorkout]) -> [Int?] {
        WorkoutShare.shares(of: workouts).map(\.first)
    }

    @Test("R7.27 of one run by three sources the first counts, and the others stand beneath it")
    func three() {
        let run = [Self.workout(0.2, 25.2, of: 2), Self.workout(0.1, 25.3, of: 1), Self.workout(0, 25, of: 0)]
        #expect(Self.counted(run) == [0, 0, 1])
        #expect(Self.firsts(run) == [2, 2, nil])
    }

    @Test("R7.27 a workout counts with the part that no source before it covers")
    func part() {
        let strap = [Self.workout(0, 40, of: 0), Self.workout(10, 70, of: 1)]
        #expect(Self.counted(strap) == [1, 0.5])
        #expect(Self.firsts(strap) == [nil, 0])
        // What a source before covers is covered by what doesn't count itself, too.
        #expect(Self.counted(strap + [Self.workout(50, 70, of: 2)]) == [1, 0.5, 0])
        #expect(Self.firsts(strap + [Self.workout(50, 70, of: 2)]) == [nil, 0, 0])
    }

    @Test("R7.27 less than a tenth is nothing, more than nine tenths is all")
    func slivers() {
        func counted(ofHundred free: Double) -> Double {
            Self.counted([Self.workout(0, 100, of: 0), Self.workout(free, 100 + free, of: 1)])[1]
        }
        #expect(counted(ofHundred: 9) == 0)
        #expect(abs(counted(ofHundred: 11) - 0.11) < 1e-12)
        #expect(abs(counted(ofHundred: 89) - 0.89) < 1e-12)
        #expect(counted(ofHundred: 91) == 1)
        #expect(Self.firsts([Self.workout(0, 100, of: 0), Self.workout(91, 191, of: 1)]) == [nil, nil])
    }

    @Test("R7.27 within a source all count, whatever they cover of each other")
    func oneSource() {
        #expect(Self.counted([Self.workout(0, 60, of: 0), Self.workout(0, 60, of: 0)]) == [1, 1])
        let told = [Self.workout(0, 60, of: 0), Self.workout(20, 80, of: 1), Self.workout(20, 80, of: 1)]
        let third = 1.0 / 3
        for (counted, expected) in zip(Self.counted(told), [1, third, third]) {
            #expect(abs(counted - expected) < 1e-12)
        }
    }

    @Test("R7.27 a source that is switched off counts for nothing and covers nothing")
    func excluded() {
        let told = [Self.workout(0, 60, of: nil), Self.workout(0, 60, of: 1)]
        #expect(WorkoutShare.shares(of: told) == [WorkoutShare(counted: 0), .whole])
    }

    @Test("R7.27 an instant counts unless a source before covers it")
    func instants() {
        let told = [
            Self.workout(0, 60, of: 0), Self.workout(0, 0, of: 1), Self.workout(30, 30, of: 1),
            Self.workout(60, 60, of: 1), Self.workout(30, 30, of: 0),
        ]
        #expect(Self.counted(told) == [1, 0, 0, 1, 1])
    }

    @Test("A workout stands beneath the one that covers the longest piece of it")
    func beneath() {
        let told = [Self.workout(0, 20, of: 0), Self.workout(20, 100, of: 0), Self.workout(0, 100, of: 1)]
        #expect(Self.counted(told) == [1, 1, 0])
        #expect(Self.firsts(told) == [nil, nil, 1])
    }

    @Test("Times that are no times count whole and disturb nothing")
    func noTimes() {
        let told = [
            RecordedWorkout(start: .nan, end: 0, place: 0), RecordedWorkout(start: 0, end: .infinity, place: 0),
            RecordedWorkout(start: 3_600, end: 0, place: 0), Self.workout(0, 60, of: 1),
        ]
        #expect(Self.counted(told) == [1, 1, 1, 1])
    }

    /// A day of the fixture.
    private struct Day: Decodable {
        var sources: [[[Double]]]
        var counted: [[Double]]
    }

    @Test("R7.27 a hundred days of several programs count as a model over plain lists of times says")
    func model() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Fixtures/duplicates/days.jsonl")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 100)
        var partial = 0
        for (number, line) in lines.enumerated() {
            let day = try JSONDecoder().decode(Day.self, from: Data(line.utf8))
            let told = day.sources.enumerated()
                .flatMap { place, own in own.map { Self.workout($0[0], $0[1], of: place) } }
            let shares = WorkoutShare.shares(of: told)
            for (share, expected) in zip(shares, day.counted.joined()) {
                #expect(abs(share.counted - expected) < 1e-6, "line \(number + 1)")
                #expect((share.first == nil) == (share.counted == 1), "line \(number + 1)")
                if let first = share.first { #expect(shares[first].counted == 1, "line \(number + 1)") }
                if share.counted > 0, share.counted < 1 { partial += 1 }
            }
        }
        #expect(partial > 20)
    }

    @Test("R7.27 random workouts count as counted minute by minute")
    func minutes() {
        var random = SeededGenerator()
        for _ in 0..<200 {
            let told = (0..<Int.random(in: 1...12, using: &random))
                .map { _ in
                    let start = Int.random(in: 0..<200, using: &random)
                    let length = Int.random(in: 1..<90, using: &random)
                    let place = Int.random(in: 0..<4, using: &random)
                    return Self.workout(Double(start), Double(start + length), of: place)
                }
            let shares = WorkoutShare.shares(of: told)
            for (index, workout) in told.enumerated() {
                let before = told.filter { ($0.place ?? 0) < (workout.place ?? 0) }
                let minutes = stride(from: workout.start, to: workout.end, by: 60)
                let free = minutes.count { minute in !before.contains { $0.start <= minute && minute < $0.end } }
                let part = Double(free) / Double(minutes.count { _ in true })
                // At the bounds themselves either is right.
                guard abs(part - 0.1) > 1e-9, abs(part - 0.9) > 1e-9 else { continue }
                let expected = part < 0.1 ? 0 : part > 0.9 ? 1 : part
                #expect(abs(shares[index].counted - expected) < 1e-9, "seed \(random.seed)")
            }
        }
    }
}
