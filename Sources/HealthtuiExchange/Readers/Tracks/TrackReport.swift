/// Parts of a file with tracks that can't be read, or have no place in the store.
struct TrackReport {
    /// A reason for which parts are left out.
    private struct Flaw {
        let reason: String
        let line: Int
        var count: Int
    }

    /// The most names that are counted apart.
    private static let mostNames = 64
    /// The name under which the elements beyond them are counted.
    private static let others = "other elements"

    private var flaws: [Flaw] = []
    private var counts: [String: Int] = [:]

    /// Notes a part that is left out.
    ///
    /// - Parameters:
    ///   - reason: What is wrong with it, one of a few texts.
    ///   - line: Its line, or that of the first.
    ///   - count: The number of such parts.
    mutating func note(_ reason: String, line: Int, _ count: Int = 1) {
        if let index = flaws.firstIndex(where: { $0.reason == reason }) {
            flaws[index].count += count
        } else {
            flaws.append(Flaw(reason: reason, line: line, count: count))
        }
    }

    /// Counts something that has no place in the store.
    ///
    /// - Parameters:
    ///   - name: The file's name for it.
    ///   - number: How many there are.
    mutating func count(_ name: String, _ number: Int = 1) {
        if number == 0 { return }
        let isKnown = counts[name] != nil || counts.count < Self.mostNames
        counts[isKnown ? name : Self.others, default: 0] += number
    }

    /// Hands over the parts that are left out of the workouts so far.
    mutating func reportFlaws(to sink: inout ReaderSink) {
        for flaw in flaws {
            let times = flaw.count > 1 ? " (\(flaw.count) times)" : ""
            sink.leaveOut(flaw.count, "line \(flaw.line): \(flaw.reason)\(times)")
        }
        flaws.removeAll()
    }

    /// Hands over everything at the end of a file.
    mutating func report(to sink: inout ReaderSink) {
        reportFlaws(to: &sink)
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) { sink.passOver(name, count, isData: false) }
        counts.removeAll()
    }
}
