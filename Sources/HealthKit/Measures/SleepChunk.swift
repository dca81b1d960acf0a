import Foundation

/// Samples without a gap that is long enough to end a sleep, and the sleeps in them.
struct SleepChunk {
    /// Samples that say asleep, by start.
    private var asleep: [SleepPiece] = []
    /// Samples that say awake.
    private var awake: [SleepPiece] = []
    /// Time in bed, by start.
    private var beds: [SleepPiece] = []
    private let names: SleepNames
    private let order: SleepOrder

    /// - Parameters:
    ///   - pieces: The samples, by start.
    ///   - names: Their names.
    ///   - order: The order of sources.
    init(_ pieces: [SleepPiece], _ names: SleepNames, _ order: SleepOrder) {
        self.names = names
        self.order = order
        for piece in pieces {
            switch piece.state {
            case .awake: awake.append(piece)
            case .inBed: beds.append(piece)
            default: asleep.append(piece)
            }
        }
    }

    /// The sleeps in order, and time in bed during none of them.
    func read() -> (sleeps: [Sleep], beds: [BedTime]) {
        let bedSpans = Self.union(beds)
        let found = joined().flatMap(sleeps)
        var own: [[DateInterval]] = Array(repeating: [], count: found.count)
        var alone: [ClosedRange<Double>] = []
        var first = 0
        for span in bedSpans {
            while first < found.count, found[first].end <= span.lowerBound { first += 1 }
            var last = first
            while last < found.count, found[last].start < span.upperBound { last += 1 }
            guard first < last else {
                alone.append(span)
                continue
            }
            for index in first..<last {
                // A bed that holds several sleeps says nothing of when the person lay down for the later ones.
                let start = index == first ? span.lowerBound : found[index].start
                let end = index == last - 1 ? span.upperBound : found[index].end
                own[index].append(Self.interval(start, end))
            }
        }
        let sleeps = zip(found, own).compactMap { Sleep($0.ranges, zone: names.zones[$0.zone], beds: $1) }
        return (sleeps, bedTimes(alone))
    }

    private struct Found {
        let ranges: [SleepRange]
        let start: Double
        let end: Double
        let zone: Int
    }

    static func interval(_ start: Double, _ end: Double) -> DateInterval {
        DateInterval(start: Date(timeIntervalSinceReferenceDate: start), duration: max(0, end - start))
    }

    /// The time that pieces cover; those that touch are one.
    private static func union(_ pieces: [SleepPiece]) -> [ClosedRange<Double>] {
        var spans: [ClosedRange<Double>] = []
        for piece in pieces {
            if let last = spans.last, piece.start <= last.upperBound {
                spans[spans.count - 1] = last.lowerBound...max(last.upperBound, piece.end)
            } else {
                spans.append(piece.start...piece.end)
            }
        }
        return spans
    }

    // MARK: All sources

    /// The times of sleep of all sources together, with their samples.
    private func joined() -> [(range: ClosedRange<Double>, pieces: [SleepPiece])] {
        let awakeSpans = Self.union(awake)
        var all: [(range: ClosedRange<Double>, pieces: [SleepPiece])] = []
        var index = 0
        var nextAwake = 0
        while index < asleep.count {
            // Samples of several sources that start at the same moment have one zone.
            let start = asleep[index].start
            var same = index + 1
            while same < asleep.count, asleep[same].start == start { same += 1 }
            let group = asleep[index..<same]
            let end = group.reduce(start) { max($0, $1.end) }
            index = same
            if let range = all.last?.range, start <= range.upperBound {
                all[all.count - 1].range = range.lowerBound...max(range.upperBound, end)
                all[all.count - 1].pieces += group
                continue
            }
            if let range = all.last?.range {
                let zone = group.map(\.zone).reduce(0) { names.comesBefore($1, $0) ? $1 : $0 }
                while nextAwake < awakeSpans.count, awakeSpans[nextAwake].upperBound <= range.upperBound {
                    nextAwake += 1
                }
                let told = Self.seconds(awakeSpans[nextAwake...], range.upperBound, start)
                if SleepJoining.joins(range.upperBound, start, awake: told, CivilClock(names.zones[zone])) {
                    all[all.count - 1].range = range.lowerBound...end
                    all[all.count - 1].pieces += group
                    continue
                }
            }
            all.append((start...end, Array(group)))
        }
        return withAwake(all)
    }

