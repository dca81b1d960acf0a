import HealthKit

/// The number of samples in a list, from the counts that the store keeps.
enum SampleCount {
    static func count(_ query: SampleListQuery, _ person: PersonAccess) throws -> Int {
        let type = query.type.identifier
        guard query.matching == .everything, query.from == nil, query.to == nil,
            query.source == nil || query.device == nil
        else {
            return try person.count(query)
        }
        if let source = query.source {
            return try person.sources().first { $0.source == source }?.types[type] ?? 0
        }
        if let device = query.device {
            return try person.devices().first { $0.device == device }?.types[type] ?? 0
        }
        return try person.types().first { $0.identifier == type }?.count ?? 0
    }
}
