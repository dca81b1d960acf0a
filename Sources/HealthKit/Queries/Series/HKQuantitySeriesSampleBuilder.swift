import Foundation
import Synchronization

/// Collects quantities over time and saves them as one sample (R5.25).
///
/// Quantities may come in any order; of two that start at the same time the later insertion stays. A series that is
/// longer than a sample of its type may last is saved as several samples.
open class HKQuantitySeriesSampleBuilder: NSObject, @unchecked Sendable {
    /// The type of the collected quantities.
    public let quantityType: HKQuantityType
    /// When the series begins: no quantity may start before.
    public let startDate: Date
    /// The device that measures, or `nil`.
    public let device: HKDevice?

    private let store: HKHealthStore
    private let state = Mutex(SeriesDraft())

    /// Makes a builder.
    ///
    /// - Parameters:
    ///   - healthStore: The store in which the samples are saved.
    ///   - quantityType: The type of the collected quantities.
    ///   - startDate: When the series begins.
    ///   - device: The measuring device, or `nil`.
    public init(healthStore: HKHealthStore, quantityType: HKQuantityType, startDate: Date, device: HKDevice?) {
        store = healthStore
        self.quantityType = quantityType
        self.startDate = startDate
        self.device = device
        super.init()
    }

    /// Adds a quantity of an interval.
    ///
    /// - Parameters:
    ///   - quantity: The quantity, in a unit that fits the type.
    ///   - dateInterval: When it was measured, not before the start of the series.
    /// - Throws: `errorInvalidArgument` for a unit that does not fit, an interval before the start or longer than a sample of
    ///   the type may last, and after the series was finished.
    open func insert(_ quantity: HKQuantity, for dateInterval: DateInterval) throws {
        let value = quantity.doubleValue(for: quantity.unit)
        try SampleValidation.checkQuantity(quantityType, value: value, unit: quantity.unit)
        try SampleValidation.checkInterval(quantityType, start: dateInterval.start, end: dateInterval.end)
        guard dateInterval.start >= startDate else {
            throw HKError.invalid("The quantity starts (\(dateInterval.start)) before its series (\(startDate))")
        }
        try state.withLock { state in
            try state.checkActive()
            let unit = state.unit ?? quantity.unit
            state.unit = unit
            let start = dateInterval.start.timeIntervalSinceReferenceDate
            state.elements[start] = QuantitySeries.Element(
                start: start,
                end: dateInterval.end.timeIntervalSinceReferenceDate,
                value: unit == quantity.unit ? value : quantity.doubleValue(for: unit)
            )
        }
    }

    /// Adds a quantity of an instant.
    ///
    /// - Parameters:
    ///   - quantity: The quantity, in a unit that fits the type.
    ///   - date: When it was measured, not before the start of the series.
    /// - Throws: `errorInvalidArgument` for a unit that does not fit, a date before the start, and after the series was
    ///   finished.
    open func insert(_ quantity: HKQuantity, at date: Date) throws {
        try insert(quantity, for: DateInterval(start: date, duration: 0))
    }

    /// Saves the series.
    ///
    /// - Parameters:
    ///   - metadata: Strings, numbers, dates and quantities by key.
    ///   - endDate: When the series ends; `nil` for the end of its last quantity.
    ///   - completion: Called on a background queue with the samples, or `nil` and an error.
    @preconcurrency
    open func finishSeries(
        metadata: [String: Any]?,
        endDate: Date?,
        completion: @escaping @Sendable ([HKQuantitySample]?, (any Error)?) -> Void
    ) {
        refuseDiscarded()
        let values = Result { try Metadata(metadata) }
        store.perform({ try self.finishNow(values.get(), endDate) }, { completion($0.value, $0.failure) })
    }

    /// Saves the series; it ends with its last quantity.
    ///
    /// - Parameters:
    ///   - metadata: Strings, numbers, dates and quantities by key.
    ///   - completion: Called on a background queue with the samples, or `nil` and an error.
    @preconcurrency
    open func finishSeries(
        metadata: [String: Any]?,
        completion: @escaping @Sendable ([HKQuantitySample]?, (any Error)?) -> Void
    ) {
        finishSeries(metadata: metadata, endDate: nil, completion: completion)
    }

    /// Saves the series.
    ///
    /// - Parameters:
    ///   - metadata: Strings, numbers, dates and quantities by key.
    ///   - endDate: When the series ends; `nil` for the end of its last quantity.
    /// - Returns: The samples, one unless the series is longer than a sample of its type may last.
    /// - Throws: `errorInvalidArgument` without quantities, for an end before a quantity's, for invalid metadata and
    ///   when the series was finished before; any error of saving.
    open func finishSeries(metadata: [String: Any]?, endDate: Date?) async throws -> [HKQuantitySample] {
        try await waitForValue { finishSeries(metadata: metadata, endDate: endDate, completion: $0) }
    }

