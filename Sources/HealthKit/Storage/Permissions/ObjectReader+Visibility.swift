import Foundation
import HealthKitStore

extension HKObjectType {
    /// Whether the person permits objects of the type individually, regardless of how they are requested.
    var isPermittedByObject: Bool {
        requiresPerObjectAuthorization() || self is HKDocumentType || self == VerifiableRecordType.shared
    }
}

extension ObjectReader {
    /// The caller's visibility of a type; `nil` if access was never requested.
    func visibility(of type: HKObjectType) throws -> TypeVisibility? {
        guard let caller else { return .everything }
        if let known = visibilityCache.visibilities[type.identifier] { return known }
        let visibility = try makeVisibility(of: type, caller)
        visibilityCache.visibilities[type.identifier] = .some(visibility)
        return visibility
    }

    /// The caller's visibility of a type.
    ///
    /// - Throws: `errorAuthorizationNotDetermined` if access was never requested (R1.5).
    func requiredVisibility(of type: HKObjectType) throws -> TypeVisibility {
        guard let visibility = try visibility(of: type) else {
            if caller?.isAssistant == true { throw AssistantRefusal.notAllowed.error }
            throw HKError.error(.errorAuthorizationNotDetermined, "Authorization not determined")
        }
        return visibility
    }

    private func makeVisibility(of type: HKObjectType, _ caller: AppIdentity) throws -> TypeVisibility? {
        if let correlation = type as? HKCorrelationType { return try makeVisibility(of: correlation, caller) }
        let grant = try grant(of: caller, type: type.identifier)
        let scope: ReadScope
        switch (grant.read, grant.share) {
        case (nil, nil):
            guard makes(.asked) else { return .everything }
            return type is HKMedicationDoseEventType ? try makeVisibilityOfListedDoses() : nil
        case (true, _): scope = .everything
        case (_, true): scope = makes(.reading) ? .only(bundleIdentifier: caller.bundleIdentifier) : .everything
        default: return makes(.reading) ? .nothing : .everything
        }
        return TypeVisibility(
            scope: scope,
            choice: type.isPermittedByObject && makes(.choice)
                ? try objectChoice(app: caller.account, type: type.identifier) : nil,
            judgesObjects: type is HKMedicationDoseEventType && makes(.medications),
            since: grant.read == true && type.canBeLimitedInTime && makes(.since)
                ? grant.since ?? -.infinity : -.infinity
        )
    }

    /// An app that requested medications also sees their doses, each according to its medication (R1.26).
    private func makeVisibilityOfListedDoses() throws -> TypeVisibility? {
        guard let medications = try visibility(of: HKObjectType.userAnnotatedMedicationType()) else { return nil }
        guard medications.scope == .everything else { return .nothing }
        return TypeVisibility(
            scope: .everything,
            judgesObjects: makes(.medications),
            needsMedication: makes(.medications)
        )
    }

    /// A correlation is visible if any of its members is, and shows only those (R1.8).
    private func makeVisibility(of type: HKCorrelationType, _ caller: AppIdentity) throws -> TypeVisibility? {
        let visibilities = try type.memberTypeIdentifiers.compactMap { HKObjectType.type(identifier: $0) }
            .map { try visibility(of: $0) }
        let scopes = visibilities.compactMap { $0?.scope }
        if scopes.isEmpty { return nil }
        // It is visible as long as one of its members is, and shows only those.
        let since = visibilities.compactMap { $0?.scope == .everything ? $0?.since : nil }.min() ?? -.infinity
        if visibilities.allSatisfy({ $0?.scope == .everything && $0?.since == since }) {
            return TypeVisibility(scope: .everything, since: since)
        }
        if scopes.contains(.everything) {
            return TypeVisibility(scope: .everything, judgesObjects: makes(.correlations), since: since)
        }
        let own = ReadScope.only(bundleIdentifier: caller.bundleIdentifier)
        return scopes.contains(own) ? TypeVisibility(scope: own, judgesObjects: true) : .nothing
    }

    // MARK: Single objects

    /// The possible locations of single objects that the caller can see; `nil` for everywhere.
    ///
    /// Others aren't even examined, so that the response time doesn't reveal them either.
    var rowVisibility: StoreReader.Visibility? {
        guard caller != nil, makes(.objects) else { return nil }
        return { [unowned self] type, source in
            guard let type = try self.type(type), let visibility = try visibility(of: type) else { return false }
            return try isWithin(visibility.scope, source)
        }
    }

    /// Whether the caller can see an object.
    func sees(_ object: StoredObject) throws -> Bool {
        guard caller != nil, makes(.objects) else { return true }
        switch object {
        case .sample(let row):
            guard let type = try type(row.type), let visibility = try visibility(of: type) else { return false }
            return try row.end >= visibility.since && sees(row.uuid, from: row.source, visibility)
        case .record(let record):
            guard let type = try type(record.type), let visibility = try visibility(of: type),
                record.end >= visibility.since,
                try sees(record.uuid, from: record.source, visibility)
            else { return false }
            return try !visibility.judgesObjects || admits(record)
        }
    }

