import Foundation

/// Blood pressure values in separate rows, each held until the other one of the same time arrives.
struct PressureHalves {
    struct Half {
        let quantity: TableQuantity
        let isSystolic: Bool
        let place: String
    }

    private struct Key: Hashable {
        let start: Date
        let end: Date
        let source: ReadSource
    }

    private var waiting: [Key: [Half]] = [:]

    /// The other value of the same time and source; a half without one waits.
    mutating func partner(of half: Half, at moment: TableTimes.Moment, _ source: ReadSource) -> Half? {
        let key = Key(start: moment.start, end: moment.end, source: source)
        var others = waiting[key] ?? []
        if let first = others.first, first.isSystolic != half.isSystolic {
            others.removeFirst()
            waiting[key] = others.isEmpty ? nil : others
            return first
        }
        waiting[key] = others + [half]
        return nil
    }

    /// The values whose other half never arrived, in the order of their lines.
    var alone: [Half] {
        waiting.values.joined()
            .sorted {
                $0.place.utf8.count == $1.place.utf8.count
                    ? $0.place < $1.place : $0.place.utf8.count < $1.place.utf8.count
            }
    }
}
