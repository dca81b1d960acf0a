import Foundation
import HealthKitStore

/// Tries of the person's secret that wait to be checked.
///
/// Programs take turns: the first try of the program that has waited longest is taken, and that program's next try
/// starts waiting then. However many tries a program makes, those of another program are checked after one of them.
struct OwnerTries {
    /// A program in one terminal or outside of any; programs take turns.
    struct Program: Hashable, Sendable {
        var path: String
        var terminal: UInt32?
    }

    private struct Record {
        /// The waiting tries, in order of arrival.
        var waiting: [UInt64] = []
        /// The event number at which the first try reached the front.
        var since: UInt64 = 0
        /// The number of wrong tries.
        var wrong = 0
        /// The process that made the last one.
        var starter: OwnerStarter?
        /// Wrong secrets, each as a hash that only this process can compute.
        var known: [[UInt8]] = []
        /// The event number of the latest added try.
        var heard: UInt64 = 0
    }

    /// The maximum number of waiting tries, in total and of one program.
    static let most = 64
    static let mostOfOne = 16
    /// The maximum number of programs remembered, and of wrong secrets for each.
    private static let mostPrograms = 256
    private static let mostKnown = 16

    private var programs: [Program: Record] = [:]
    private var last: UInt64 = 0

    /// The number of waiting tries.
    var count: Int { programs.values.reduce(0) { $0 + $1.waiting.count } }

    /// Adds a waiting try.
    ///
    /// - Parameters:
    ///   - number: The number of the try.
    ///   - program: The program that made it.
    ///   - starter: The process that started the program.
    /// - Returns: Whether it waits, and the try that it displaces.
    mutating func add(_ number: UInt64, of program: Program, _ starter: OwnerStarter?) -> (
        isTaken: Bool, dropped: UInt64?
    ) {
        last += 1
        var record = programs[program] ?? Record()
        record.heard = last
        record.starter = starter ?? record.starter
        guard record.waiting.count < Self.mostOfOne else { return (false, nil) }
        var dropped: UInt64?
        if count >= Self.most {
            // The program with the most tries gives up its latest; no program gives up its only one.
            guard record.waiting.isEmpty,
                let most = programs.max(by: { $0.value.waiting.count < $1.value.waiting.count })?.key,
                (programs[most]?.waiting.count ?? 0) > 1
            else { return (false, nil) }
            dropped = programs[most]?.waiting.popLast()
        }
        if record.waiting.isEmpty { record.since = last }
        record.waiting.append(number)
        programs[program] = record
        forget()
        return (true, dropped)
    }

    /// Removes and returns the try whose turn it is.
    ///
    /// - Parameter isWanted: Returns whether the maker of a try still waits for it.
    /// - Returns: Its number, or `nil` if none waits.
    mutating func next(_ isWanted: (UInt64) -> Bool) -> UInt64? {
        for program in programs.keys { programs[program]?.waiting.removeAll { !isWanted($0) } }
        let first = programs.filter { !$0.value.waiting.isEmpty }.min { $0.value.since < $1.value.since }
        guard let program = first?.key else { return nil }
        last += 1
        programs[program]?.since = last
        return programs[program]?.waiting.removeFirst()
    }

    /// The number of tries that are checked before one that a program would make now.
    func ahead(of program: Program) -> Int {
        let own = programs[program]?.waiting.count ?? 0
        // Each other program has a turn for each of this program's tries, as long as it has tries.
        return programs.reduce(0) { sum, entry in
            entry.key == program ? sum + own : sum + min(entry.value.waiting.count, own + 1)
        }
    }

    /// Whether a program gave this wrong secret before, so that repeating the answer reveals nothing.
    func knows(_ hash: [UInt8], of program: Program) -> Bool {
        programs[program]?.known.contains { Blake2b.isEqual($0, hash) } ?? false
    }

    /// Notes a wrong secret.
    mutating func note(wrong hash: [UInt8], of program: Program) {
        var record = programs[program] ?? Record()
        record.wrong += 1
        record.known = (record.known + [hash]).suffix(Self.mostKnown)
        programs[program] = record
        forget()
    }

    /// Forgets the known wrong secrets, as the secret has changed.
    mutating func forgetKnown() { for program in programs.keys { programs[program]?.known = [] } }

    /// Forgets the counts of wrong secrets.
    mutating func forgetWrong() { for program in programs.keys { programs[program]?.wrong = 0 } }

    /// The programs that gave wrong secrets, those with most first.
    var wrong: [String] {
        programs.values.filter { $0.wrong > 0 }.sorted { $0.wrong > $1.wrong }.prefix(3)
            .map { $0.starter?.text ?? "a program that doesn't say which it is" }
    }

    /// Forgets programs without waiting tries, the longest inactive first.
    private mutating func forget() {
        guard programs.count > Self.mostPrograms else { return }
        let idle = programs.filter { $0.value.waiting.isEmpty }.min { $0.value.heard < $1.value.heard }
        if let idle { programs[idle.key] = nil }
    }
}
