/// Merges the samples of a time so that each moment counts once.
///
/// At each moment the first source that has a sample counts. Among its samples, being awake has precedence over a
/// stage, and a stage over sleep without one. The result doesn't depend on where a sample begins, so cutting a sample
/// in two changes nothing.
struct SleepMerge {
    struct Part {
        let state: SleepState
        let start: Double
        var end: Double
        let source: Int
        var zone: Int
    }

    private(set) var parts: [Part] = []
    /// Samples that have begun, the one that counts at the top; those below may have ended.
    private var heap: [(key: Int, piece: SleepPiece)] = []

    /// - Parameters:
    ///   - pieces: Asleep and awake, in any order.
    ///   - range: The time; samples are cut off at its ends.
    ///   - key: What decides which of several samples counts, the least one first.
    init(_ pieces: [SleepPiece], within range: ClosedRange<Double>, key: (SleepPiece) -> Int) {
        let ordered = pieces.sorted { $0.start < $1.start }
        var edges = pieces.flatMap { [$0.start, $0.end] }.filter { range.contains($0) }
        edges += [range.lowerBound, range.upperBound]
        edges.sort()
        var next = 0
        for index in edges.indices.dropLast() {
            let (from, to) = (edges[index], edges[index + 1])
            guard to > from else { continue }
            while next < ordered.count, ordered[next].start <= from {
                push((key(ordered[next]), ordered[next]))
                next += 1
            }
            while let top = heap.first, top.piece.end <= from { pop() }
            if let top = heap.first { append(top.piece, from, to) }
        }
    }

    private mutating func append(_ piece: SleepPiece, _ from: Double, _ to: Double) {
        if let last = parts.last, last.end == from, last.state == piece.state {
            parts[parts.count - 1].end = to
            parts[parts.count - 1].zone = piece.zone
        } else {
            parts.append(Part(state: piece.state, start: from, end: to, source: piece.source, zone: piece.zone))
        }
    }

    private mutating func push(_ entry: (key: Int, piece: SleepPiece)) {
        heap.append(entry)
        var index = heap.count - 1
        while index > 0, heap[index].key < heap[(index - 1) / 2].key {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func pop() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[child].key < heap[least].key {
                least = child
            }
            guard least != index else { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
