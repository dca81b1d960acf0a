import Foundation
import HealthKitStore

/// Previews of undo and redo, computed without applying them.
extension ObjectReader {
    /// A preview of an undo or redo; `nil` if there is nothing to undo or redo.
    ///
    /// - Parameters:
    ///   - isRedo: Whether to preview the next redo, if no number is given.
    ///   - number: The operation; `nil` for the next one.
    /// - Returns: The effect, or the obstacle.
    /// - Throws: The store's errors.
    func previewStep(isRedo: Bool, number: Int? = nil) throws -> OperationPreview? {
        guard let step = try number.map(step) ?? nextStep(isRedo: isRedo) else { return nil }
        var preview = OperationPreview(step: step, isRedo: number == nil ? isRedo : step.state != .done)
        if number != nil {
            preview.obstacle = try obstacle(to: step)
            if preview.obstacle != nil { return preview }
        }
        let own = try countGoing(&preview)
        try countComing(&preview)
        try countValues(&preview)
        preview.own = try ownEntries(without: own)
        preview.access = try accessChanges(whenTurned: step)
        let apps = Set(preview.access.map(\.app))
        if let app = apps.first, apps.count == 1 {
            let changed = Set(preview.access.compactMap(\.type))
            preview.unchanged = try grants(app: app).filter { !changed.contains($0.key) && $0.value != Grant() }
        }
        preview.readable = try preview.given.reduce(0) { try $0 + newlyReadable($1) }
        return preview
    }

    /// Counts the samples that would be deleted by type and source, and determines their time range.
    ///
    /// - Returns: The number of them that the person entered.
    private func countGoing(_ preview: inout OperationPreview) throws -> Int {
        let places = try places(of: preview.step)
        guard let bounds = places.bounds else { return 0 }
        var counts: [TypeID: [SourceID: Int]] = [:]
        var correlations: [UUID] = []
        let uncounted = preview.step.uncounted ?? [:]
        var (start, end) = (Double.infinity, -Double.infinity)
        let types = Set(preview.step.added.keys).union(preview.step.removed.keys)
        for type in try types.compactMap({ try typeID($0) }) {
            let request = ScanRequest(type: type, columns: [.times, .anchor], after: bounds.lowerBound - 1)
            try store.scan(request) { block in
                let (anchors, starts, ends) = (block.anchors, block.starts, block.ends)
                var count = 0
                for row in 0..<block.count where places.contains(anchors[row]) {
                    count += 1
                    start = min(start, starts[row])
                    end = max(end, ends[row])
                }
                if count > 0 { counts[type, default: [:]][block.source, default: 0] += count }
                return .continue
            }
        }
        try store.forEachRecord(at: places) { record in
            counts[record.type, default: [:]][record.source, default: 0] += 1
            if !uncounted.isEmpty { correlations.append(record.uuid) }
            start = min(start, record.start)
            end = max(end, record.end)
            return .continue
        }
        if start <= end { (preview.start, preview.end) = (start, end) }
        var own = 0
        for (type, sources) in counts {
            var names: [String: Int] = [:]
            for (id, count) in sources {
                let source = try source(id)
                names[source.name, default: 0] += count
                if source.bundleIdentifier == HKSourceRevision.health.source.bundleIdentifier { own += count }
            }
            let count = sources.values.reduce(0, +)
            preview.going.append(.init(type: try typeIdentifier(type), count: count, sources: names))
        }
        if !uncounted.isEmpty {
            var members = try members(of: correlations, at: places)
            // A medication in the person's list isn't a member of anything.
            let medications = HKObjectType.userAnnotatedMedicationType().identifier
            members[medications] = preview.going.first { $0.type == medications }?.sources
            Self.leaveOut(uncounted, members, of: &preview.going)
        }
        preview.going.sort(by: Self.isMore)
        return own
    }

    /// The number of members of some correlations at some change numbers, by type identifier and the names of their
    /// sources.
    private func members(of correlations: [UUID], at places: AnchorRanges) throws -> [String: [String: Int]] {
        var counts: [TypeID: [SourceID: Int]] = [:]
        let role = LinkRole.correlationMember.rawValue
        var first = 0
        while first < correlations.count {
            let part = correlations[first..<min(first + 1_000, correlations.count)]
            first += part.count
            let children = Set(try part.flatMap { try store.children(of: $0, role: role).map(\.child) })
            for row in try store.samples(uuids: Array(children)).values where places.contains(row.anchor) {
                counts[row.type, default: [:]][row.source, default: 0] += 1
            }
        }
        var members: [String: [String: Int]] = [:]
        for (type, sources) in counts {
            let identifier = try typeIdentifier(type)
            for (id, count) in sources { members[identifier, default: [:]][try source(id).name, default: 0] += count }
        }
        return members
    }

    /// Omits objects that an import didn't count.
    ///
    /// - Parameters:
    ///   - uncounted: How many that is, by type.
    ///   - members: The members of correlations that are there, by type and source; `nil` where all are.
    ///   - objects: The objects.
    private static func leaveOut(
        _ uncounted: [String: Int],
        _ members: [String: [String: Int]]?,
        of objects: inout [OperationPreview.Objects]
    ) {
        for index in objects.indices {
            let type = objects[index].type
            let sources = members.map { $0[type] ?? [:] }
            var left = min(uncounted[type] ?? 0, sources?.values.reduce(0, +) ?? .max, objects[index].count)
            objects[index].count -= left
            for (source, count) in (sources ?? [:]).sorted(by: { $0.key < $1.key }) where left > 0 {
                let part = min(left, count)
                left -= part
                let rest = (objects[index].sources[source] ?? 0) - part
                objects[index].sources[source] = rest > 0 ? rest : nil
            }
        }
        objects.removeAll { $0.count == 0 }
    }

