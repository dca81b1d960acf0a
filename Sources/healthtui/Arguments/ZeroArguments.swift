import ArgumentParser
import HealthtuiFacts

/// What a day without anything means.
struct ZeroArguments: ParsableArguments {
    @Flag(name: .long, help: "Take days without anything as 0, between the first record and the last.")
    var zero = false

    /// A reader that takes days as they were asked for.
    ///
    /// - Parameters:
    ///   - reader: The reader.
    ///   - measures: The measures that are asked.
    /// - Returns: The reader.
    /// - Throws: ``CommandFailure`` where nothing that is asked adds up.
    func reader(_ reader: MeasureReader, _ measures: Measure...) throws -> MeasureReader {
        var reader = reader
        reader.countsZeros = zero
        guard zero, !measures.contains(where: { $0.kind == .total }) else { return reader }
        let names = measures.map(\.name).joined(separator: " and ")
        throw CommandFailure.usage("--zero", "a day without anything isn't 0 of \(names); this is for what adds up")
    }
}
