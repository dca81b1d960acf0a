import HealthKit
import RandomTesting

/// A day of workouts as several programs report it, each with errors of its own.
struct ReportedDay {
    /// A workout in minutes since the beginning of the day.
    struct Workout {
        var start: Double
        var end: Double
        var activity: HKWorkoutActivityType
        var kilometers: Double
    }

    /// The greatest number of programs.
    static let most = 4

    /// The workouts of each program, in the order of sources.
    let sources: [[Workout]]

    /// The day of some random numbers.
    init(_ generator: inout SeededGenerator) {
        let truth = Self.truth(&generator)
        sources = (0..<Int.random(in: 1...Self.most, using: &generator)).map { _ in Self.report(truth, &generator) }
    }

    /// What the person did: nothing at the same time as something else.
    private static func truth(_ generator: inout SeededGenerator) -> [Workout] {
        var found: [Workout] = []
        var time = 300.0
        func add(_ length: Double, _ activity: HKWorkoutActivityType, _ speed: Double) {
            let workout = Workout(start: time, end: time + length, activity: activity, kilometers: length * speed)
            found.append(workout)
            time = workout.end
        }
        while time < 1_200, found.count < 5 {
            time += .random(in: 5..<240, using: &generator)
            if generator.happens(0.15) {
                // Three legs with short transitions.
                add(.random(in: 15..<70, using: &generator), .swimming, 0.05)
                time += .random(in: 1..<8, using: &generator)
                add(.random(in: 40..<200, using: &generator), .cycling, 0.5)
                time += .random(in: 1..<8, using: &generator)
                add(.random(in: 20..<120, using: &generator), .running, 0.17)
            } else {
                let lengths = [8.0..<25, 25..<90, 90..<300].randomElement(using: &generator) ?? 8..<25
                let activity: HKWorkoutActivityType =
                    [.running, .cycling, .walking].randomElement(using: &generator) ?? .other
                add(.random(in: lengths, using: &generator), activity, 0.15)
            }
        }
        return found
    }

    /// One program's record of it.
    private static func report(_ truth: [Workout], _ generator: inout SeededGenerator) -> [Workout] {
        var found: [Workout] = []
        var index = 0
        while index < truth.count {
            let own = truth[index]
            index += 1
            // It wasn't worn, or wasn't started.
            if generator.happens(0.15) { continue }
            if own.activity == .swimming, generator.happens(0.5) {
                // All legs in one file.
                let legs = truth[(index - 1)..<min(index + 2, truth.count)]
                found.append(
                    Workout(
                        start: own.start,
                        end: legs.reduce(own.end) { max($0, $1.end) },
                        activity: .other,
                        kilometers: legs.reduce(0) { $0 + $1.kilometers }
                    )
                )
                index += legs.count - 1
                continue
            }
            found += recordings(of: own, &generator)
        }
        return found
    }

    /// What a program records of one workout: late, too long, under another name or in two files.
    private static func recordings(of truth: Workout, _ generator: inout SeededGenerator) -> [Workout] {
        var own = truth
        own.start += .random(in: -1..<1, using: &generator)
        own.end += .random(in: -1..<1, using: &generator)
        let length = truth.end - truth.start
        if generator.happens(0.1) { own.end += .random(in: 1..<12, using: &generator) }
        if generator.happens(0.1) { own.start += .random(in: 1..<min(10, length / 3), using: &generator) }
        if generator.happens(0.12), length > 20 {
            let middle = (own.start + own.end) / 2
            var (first, second) = (own, own)
            (first.end, second.start) = (middle - 0.2, middle + 0.2)
            (first.kilometers, second.kilometers) = (own.kilometers / 2, own.kilometers / 2)
            return [first, second]
        }
        guard own.end > own.start + 1 else { return [] }
        if generator.happens(0.1) { own.activity = .other }
        own.kilometers *= .random(in: 0.97..<1.03, using: &generator)
        return [own]
    }

    /// The part of each workout that counts (R7.27), worked out over plain lists of times.
    ///
    /// - Parameter excluded: The index of a program that the person left out; `nil` for none.
    /// - Returns: The parts, by program.
    func counted(without excluded: Int?) -> [[Double]] {
        var before: [Workout] = []
        return sources.enumerated()
            .map { place, own in
                guard place != excluded else { return own.map { _ in 0 } }
                let parts = own.map { workout -> Double in
                    let free = 1 - Self.minutes(of: workout, coveredBy: before) / (workout.end - workout.start)
                    return free < 0.1 ? 0 : free > 0.9 ? 1 : free
                }
                before += own
                return parts
            }
    }

    private static func minutes(of workout: Workout, coveredBy others: [Workout]) -> Double {
        var (covered, reached) = (0.0, workout.start)
        for other in others.sorted(by: { $0.start < $1.start }) where other.end > reached && other.start < workout.end {
            let end = min(other.end, workout.end)
            covered += max(0, end - max(other.start, reached))
            reached = max(reached, end)
        }
        return covered
    }
}

extension SeededGenerator {
    /// Whether something of a probability happens this time.
    fileprivate mutating func happens(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < probability
    }
}
