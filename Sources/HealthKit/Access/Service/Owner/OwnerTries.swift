import Foundation
import HealthStore

/// Tries of the person's secret that wait to be checked.
///
/// They are taken in turn, a program at a time: of each program's first try the one that has waited longest, and then that
/// program's next one waits from then on. However many tries a program makes, another's is checked after one of them.
struct OwnerTries {
    /// What takes turns: a program, in one terminal or outside of any.
    struct Program: Hashable, Sendable {
        var path: String
        var terminal: UInt32?
    }

    private struct Record {
        /// The tries that wait, in the order in which they came.
        var waiting: [UInt64] = []
        /// When the first of them became the first.
        var since: UInt64 = 0
        /// How many were wrong.
        var wrong = 0
        /// The process that gave the last.
        var starter: OwnerStarter?
        /// Wrong secrets, each as a hash that only this process can compute.
        var known: [[UInt8]] = []
        /// When a try was last heard of.
        var heard: UInt64 = 0
    }

    /// The most tries that wait, of all and of one program.
    static let most = 64
    static let mostOfOne = 16
    /// How many programs are remembered, and how many wrong secrets of each.
    private static let mostPrograms = 256
    private static let mostKnown = 16

    private var programs: [Program: Record] = [:]
    private var last: UInt64 = 0

    /// How many tries wait.
    var count: Int { programs.values.reduce(0) { $0 + $1.waiting.count } }

    /// Has a try wait.
    ///
    /// - Parameters:
    ///   - number: The number of the try.
    ///   - program: Whose it is.
    ///   - starter: The process that gave it.
    /// - Returns: Whether it waits, and the try that has to go for it.
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
            // Who has most gives up its latest; nobody gives up the only one.
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

    /// The try whose turn it is; it waits no more.
    ///
    /// - Parameter isWanted: Whether whoever made a try still waits for it.
    /// - Returns: Its number; `nil` where none waits.
    mutating func next(_ isWanted: (UInt64) -> Bool) -> UInt64? {
        for program in programs.keys { programs[program]?.waiting.removeAll { !isWanted($0) } }
        let first = programs.filter { !$0.value.waiting.isEmpty }.min { $0.value.since < $1.value.since }
        guard let program = first?.key else { return nil }
        last += 1
        programs[program]?.since = last
        return programs[program]?.waiting.removeFirst()
    }

    /// How many tries are checked before one of a program that would come now.
    func ahead(of program: Program) -> Int {
        let own = programs[program]?.waiting.count ?? 0
        // Each of the others has a turn for each of its own, as far as it has tries.
        return programs.reduce(0) { sum, entry in
            entry.key == program ? sum + own : sum + min(entry.value.waiting.count, own + 1)
        }
    }

    /// Whether a program gave this wrong secret before: it learns nothing by being told again.
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

    /// Forgets which secrets were wrong: there is another now.
    mutating func forgetKnown() { for program in programs.keys { programs[program]?.known = [] } }

    /// Forgets who gave wrong ones.
    mutating func forgetWrong() { for program in programs.keys { programs[program]?.wrong = 0 } }

    /// Who gave wrong secrets, those with most first.
    var wrong: [String] {
        programs.values.filter { $0.wrong > 0 }.sorted { $0.wrong > $1.wrong }.prefix(3)
            .map { $0.starter?.text ?? "a program that doesn't say which it is" }
    }

    /// Forgets programs of which none waits, those not heard of for longest first.
    private mutating func forget() {
        guard programs.count > Self.mostPrograms else { return }
        let idle = programs.filter { $0.value.waiting.isEmpty }.min { $0.value.heard < $1.value.heard }
        if let idle { programs[idle.key] = nil }
    }
}