    /// Saves the series; it ends with its last quantity.
    ///
    /// - Parameter metadata: Strings, numbers, dates and quantities by key.
    /// - Returns: The samples, one unless the series is longer than a sample of its type may last.
    /// - Throws: `errorInvalidArgument` without quantities, for invalid metadata and when the series was finished
    ///   before; any error of saving.
    open func finishSeries(metadata: [String: Any]?) async throws -> [HKQuantitySample] {
        try await waitForValue { finishSeries(metadata: metadata, completion: $0) }
    }

    /// Forgets the quantities.
    ///
    /// Any later call stops the program, as on Apple's platforms.
    open func discard() {
        refuseDiscarded()
        state.withLock { state in
            state.phase = .discarded
            state.elements = [:]
        }
    }

    private func refuseDiscarded() {
        guard state.withLock({ $0.phase == .discarded }) else { return }
        raiseException(ExceptionName.invalidArgument, "The series builder was discarded")
    }

    /// Saves on this thread; a series that couldn't be saved may be finished again.
    private func finishNow(_ values: Metadata?, _ end: Date?) throws -> [HKQuantitySample] {
        try SampleValidation.checkMetadata(values, for: quantityType)
        let draft = try state.withLock { state in
            try state.checkActive()
            state.phase = .finished
            return state
        }
        do {
            let samples = try SeriesCutter(type: quantityType, device: device, metadata: values)
                .samples(draft, from: startDate, to: end)
            // Unlike a save, a series can't wait for an unlock (R5.25).
            try store.port.send(SaveSeriesCall(samples: samples))
            state.withLock { $0.elements = [:] }
            return samples
        } catch {
            state.withLock { state in
                if state.phase == .finished { state.phase = .active }
            }
            throw error
        }
    }
}

/// The contents of a series builder so far.
struct SeriesDraft: Sendable {
    enum Phase {
        case active
        case finished
        case discarded
    }

    var phase = Phase.active
    /// The unit of the first quantity, into which the others are converted.
    var unit: HKUnit?
    /// The quantities by start.
    var elements: [Double: QuantitySeries.Element] = [:]

    /// - Throws: `errorInvalidArgument` after the series was finished; after it was discarded the program stops.
    func checkActive() throws {
        switch phase {
        case .active: return
        case .finished: throw HKError.invalid("The series is finished already")
        case .discarded: raiseException(ExceptionName.invalidArgument, "The series builder was discarded")
        }
    }
}

/// Makes samples of a series, none longer than its type allows.
struct SeriesCutter {
    var type: HKQuantityType
    var device: HKDevice?
    var metadata: Metadata?

    /// The samples of a draft.
    ///
    /// - Throws: `errorInvalidArgument` without quantities, for an end before a quantity's end, and for a series with a sync
    ///   identifier that would need more than one sample.
    func samples(_ draft: SeriesDraft, from startDate: Date, to endDate: Date?) throws -> [HKQuantitySample] {
        let elements = QuantitySeries(Array(draft.elements.values)).elements
        guard let unit = draft.unit, let last = elements.map(\.end).max() else {
            throw HKError.invalid("No data was added to the series")
        }
        let start = startDate.timeIntervalSinceReferenceDate
        let end = endDate?.timeIntervalSinceReferenceDate ?? last
        guard end >= last else {
            throw HKError.invalid("The series cannot end before its last quantity ends")
        }
        var parts = cut(elements, from: start)
        guard parts.count == 1 || metadata?[HKMetadataKeySyncIdentifier] == nil else {
            throw HKError.invalid("A series with a sync identifier can't last longer than a single sample may")
        }
        parts[parts.count - 1].end = end
        return try parts.map { try sample($0, unit) }
    }

    private struct Part {
        var start: Double
        var end: Double
        var elements: [QuantitySeries.Element]
    }

    private func cut(_ elements: [QuantitySeries.Element], from start: Double) -> [Part] {
        let limit = type.isMaximumDurationRestricted ? type.maximumAllowedDuration : .infinity
        var parts = [Part(start: start, end: start, elements: [])]
        for element in elements {
            let current = parts.count - 1
            if max(parts[current].end, element.end) - parts[current].start > limit {
                let fresh = Part(start: element.start, end: element.end, elements: [element])
                if parts[current].elements.isEmpty { parts[current] = fresh } else { parts.append(fresh) }
            } else {
                parts[current].end = max(parts[current].end, element.end)
                parts[current].elements.append(element)
            }
        }
        return parts
    }

    private func sample(_ part: Part, _ unit: HKUnit) throws -> HKQuantitySample {
        let series = QuantitySeries(part.elements)
        let start = Date(timeIntervalSinceReferenceDate: part.start)
        let end = Date(timeIntervalSinceReferenceDate: part.end)
        try SampleValidation.checkInterval(type, start: start, end: end)
        let value = type.aggregationStyle == .cumulative ? series.sum : series.average
        let only = part.elements.count == 1 ? part.elements.first : nil
        let isPlain = only.map { $0.start == part.start && $0.end == part.end } ?? false
        return QuantityContent(
            type: type,
            value: value,
            unit: unit,
            start: start,
            end: end,
            series: isPlain ? nil : series
        )
        .sample(ObjectAttributes(device: device, metadata: metadata))
    }
}
