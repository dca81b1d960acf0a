import Foundation
import HealthKitStore

extension ObserveCall: LiveCall {
    /// The change number up to which the caller has been notified.
    typealias Memory = Int64

    var interest: ChangeInterest {
        // Includes rights: otherwise a forgotten right's error would be reported with the next save, even a hidden one.
        ChangeInterest(types: Set(selections.map(\.type.identifier)), namespaces: ChangeInterest.rights)
    }

    func next(_ reader: ScopedReader, _ memory: inout Int64?) throws -> Set<HKSampleType>? {
        let requests = try reader.requests(selections)
        let current = try reader.base.store.currentAnchor
        guard let changeNumber = memory else {
            memory = current
            return Set(selections.map(\.type))
        }
        let changed =
            try reader.base.makes(.observers)
            ? reader.base.changedTypes(requests, after: changeNumber) : Set(selections.map(\.type.identifier))
        memory = current
        let types = selections.map(\.type).filter { changed.contains($0.identifier) }
        return types.isEmpty ? nil : Set(types)
    }

    // Something may have changed meanwhile.
    func isNews(_ answer: Set<HKSampleType>) -> Bool? { true }

    static var isAcknowledged: Bool { true }
}

extension AnchoredCall: LiveCall {
    struct Memory: Sendable {
        /// The last change that the caller may know of.
        var changeNumber: Int64
        /// The change number up to which changes were examined under these rights.
        var reached: Int64
        var visibilities: [TypeVisibility]
        /// The samples hidden by a time limit, by selection.
        var hidden: [HiddenTimes]
        var given: Int64
    }

    var interest: ChangeInterest {
        ChangeInterest(types: Set(selections.map(\.type.identifier)), namespaces: ChangeInterest.rights)
    }

    func next(_ reader: ScopedReader, _ memory: inout Memory?) throws -> AnchoredAnswer? {
        let requests = try reader.requests(selections)
        let visibilities = requests.map { request in
            TypeVisibility(
                scope: request.scope,
                choice: request.choice,
                judgesObjects: request.judgesObjects,
                since: request.bounds.endLower
            )
        }
        let seal = try AnchorSeal(reader.base)
        let isFirst = memory == nil
        var state = try memory ?? begin(reader, seal, visibilities)
        let revealed = try reveal(requests, visibilities, &state, reader)
        if state.visibilities != visibilities { state.reached = state.changeNumber }
        let current = try reader.base.store.currentAnchor
        let changes = try reader.base.changes(requests, after: state.reached, limit: limit)
        if changes.changeNumber > state.reached { state.changeNumber = changes.changeNumber }
        state.reached = limit == nil ? max(state.reached, current) : state.changeNumber
        state.visibilities = visibilities
        state.given += Int64(revealed.count + changes.added.count + changes.deleted.count)
        let isComplete = limit.map { changes.added.count + changes.deleted.count < $0 } ?? true
        // The owner sees everything, so continuing from the end reveals nothing.
        if reader.base.caller == nil, isComplete { state.changeNumber = max(state.changeNumber, current) }
        memory = state
        if !isFirst, revealed.isEmpty, changes.added.isEmpty, changes.deleted.isEmpty { return nil }
        return AnchoredAnswer(
            added: revealed + changes.added,
            deleted: changes.deleted,
            anchor: seal.anchor(at: state.changeNumber, given: state.given)
        )
    }

    func resumed(after answer: AnchoredAnswer) -> AnchoredCall {
        AnchoredCall(selections: selections, anchor: CallAnchor(answer.anchor), limit: limit)
    }

    func isNews(_ answer: AnchoredAnswer) -> Bool? { !answer.added.isEmpty || !answer.deleted.isEmpty }

    private func begin(_ reader: ScopedReader, _ seal: AnchorSeal, _ visibilities: [TypeVisibility]) throws -> Memory {
        let changeNumber = seal.changeNumber(of: anchor)
        return Memory(
            changeNumber: changeNumber,
            reached: changeNumber,
            visibilities: visibilities,
            hidden: visibilities.map { HiddenTimes(since: $0.since) },
            given: anchor.given ?? 0
        )
    }