    private func sees(_ uuid: UUID, from source: SourceID, _ visibility: TypeVisibility) throws -> Bool {
        guard try isWithin(visibility.scope, source) else { return false }
        guard let choice = visibility.choice else { return true }
        return choice.admits(uuid, from: try self.source(source).bundleIdentifier)
    }

    /// Whether data of a source is within a read scope.
    func isWithin(_ scope: ReadScope, _ source: SourceID) throws -> Bool {
        switch scope {
        case .everything: true
        case .nothing: false
        case .only(let bundle): try self.source(source).bundleIdentifier == bundle
        }
    }

    /// Whether the caller can see a record whose type is checked per object.
    func admits(_ record: StoredRecord) throws -> Bool {
        switch try type(record.type) {
        case is HKCorrelationType:
            let isOwn = try isOwn(record.source)
            return try store.children(of: record.uuid, role: LinkRole.correlationMember.rawValue)
                .contains { try seesMember($0.child, ofOwn: isOwn) }
        case is HKMedicationDoseEventType:
            if try isOwn(record.source) { return true }
            guard let content = DoseContent(bytes: record.payload) else { return false }
            return try seesMedication(content.concept.text)
        default: return true
        }
    }

    /// Whether a source is the calling app.
    func isOwn(_ source: SourceID) throws -> Bool {
        try self.source(source).bundleIdentifier == caller?.bundleIdentifier
    }

    /// Whether a member makes a correlation visible: a readable one, or one of the caller's own in its own correlation.
    private func seesMember(_ uuid: UUID, ofOwn isOwn: Bool) throws -> Bool {
        guard let member = try store.object(uuid: uuid), let type = try type(member.type) else { return false }
        guard let visibility = try visibility(of: type), visibility.scope == .everything || isOwn,
            member.end >= visibility.since
        else {
            return false
        }
        return try isWithin(visibility.scope, member.source)
    }

    /// Whether the caller can see doses of a medication.
    ///
    /// A medication that isn't on the person's list can't be allowed or refused, so the permission for doses decides.
    private func seesMedication(_ concept: String) throws -> Bool {
        if visibilityCache.medications == nil {
            let choice = try visibility(of: HKObjectType.userAnnotatedMedicationType())?.choice
            var medications: [String: Bool] = [:]
            for record in try medicationRecords() {
                guard let content = AnnotatedMedicationContent(bytes: record.payload) else { continue }
                let bundle = try source(record.source).bundleIdentifier
                medications[content.concept.identifier.text] =
                    choice?.admits(record.uuid, from: bundle) ?? (bundle == caller?.bundleIdentifier)
            }
            visibilityCache.medications = medications
        }
        if let isSeen = visibilityCache.medications?[concept] { return isSeen }
        return try visibility(of: HKObjectType.medicationDoseEventType())?.needsMedication == false
    }

    // MARK: Links

    /// Whether an object is a member of a correlation that the caller can see.
    func isInVisibleCorrelation(_ uuid: UUID) throws -> Bool {
        try store.parents(of: uuid, role: LinkRole.correlationMember.rawValue)
            .contains { link in
                guard makes(.correlationLinks) else { return true }
                return try store.record(uuid: link.parent).map { try sees(.record($0)) } ?? false
            }
    }

    /// Whether the caller can see the claimed owner of an object: a workout, an electrocardiogram, or the workout of an
    /// activity.
    func seesOwner(_ owner: UUID, of object: UUID) throws -> Bool {
        guard caller != nil, makes(.owners) else { return true }
        if let known = visibilityCache.owners[owner] { return known }
        if let record = try store.record(uuid: owner) {
            let isVisible = try sees(.record(record))
            visibilityCache.owners[owner] = isVisible
            return isVisible
        }
        // An activity isn't an object; its workout has the same effort score.
        return try store.parents(of: object, role: LinkRole.workoutEffort.rawValue)
            .contains { link in try store.record(uuid: link.parent).map { try sees(.record($0)) } ?? false }
    }

    // MARK: Deleted objects

    /// Whether the caller may know that an object was deleted.
    func sees(_ tombstone: StoredTombstone, _ payload: TombstonePayload?, _ request: FetchRequest) throws -> Bool {
        guard makes(.tombstones) else { return true }
        guard try isWithin(request.scope, tombstone.source) else { return false }
        if let choice = request.choice,
            !choice.admits(tombstone.uuid, from: try source(tombstone.source).bundleIdentifier)
        {
            return false
        }
        if let end = payload?.end, end < request.bounds.endLower { return false }
        guard request.judgesObjects, try !isOwn(tombstone.source) else { return true }
        // Deletions by older versions don't record the members, so they aren't reported.
        switch request.type {
        case is HKCorrelationType:
            return try (payload?.members ?? []).compactMap { HKObjectType.type(identifier: $0) }
                .contains { try visibility(of: $0)?.scope == .everything }
        default: return try payload?.concept.map { try seesMedication($0) } ?? false
        }
    }
}
