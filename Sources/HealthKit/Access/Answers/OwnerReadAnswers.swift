import Foundation
import HealthKitStore

/// A call of the owner that only reads.
protocol AnsweredOwnerReadCall: OwnerReadCall, PassedCall, RepeatableCall {
    /// Computes the answer; the owner sees everything.
    func answer(_ reader: ObjectReader) throws -> Answer
}

extension OwnerAppsCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [AppRecord] { try reader.apps() }
}

extension OwnerGrantsCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [String: Grant] { try reader.grants(app: app) }
}

extension OwnerApprovalCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> ApprovedProgram? { try reader.approvedProgram(app) }
}

extension OwnerCompanionPairsCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [KnownPair] { try reader.knownPairs() }
}

extension OwnerRequestsCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [AuthorizationRequest] { try reader.pendingRequests() }
}

extension OwnerRequestCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> AuthorizationRequest? { try reader.request(number) }
}

extension OwnerObjectChoiceCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> ObjectChoice { try reader.objectChoice(app: app, type: type) }
}

extension OwnerChosenSourcesCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> SourcePriority { try reader.sourcePriority(of: type) }
}

extension OwnerSourceOrderCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> (order: [HKSource], excluded: Set<String>) {
        (try reader.orderedSources(of: type).map(\.source), try reader.sourcePriority(of: type).excluded)
    }
}

extension OwnerCharacteristicsCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> CharacteristicValues { try reader.characteristics() }
}

extension OwnerPinsCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [String]? {
        try reader.value([String].self, StoreNamespace.pins, PersonAccess.pinsKey)
    }
}

extension OwnerCardsCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [String]? {
        try reader.value([String].self, StoreNamespace.pins, PersonAccess.cardsKey)
    }
}

extension OwnerTypeGoalsCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [String: TypeGoal] {
        let stored = try reader.values(TypeGoal.self, StoreNamespace.typeGoals)
        return Dictionary(uniqueKeysWithValues: stored.map { ($0.key, $0.value) })
    }
}

extension OwnerMarksCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [DayMark] { try reader.marks() }
}

extension OwnerStudiesCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [String: StudyRecord] {
        var studies: [String: StudyRecord] = [:]
        // None may be skipped: otherwise the person would take part a second time, as a different participant.
        for key in try reader.store.values(StoreNamespace.studies).map(\.key) {
            studies[key] = try reader.requiredValue(StudyRecord.self, StoreNamespace.studies, key)
        }
        return studies
    }
}

extension OwnerDeliveriesCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [String: HKUpdateFrequency] { try reader.deliveries(app: app) }
}

extension OwnerChosenUnitCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> HKUnit? { try reader.chosenUnit(for: type) }
}

extension OwnerPageCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [HKSample] {
        var request = FetchRequest(type: selection.type, filter: selection.filter)
        if let start = position?.start.timeIntervalSinceReferenceDate {
            request.bounds = ascending ? TimeBounds(startLower: start) : TimeBounds(startUpper: start)
        }
        if let position, position.rank > 1 {
            // Skips as many rows as before; the last of them must still be the one that was last then.
            let found = try reader.rows(request, ascending: ascending, skipping: position.rank - 1, limit: limit + 1)
            if let found, found.first?.uuid == position.uuid { return Array(found.dropFirst()) }
        }
        var wanted = limit + (position == nil ? 0 : 1)
        while true {
            let found = try reader.samples([request], order: .byStart(ascending: ascending), limit: wanted)
            guard let position else { return found }
            let rest = Self.rest(found, after: position)
            if rest.count >= limit || found.count < wanted { return Array(rest.prefix(limit)) }
            wanted *= 2
        }
    }

    /// The samples after a position, including later ones with the same start.
    private static func rest(_ samples: [HKSample], after position: SampleListPosition) -> ArraySlice<HKSample> {
        guard let index = samples.firstIndex(where: { $0.uuid == position.uuid }) else {
            return samples.drop { $0.startDate == position.start }
        }
        return samples[(index + 1)...]
    }
}

extension OwnerSampleCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> HKSample? { try reader.sample(uuid: uuid) }
}

extension OwnerOwnersCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [HKSample] {
        try reader.store.parents(of: uuid, role: nil).compactMap { try reader.sample(uuid: $0.parent) }
    }
}

extension OwnerCountCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> Int {
        let request = FetchRequest(type: selection.type, filter: selection.filter)
        var count = 0
        try reader.forEachRow(request) { _ in
            count += 1
            return true
        }
        try reader.forEachRecord(request) { _ in
            count += 1
            return true
        }
        return count
    }
}