    /// Counts days of rings and attachments, where an import counted them.
    private func countValues(_ preview: inout OperationPreview) throws {
        guard preview.step.kind == .import else { return }
        let uncounted = preview.step.uncounted ?? [:]
        func counted(_ counts: [String: Int]) -> [OperationPreview.Objects] {
            counts.map { .init(type: $0.key, count: $0.value - (uncounted[$0.key] ?? 0)) }.filter { $0.count > 0 }
        }
        let values = try valueObjects(of: preview.step)
        preview.going = (preview.going + counted(values.going)).sorted(by: Self.isMore)
        preview.coming = (preview.coming + counted(values.coming)).sorted(by: Self.isMore)
    }

    /// The number of days of rings and of attachments that a step would remove and restore, by the pseudo-types of
    /// previews.
    ///
    /// - Parameter step: The step.
    /// - Returns: The numbers.
    /// - Throws: The store's errors.
    func valueObjects(of step: OwnerOperation) throws -> (going: [String: Int], coming: [String: Int]) {
        var (going, coming): ([String: Int], [String: Int]) = ([:], [:])
        try forEachChange(of: step) { change in
            guard case .value(let namespace, let key, let bytes) = change else { return }
            let type: String
            switch namespace {
            case StoreNamespace.activitySummaries: type = HKObjectType.activitySummaryType().identifier
            case AttachmentKey.contents: type = OperationPreview.Objects.attachments
            default: return
            }
            // A value that existed before and exists now is only changed.
            switch (bytes != nil, try store.value(namespace, key) != nil) {
            case (false, true): going[type, default: 0] += 1
            case (true, false): coming[type, default: 0] += 1
            default: break
            }
        }
        return (going, coming)
    }

    /// The number of samples at some change numbers, by type identifier.
    ///
    /// - Parameters:
    ///   - places: Where.
    ///   - types: The identifiers of the types that they may be of.
    /// - Returns: The numbers.
    /// - Throws: The store's errors.
    func counts(at places: AnchorRanges, types: some Sequence<String>) throws -> [String: Int] {
        guard let bounds = places.bounds else { return [:] }
        var counts: [String: Int] = [:]
        for identifier in types {
            guard let type = try typeID(identifier) else { continue }
            try store.scan(ScanRequest(type: type, columns: [.anchor], after: bounds.lowerBound - 1)) { block in
                let anchors = block.anchors
                for row in 0..<block.count where places.contains(anchors[row]) { counts[identifier, default: 0] += 1 }
                return .continue
            }
        }
        return counts
    }

    private func countComing(_ preview: inout OperationPreview) throws {
        var counts: [TypeID: Int] = [:]
        try forEachChange(of: preview.step) { change in
            switch change {
            case .samples(let samples): counts[samples.type, default: 0] += try samples.count()
            case .record(let record): counts[record.type, default: 0] += 1
            default: break
            }
        }
        var coming = try counts.map { OperationPreview.Objects(type: try typeIdentifier($0.key), count: $0.value) }
        if let uncounted = preview.step.uncounted { Self.leaveOut(uncounted, nil, of: &coming) }
        preview.coming = coming.sorted(by: Self.isMore)
    }

    private static func isMore(_ left: OperationPreview.Objects, _ right: OperationPreview.Objects) -> Bool {
        left.count == right.count ? left.type < right.type : left.count > right.count
    }

    /// The person's entries, excluding a number of deleted ones.
    private func ownEntries(without going: Int) throws -> OperationPreview.Entries? {
        var (count, last): (Int, GroupSummary?) = (0, nil)
        for group in try store.summaries() {
            let bundle = try source(group.source).bundleIdentifier
            guard bundle == HKSourceRevision.health.source.bundleIdentifier else { continue }
            count += group.count
            if group.lastStart > last?.lastStart ?? -.infinity { last = group }
        }
        guard count > going else { return nil }
        var entries = OperationPreview.Entries(count: count - going)
        // If some are deleted, the last entry may be one of them.
        guard going == 0, let last else { return entries }
        entries.lastType = try typeIdentifier(last.type)
        let request = ScanRequest(
            type: last.type,
            sources: [last.source],
            startLower: last.lastStart,
            columns: .all
        )
        try store.forEachSample(request) { row in
            entries.last = SampleVersion(
                uuid: row.uuid,
                start: row.start,
                end: row.end,
                value: row.value,
                unit: row.unit == 0 ? nil : DictionaryCoding.text(try store.dictionaryBytes(.unit, row.unit)),
                edited: row.creation
            )
            return .continue
        }
        return entries
    }

    /// The number of samples that an app could read but can't read now.
    private func newlyReadable(_ change: AccessChange) throws -> Int {
        guard change.way == .read, change.after.isAllowed, let type = try change.type.flatMap({ try typeID($0) }) else {
            return change.way == .objects ? max(0, (change.after.objects ?? 0) - (change.before.objects ?? 0)) : 0
        }
        let all = try count(type, since: change.after.since)
        return try change.before.isAllowed ? all - count(type, since: change.before.since) : all
    }

    private func count(_ type: TypeID, since: Double?) throws -> Int {
        guard let since else {
            return try store.summaries().reduce(0) { $1.type == type ? $0 + $1.count : $0 }
        }
        var count = 0
        try store.scan(ScanRequest(type: type, endLower: since, columns: [.times])) { block in
            for end in block.ends where end >= since { count += 1 }
            return .continue
        }
        var request = RecordRequest(type: type)
        request.endLower = since
        return try count + store.records(request).count
    }
}