    /// Reports the samples that the person lets the caller read since a time limit was lifted.
    ///
    /// They are reported at once, regardless of the query's own limit, as nothing else reports them later.
    private func reveal(
        _ requests: [FetchRequest],
        _ visibilities: [TypeVisibility],
        _ state: inout Memory,
        _ reader: ScopedReader
    ) throws -> [HKSample] {
        var found: [HKSample] = []
        var known: Set<UUID> = []
        for (index, visibility) in visibilities.enumerated() where visibility.since != state.visibilities[index].since {
            for part in state.hidden[index].move(to: visibility.since, reported: state.changeNumber)
            where part.after < state.changeNumber {
                var request = requests[index]
                request.bounds.endLower = max(request.bounds.endLower, part.ends.lowerBound)
                request.bounds.endUpper = min(request.bounds.endUpper, part.ends.upperBound.nextDown)
                found += try reader.base.changes([request], after: part.after, through: state.changeNumber, limit: nil)
                    .added
                    .filter { known.insert($0.uuid).inserted }
            }
        }
        return found
    }
}

extension CollectionCall: LiveCall {
    struct Memory: Sendable {
        /// The intervals as last reported.
        var filled: [HKStatistics]
        var changeNumber: Int64
        var visibility: TypeVisibility
        var priority: SourcePriority
    }

    var interest: ChangeInterest {
        ChangeInterest(
            types: [selection.type.identifier],
            namespaces: ChangeInterest.rights.union([StoreNamespace.sourceOrder, StoreNamespace.sourceArrivals])
        )
    }

    func next(_ reader: ScopedReader, _ memory: inout Memory?) throws -> CollectionAnswer? {
        guard let type = selection.type as? HKQuantityType else {
            throw HKError.invalid("Statistics need a quantity type, not \(selection.type.identifier)")
        }
        let options = HKStatisticsOptions(rawValue: options)
        var request = try reader.request(selection)
        request.findsDoubled = addsCounted == true && reader.base.caller == nil
        let visibility = TypeVisibility(scope: request.scope, choice: request.choice, since: request.bounds.endLower)
        let priority = try reader.base.sourcePriority(of: type.identifier)
        let current = try reader.base.store.currentAnchor
        let old = memory
        let isSameView = old.map { $0.visibility == visibility && $0.priority == priority } ?? false
        let filled: [HKStatistics]
        if isSameView, let old, let touched = try touchedRange(reader.base, request, since: old.changeNumber) {
            filled = try refreshed(old.filled, touched, request, type, options, reader.base)
        } else if isSameView, let old, request.scope == .nothing {
            filled = old.filled
        } else {
            filled = try reader.base.statistics(request, type, options: options, intervals: intervals)
        }
        memory = Memory(filled: filled, changeNumber: current, visibility: visibility, priority: priority)
        guard let old else { return CollectionAnswer(filled: filled) }
        guard filled != old.filled else { return nil }
        let oldSet = Set(old.filled)
        let differing = filled.filter { !oldSet.contains($0) }
        return CollectionAnswer(filled: filled, single: differing.count == 1 ? differing[0] : nil)
    }

    /// The intervals, with those that overlap a time range recomputed.
    private func refreshed(
        _ old: [HKStatistics],
        _ touched: ClosedRange<Double>,
        _ request: FetchRequest,
        _ type: HKQuantityType,
        _ options: HKStatisticsOptions,
        _ reader: ObjectReader
    ) throws -> [HKStatistics] {
        let first = intervals.interval(containing: touched.lowerBound).start
        let last = intervals.interval(containing: touched.upperBound).end
        let fresh = try reader.statistics(
            request.touching(first...last),
            type,
            options: options,
            intervals: intervals,
            range: first...max(first, last.nextDown)
        )
        let before = old.filter { $0.startDate.timeIntervalSinceReferenceDate < first }
        let after = old.filter { $0.startDate.timeIntervalSinceReferenceDate >= last }
        return before + fresh + after
    }

    /// The time range of the added and removed samples, or `nil` if it isn't known and everything must be recomputed.
    private func touchedRange(_ reader: ObjectReader, _ request: FetchRequest, since changeNumber: Int64) throws
        -> ClosedRange<Double>?
    {
        guard request.scope != .nothing, let id = try reader.typeID(selection.type.identifier) else { return nil }
        // A sample changes the sum over all the time that the sample spans, and which instants near it count.
        if let type = selection.type as? HKQuantityType {
            if try reader.hasRelayedSums(of: type) { return nil }
            if request.findsDoubled, try reader.hasFileSources(of: type) { return nil }
        }
        let changes = try reader.store.changes(after: changeNumber, types: [id], limit: 10_000)
        return changes.items.count < 10_000 ? changes.times : nil
    }
}

extension SummariesCall: LiveCall {
    struct Memory: Sendable {
        /// The summaries as last reported.
        var reported: Set<ActivitySummaryContent> = []
        /// The daily totals of the samples.
        var days: ActivityDays?
        /// The first day that the caller may see; `nil` for all.
        var first: CalendarDay?
    }

