extension WorkoutContent {
    /// The content, with default zones in place of those computed from data that the caller may not read.
    func showingZones(_ seesOrigin: (HKQuantityType) throws -> Bool) throws -> WorkoutContent {
        let named = (zones ?? []) + (standardZones ?? [])
        var hidden: Set<String> = []
        for name in Set(named.map(\.type)) {
            guard let type = HKObjectType.type(identifier: name) as? HKQuantityType, try !seesOrigin(type) else {
                continue
            }
            hidden.insert(name)
        }
        func shown(_ zones: [WorkoutZoneContent]?, _ standard: [WorkoutZoneContent]?) -> [WorkoutZoneContent]? {
            if hidden.isEmpty { return zones }
            let kept = (zones ?? []).filter { $0.source != "system" || !hidden.contains($0.type) }
            let added = (standard ?? [])
                .filter { zone in hidden.contains(zone.type) && !kept.contains { $0.type == zone.type } }
            let all = (kept + added).sorted { $0.type < $1.type }
            return all.isEmpty ? nil : all
        }
        var content = self
        content.zones = shown(zones, standardZones)
        content.standardZones = nil
        for index in activities.indices {
            content.activities[index].zones = shown(activities[index].zones, activities[index].standardZones)
            content.activities[index].standardZones = nil
        }
        return content
    }
}
