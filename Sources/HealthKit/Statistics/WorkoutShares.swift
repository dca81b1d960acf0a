/// The properties of a workout that decide how much of it counts.
package struct RecordedWorkout: Sendable, Hashable {
    /// Seconds since the reference date.
    package var start: Double
    package var end: Double
    /// The place of its source in the order of sources, the first of which is 0; `nil` if the person left the source out.
    package var place: Int?

    package init(start: Double, end: Double, place: Int?) {
        self.start = start
        self.end = end
        self.place = place
    }
}

/// The part of a workout that counts, where several sources recorded the same time (R7.27).
package struct WorkoutShare: Sendable, Hashable {
    /// From 0 to 1.
    package var counted: Double
    /// The index of the workout that it is grouped under; `nil` if it is at the top.
    ///
    /// That is the one that covers the longest piece of it, or the one that this is grouped under; it counts
    /// completely.
    package var first: Int?

    /// The share of a workout at the top.
    package static let whole = WorkoutShare(counted: 1)

    package init(counted: Double, first: Int? = nil) {
        self.counted = counted
        self.first = first
    }

    /// Less than this part counts as nothing, and all but this part as everything.
    package static let sliver = 0.1

    /// The shares of workouts, in their order (R7.27).
    ///
    /// Source by source, in the order of sources, a workout counts with the part of its time that no source before covers.
    /// Within a source all count. An instant counts unless a source before covers it, as in sums (R5.16).
    ///
    /// - Parameter workouts: All workouts that have time in common with those whose shares are wanted.
    /// - Returns: A share for each.
    package static func shares(of workouts: [RecordedWorkout]) -> [WorkoutShare] {
        var shares = workouts.map { $0.place == nil ? WorkoutShare(counted: 0) : .whole }
        // Among those that start together an instant comes last: it is within the others.
        let order = workouts.indices
            .filter { workouts[$0].isComparable }
            .sorted { left, right in
                let (one, other) = (workouts[left], workouts[right])
                if one.start != other.start { return one.start < other.start }
                return one.end == other.end ? left < right : one.end > other.end
            }
        var next = 0
        while next < order.count {
            let first = next
            var end = workouts[order[first]].end
            var isOfOneSource = true
            next += 1
            while next < order.count, workouts[order[next]].start < end {
                end = max(end, workouts[order[next]].end)
                isOfOneSource = isOfOneSource && workouts[order[next]].place == workouts[order[first]].place
                next += 1
            }
            // Most workouts overlap with none of another source.
            guard !isOfOneSource else { continue }
            var group = OverlappingWorkouts(workouts)
            group.share(order[first..<next], &shares)
        }
        return shares
    }
}

extension RecordedWorkout {
    /// Whether it can cover time, and be covered.
    fileprivate var isComparable: Bool { place != nil && start.isFinite && end.isFinite && end >= start }
}

/// Workouts of several sources, each of which overlaps with another one.
private struct OverlappingWorkouts {
    /// A time that a source before covers, and the workout that was the first to cover it.
    private struct Piece {
        var start: Double
        var end: Double
        var owner: Int
    }

    private let workouts: [RecordedWorkout]
    /// The times of the sources before, in order, none of which overlap.
    private var covered: [Piece] = []

    init(_ workouts: [RecordedWorkout]) { self.workouts = workouts }

    private func place(_ index: Int) -> Int { workouts[index].place ?? .max }

    /// Sets the shares of the workouts of a group, which are in order of their starts.
    mutating func share(_ group: ArraySlice<Int>, _ shares: inout [WorkoutShare]) {
        for (_, own) in Dictionary(grouping: group, by: place).sorted(by: { $0.key < $1.key }) {
            var added: [Piece] = []
            var ownEnd = -Double.infinity
            var position = 0
            for index in own {
                let workout = workouts[index]
                while position < covered.count, covered[position].end <= workout.start { position += 1 }
                shares[index] = share(of: workout, from: position, shares)
                let start = max(workout.start, ownEnd)
                if start < workout.end {
                    addFree(Piece(start: start, end: workout.end, owner: index), position, to: &added)
                }
                ownEnd = max(ownEnd, workout.end)
            }
            cover(added)
        }
    }

    /// The share of a workout.
    ///
    /// - Parameters:
    ///   - workout: The workout.
    ///   - position: The first covered time that ends after its start.
    ///   - shares: The shares of the sources before.
    /// - Returns: Its share.
    private func share(of workout: RecordedWorkout, from position: Int, _ shares: [WorkoutShare]) -> WorkoutShare {
        var taken = 0.0
        var longest = (length: -Double.infinity, owner: 0)
        var next = position
        while next < covered.count, covered[next].start < workout.end {
            let length = min(covered[next].end, workout.end) - max(covered[next].start, workout.start)
            if length > longest.length { longest = (length, covered[next].owner) }
            taken += length
            next += 1
        }
        let length = workout.end - workout.start
        guard length > 0 else {
            guard position < covered.count, covered[position].start <= workout.start else { return .whole }
            return WorkoutShare(counted: 0, first: shares[covered[position].owner].first ?? covered[position].owner)
        }
        let free = 1 - taken / length
        guard free <= 1 - WorkoutShare.sliver else { return .whole }
        let first = shares[longest.owner].first ?? longest.owner
        return WorkoutShare(counted: free < WorkoutShare.sliver ? 0 : free, first: first)
    }

    /// Adds the parts of a time that no source before covers.
    private func addFree(_ piece: Piece, _ position: Int, to added: inout [Piece]) {
        var from = piece.start
        var next = position
        while from < piece.end, next < covered.count, covered[next].start < piece.end {
            if covered[next].start > from {
                added.append(Piece(start: from, end: covered[next].start, owner: piece.owner))
            }
            from = max(from, covered[next].end)
            next += 1
        }
        if from < piece.end { added.append(Piece(start: from, end: piece.end, owner: piece.owner)) }
    }

    /// Adds the times of a source to the covered times.
    private mutating func cover(_ added: [Piece]) {
        guard !covered.isEmpty else {
            covered = added
            return
        }
        var all: [Piece] = []
        all.reserveCapacity(covered.count + added.count)
        var next = 0
        for piece in covered {
            while next < added.count, added[next].start < piece.start {
                all.append(added[next])
                next += 1
            }
            all.append(piece)
        }
        covered = all + added[next...]
    }
}