    var interest: ChangeInterest {
        ChangeInterest(
            types: ActivityDayCalculator.types,
            namespaces: ChangeInterest.rights.union([
                StoreNamespace.activitySummaries, StoreNamespace.activityGoals, StoreNamespace.ringPauses,
                StoreNamespace.sourceOrder, StoreNamespace.sourceArrivals, StoreNamespace.characteristics,
            ])
        )
    }

    func next(_ reader: ScopedReader, _ memory: inout Memory?) throws -> [ActivitySummaryContent]? {
        // Summaries are a separate right, independent of the types they are made of (R1.22).
        let visibility = try reader.base.requiredVisibility(of: HKObjectType.activitySummaryType())
        let all = ObjectReader(reader.base.store)
        all.checkpoint = reader.base.checkpoint
        let isVisible = visibility.scope == .everything || !reader.base.makes(.summaries)
        let calculator = ActivitySummaryCalculator(all)
        let first = calculator.firstDay(since: visibility.since)
        var fresh = Memory(days: isVisible && memory?.first == first ? memory?.days : nil, first: first)
        let visible = first.map { days.from($0) } ?? days
        let contents = isVisible ? try calculator.summaries(visible, known: &fresh.days) : []
        try all.checkLookups()
        fresh.reported = Set(contents)
        defer { memory = fresh }
        guard let old = memory?.reported else { return contents }
        let changed = contents.filter { !old.contains($0) }
        return changed.isEmpty ? nil : changed
    }
}

extension EffortCall: LiveCall {
    struct Memory: Sendable {
        var known: [WorkoutEffortSubject: HKWorkoutEffortRelationship]
        var changeNumber: Int64
        var given: Int64
    }

    var interest: ChangeInterest {
        ChangeInterest(
            types: WorkoutEffort.typeIdentifiers.union([HKWorkoutTypeIdentifier]),
            namespaces: ChangeInterest.rights.union([StoreNamespace.workoutEffort])
        )
    }

    func next(_ reader: ScopedReader, _ memory: inout Memory?) throws -> EffortAnswer? {
        let request = try request(reader)
        let seal = try AnchorSeal(reader.base)
        let found = try reader.base.effortRelationships(request)
        let current = found.relationships.map(\.relationship)
        let reported: [HKWorkoutEffortRelationship]
        if let old = memory {
            let there = Set(current.map(\.subject))
            let gone = old.known.filter { !there.contains($0.key) }.values.map(\.withoutSamples)
            reported = current.filter { $0 != old.known[$0.subject] } + gone
        } else {
            let start = seal.changeNumber(of: anchor)
            reported = found.relationships.filter { start == 0 || $0.changed > start }.map(\.relationship)
        }
        let isFirst = memory == nil
        let changeNumber = max(memory?.changeNumber ?? seal.changeNumber(of: anchor), found.changeNumber)
        let given = (memory?.given ?? anchor.given ?? 0) + Int64(reported.count)
        memory = Memory(
            known: Dictionary(current.map { ($0.subject, $0) }, uniquingKeysWith: { first, _ in first }),
            changeNumber: changeNumber,
            given: given
        )
        if !isFirst, reported.isEmpty { return nil }
        return EffortAnswer(relationships: reported, anchor: seal.anchor(at: changeNumber, given: given))
    }

    func resumed(after answer: EffortAnswer) -> EffortCall {
        EffortCall(filter: filter, anchor: CallAnchor(answer.anchor), isMostRelevantOnly: isMostRelevantOnly)
    }

    func isNews(_ answer: EffortAnswer) -> Bool? { !answer.relationships.isEmpty }

    /// The request limited to what the caller may see of workouts, and of each effort score type that was ever requested.
    private func request(_ reader: ScopedReader) throws -> WorkoutEffortRequest {
        let workouts = try reader.request(SampleSelection(HKObjectType.workoutType(), filter))
        let scores = try WorkoutEffort.types.compactMap { type in
            try reader.base.visibility(of: type)
                .map { _ in (type.identifier, try reader.request(SampleSelection(type))) }
        }
        if scores.isEmpty { _ = try reader.base.requiredVisibility(of: WorkoutEffort.types[0]) }
        return WorkoutEffortRequest(
            workouts: workouts,
            scores: Dictionary(uniqueKeysWithValues: scores),
            isMostRelevantOnly: isMostRelevantOnly
        )
    }
}