    /// The seconds that spans cover between two moments.
    private static func seconds(_ spans: ArraySlice<ClosedRange<Double>>, _ start: Double, _ end: Double) -> Double {
        var total = 0.0
        for span in spans {
            guard span.lowerBound < end else { break }
            total += max(0, min(span.upperBound, end) - max(span.lowerBound, start))
        }
        return total
    }

    /// Adds the samples that say awake to the times of sleep into which they reach.
    private func withAwake(
        _ times: [(range: ClosedRange<Double>, pieces: [SleepPiece])]
    ) -> [(range: ClosedRange<Double>, pieces: [SleepPiece])] {
        var times = times
        var first = 0
        for piece in awake {
            // No sample that comes later begins earlier.
            while first < times.count, times[first].range.upperBound <= piece.start { first += 1 }
            var index = first
            while index < times.count, times[index].range.lowerBound < piece.end {
                times[index].pieces.append(piece)
                index += 1
            }
        }
        return times
    }

    // MARK: One source at a time

    /// The sleeps in a time, each moment counted once.
    private func sleeps(_ time: (range: ClosedRange<Double>, pieces: [SleepPiece])) -> [Found] {
        let ranks = ranks(time.pieces)
        let zones = Set(time.pieces.map(\.zone)).sorted(by: names.comesBefore)
        let zoneRanks = Dictionary(uniqueKeysWithValues: zones.enumerated().map { ($1, $0) })
        let merge = SleepMerge(time.pieces, within: time.range) { piece in
            ((ranks[piece.source] ?? 0) * 8 + piece.state.rawValue) * (zones.count + 1) + (zoneRanks[piece.zone] ?? 0)
        }
        var found: [[SleepMerge.Part]] = []
        var reached = 0
        var awake = 0.0
        for part in merge.parts {
            guard part.state.isAsleep else {
                awake += part.end - part.start
                if !found.isEmpty { found[found.count - 1].append(part) }
                continue
            }
            if let last = found.last?[reached],
                SleepJoining.joins(last.end, part.start, awake: awake, CivilClock(names.zones[part.zone]))
            {
                found[found.count - 1].append(part)
            } else {
                found.append([part])
            }
            reached = (found.last?.count ?? 1) - 1
            awake = 0
        }
        return found.compactMap(sleep)
    }

    private func sleep(_ parts: [SleepMerge.Part]) -> Found? {
        guard let last = parts.lastIndex(where: \.state.isAsleep) else { return nil }
        let ranges = parts[...last]
            .map { part in
                SleepRange(
                    value: part.state.value,
                    start: Date(timeIntervalSinceReferenceDate: part.start),
                    end: Date(timeIntervalSinceReferenceDate: part.end),
                    source: names.sources[part.source].name
                )
            }
        return Found(ranges: ranges, start: parts[0].start, end: parts[last].end, zone: parts[last].zone)
    }

    /// The rank of each source, by its number.
    private func ranks(_ pieces: [SleepPiece]) -> [Int: Int] {
        let numbers = Set(pieces.map(\.source))
        guard numbers.count > 1 else { return [:] }
        let own = Dictionary(grouping: pieces) { names.sources[$0.source].bundle }
        let stages = own.mapValues { own in
            Self.union(own.filter(\.state.isStage).sorted { $0.start < $1.start })
                .reduce(0) { $0 + $1.upperBound - $1.lowerBound }
        }
        let ranks = order.ranks(stages)
        return Dictionary(uniqueKeysWithValues: numbers.map { ($0, ranks[names.sources[$0].bundle] ?? 0) })
    }

    // MARK: Time in bed alone

    private func bedTimes(_ spans: [ClosedRange<Double>]) -> [BedTime] {
        var groups: [[ClosedRange<Double>]] = []
        for span in spans {
            if let last = groups.last?.last, span.lowerBound - last.upperBound <= SleepJoining.gap {
                groups[groups.count - 1].append(span)
            } else {
                groups.append([span])
            }
        }
        let zones = Dictionary(beds.map { ($0.end, $0.zone) }) { names.comesBefore($1, $0) ? $1 : $0 }
        return groups.map { group in
            BedTime(
                ranges: group.map { Self.interval($0.lowerBound, $0.upperBound) },
                zone: names.zones[group.last.flatMap { zones[$0.upperBound] } ?? 0]
            )
        }
    }
}
