import Foundation
import HealthKitStore

extension OwnerTypesCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [TypeSummary] {
        var byType: [TypeID: TypeSummary] = [:]
        var sources: [TypeID: Set<SourceID>] = [:]
        for group in try reader.store.summaries() where group.count > 0 {
            let first = Date(timeIntervalSinceReferenceDate: group.firstStart)
            let last = Date(timeIntervalSinceReferenceDate: group.lastEnd)
            sources[group.type, default: []].insert(group.source)
            var summary =
                try byType[group.type]
                ?? TypeSummary(
                    identifier: reader.typeIdentifier(group.type),
                    count: 0,
                    first: first,
                    last: last,
                    sources: 0
                )
            summary.count += group.count
            summary.first = min(summary.first, first)
            summary.last = max(summary.last, last)
            summary.sources = sources[group.type]?.count ?? 0
            byType[group.type] = summary
        }
        return byType.values.sorted { $0.identifier < $1.identifier }
    }
}

extension OwnerSourcesCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [SourceSummary] {
        var result: [String: SourceSummary] = [:]
        for count in try reader.store.provenance() where count.count > 0 {
            let revision = try reader.revision(count.revision)
            let source = try reader.source(count.source)
            var summary =
                result[source.bundleIdentifier]
                ?? SourceSummary(source: source, versions: [], count: 0, last: .distantPast, types: [:])
            summary.count += count.count
            summary.types[try reader.typeIdentifier(count.type), default: 0] += count.count
            if let version = revision.version, !summary.versions.contains(version) {
                summary.versions.append(version)
            }
            result[source.bundleIdentifier] = summary
        }
        for group in try reader.store.summaries() where group.count > 0 {
            let bundle = try reader.source(group.source).bundleIdentifier
            guard let known = result[bundle]?.last else { continue }
            result[bundle]?.last = max(known, Date(timeIntervalSinceReferenceDate: group.lastEnd))
        }
        return result.values.sorted {
            ($0.source.name, $0.source.bundleIdentifier) < ($1.source.name, $1.source.bundleIdentifier)
        }
    }
}

extension OwnerDevicesCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [DeviceSummary] {
        var result: [HKDevice: DeviceSummary] = [:]
        for count in try reader.store.provenance() where count.count > 0 {
            guard let device = try reader.device(count.device) else { continue }
            var summary = result[device] ?? DeviceSummary(device: device, count: 0, types: [:])
            summary.count += count.count
            summary.types[try reader.typeIdentifier(count.type), default: 0] += count.count
            summary.sources[try reader.source(count.source).bundleIdentifier, default: 0] += count.count
            result[device] = summary
        }
        return result.values.sorted {
            ($0.device.name ?? "", $0.device.description) < ($1.device.name ?? "", $1.device.description)
        }
    }
}
