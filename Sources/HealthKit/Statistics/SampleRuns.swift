import HealthKitStore

/// Samples as statistics read them: chunk after chunk, ascending by start.
///
/// Statistics never hold all samples at once: a chunk is one batch of the store.
package protocol SampleRuns: AnyObject {
    /// Moves to the next chunk.
    ///
    /// - Returns: The chunk, whose columns stay until the next call; `nil` at the end.
    func next() throws -> SampleRun?

    /// Moves to the next chunk, which may consist of hourly totals if those were said to be enough.
    ///
    /// - Returns: The chunk, which stays until the next call; `nil` at the end.
    func nextChunk() throws -> SampleChunk?
}

extension SampleRuns {
    package func nextChunk() throws -> SampleChunk? { try next().map { .samples($0) } }
}

/// A chunk of samples: all of them, or their hourly totals.
package enum SampleChunk {
    case samples(SampleRun)
    case hours(HourBlock)
}

/// A chunk of samples as columns: seconds since the reference date, and numbers in the canonical unit.
package struct SampleRun {
    package let starts: UnsafePointer<Double>
    package let ends: UnsafePointer<Double>
    package let values: UnsafePointer<Double>
    package let count: Int

    package init(
        starts: UnsafePointer<Double>,
        ends: UnsafePointer<Double>,
        values: UnsafePointer<Double>,
        count: Int
    ) {
        self.starts = starts
        self.ends = ends
        self.values = values
        self.count = count
    }
}

/// Memory for a chunk, used again for the next one.
final class RunBuffer {
    private var capacity: Int
    private var starts: UnsafeMutablePointer<Double>
    private var ends: UnsafeMutablePointer<Double>
    private var values: UnsafeMutablePointer<Double>
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        starts = .allocate(capacity: capacity)
        ends = .allocate(capacity: capacity)
        values = .allocate(capacity: capacity)
    }

    deinit {
        starts.deallocate()
        ends.deallocate()
        values.deallocate()
    }

    var run: SampleRun { SampleRun(starts: starts, ends: ends, values: values, count: count) }

    var room: Int { capacity - count }

    func removeAll() { count = 0 }

    /// Adds rows, allocating more space if needed.
    func append(_ rows: Range<Int>, of run: SampleRun) {
        let added = rows.count
        if added > room { grow(to: max(count + added, 2 * capacity)) }
        (starts + count).update(from: run.starts + rows.lowerBound, count: added)
        (ends + count).update(from: run.ends + rows.lowerBound, count: added)
        (values + count).update(from: run.values + rows.lowerBound, count: added)
        count += added
    }

    private func grow(to size: Int) {
        for column in [\RunBuffer.starts, \.ends, \.values] {
            let larger = UnsafeMutablePointer<Double>.allocate(capacity: size)
            larger.update(from: self[keyPath: column], count: count)
            self[keyPath: column].deallocate()
            self[keyPath: column] = larger
        }
        capacity = size
    }

    /// Multiplies the values and adds a number to each.
    func convert(scale: Double, offset: Double) {
        for row in 0..<count { values[row] = values[row] * scale + offset }
    }
}

/// Columns in memory as one chunk.
package final class ColumnRuns: SampleRuns {
    private let buffer: RunBuffer
    private var isDone = false

    package init(_ columns: SourceColumns) {
        buffer = RunBuffer(capacity: columns.count)
        columns.withRun { buffer.append(0..<$0.count, of: $0) }
    }

    package func next() -> SampleRun? {
        defer { isDone = true }
        return isDone ? nil : buffer.run
    }
}

/// Several series of samples as one, ascending by start; of equal starts the earlier series' come first.
package final class MergedRuns: SampleRuns {
    private var inputs: [Input]
    private let buffer = RunBuffer(capacity: 2_048)

    /// A series and how far it has been read.
    private struct Input {
        let runs: any SampleRuns
        var run: SampleRun
        var row = 0
        var start: Double { run.starts[row] }

        /// Passes over empty chunks; `nil` at the end.
        init?(_ runs: any SampleRuns) throws {
            self.runs = runs
            guard let run = try runs.next() else { return nil }
            self.run = run
            guard try settle() else { return nil }
        }

        mutating func settle() throws -> Bool {
            while row >= run.count {
                guard let next = try runs.next() else { return false }
                run = next
                row = 0
            }
            return true
        }
    }

    private init(_ series: [any SampleRuns]) throws {
        inputs = try series.compactMap { try Input($0) }
    }

    /// The series as one.
    package static func merging(_ series: [any SampleRuns]) throws -> any SampleRuns {
        if series.count == 1 { return series[0] }
        return try MergedRuns(series)
    }

    package func next() throws -> SampleRun? {
        buffer.removeAll()
        while buffer.room > 0, !inputs.isEmpty {
            var first = 0
            var limit = Double.infinity
            var limitIndex = inputs.count
            for index in 1..<max(1, inputs.count) {
                if inputs[index].start < inputs[first].start {
                    (limit, limitIndex) = (inputs[first].start, first)
                    first = index
                } else if inputs[index].start < limit {
                    (limit, limitIndex) = (inputs[index].start, index)
                }
            }
            try take(from: first, before: limit, inclusive: first < limitIndex)
        }
        return buffer.count > 0 ? buffer.run : nil
    }

    /// Adds the rows of one input that precede all others.
    private func take(from index: Int, before limit: Double, inclusive: Bool) throws {
        let run = inputs[index].run
        let from = inputs[index].row
        let end = min(run.count, from + buffer.room)
        var row = from + 1
        if inclusive {
            while row < end, run.starts[row] <= limit { row += 1 }
        } else {
            while row < end, run.starts[row] < limit { row += 1 }
        }
        buffer.append(from..<row, of: run)
        inputs[index].row = row
        if row == run.count, try !inputs[index].settle() { inputs.remove(at: index) }
    }
}

extension SourceColumns {
    /// All samples of a series.
    init(_ runs: any SampleRuns) throws {
        self.init()
        while let run = try runs.next() { append(run) }
    }

    /// Calls a closure with the columns as one chunk.
    func withRun<Result>(_ body: (SampleRun) throws -> Result) rethrows -> Result? {
        try starts.withUnsafeBufferPointer { starts in
            try ends.withUnsafeBufferPointer { ends in
                try values.withUnsafeBufferPointer { values in
                    guard let start = starts.baseAddress, let end = ends.baseAddress, let value = values.baseAddress
                    else { return nil }
                    return try body(SampleRun(starts: start, ends: end, values: value, count: starts.count))
                }
            }
        }
    }

    /// Adds a chunk.
    mutating func append(_ run: SampleRun) {
        starts.append(contentsOf: UnsafeBufferPointer(start: run.starts, count: run.count))
        ends.append(contentsOf: UnsafeBufferPointer(start: run.ends, count: run.count))
        values.append(contentsOf: UnsafeBufferPointer(start: run.values, count: run.count))
    }
}
