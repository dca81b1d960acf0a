import Foundation

extension WorkoutContent {
    /// Decodes ``json``; `nil` if the bytes are invalid.
    package init?(json: [UInt8]) {
        // The caller knows the origin of the bytes and reports it.
        guard let content = try? JSONDecoder().decode(WorkoutContent.self, from: Data(json)) else { return nil }
        self = content
    }

    /// The content as the store keeps it.
    package var json: [UInt8] {
        var text = JSONText()
        text.object { text in
            text.key("activities")
            text.array(activities) { $0.write($1) }
            text.member("activity", Int(clamping: activity))
            if let activityName { text.member("activityName", activityName) }
            text.member("duration", duration)
            text.key("events")
            text.array(events) { $0.write($1) }
            if let routePaths {
                text.key("routePaths")
                text.array(routePaths) { $0.string($1) }
            }
            text.member("standardZones", standardZones)
            text.key("statistics")
            text.array(statistics) { $0.write($1) }
            text.key("totals")
            text.object { text in
                for total in totals.keys.sorted() { text.member(total, totals[total]) }
            }
            text.member("zones", zones)
        }
        return text.bytes
    }

    /// The content visible to apps: without events unknown to this version and data that only the person sees.
    var ofApps: WorkoutContent {
        var content = self
        content.events = events.compactMap { event in
            guard event.kind != nil else { return nil }
            var event = event
            event.metadata = event.metadata.flatMap { Metadata(bytes: $0) }?.ofApps?.bytes
            return event
        }
        for index in content.activities.indices {
            content.activities[index].metadataBytes = content.activities[index].metadata?.ofApps?.bytes
        }
        return content
    }
}

extension JSONText {
    fileprivate mutating func write(_ event: WorkoutEventContent) {
        object {
            $0.member("end", event.end)
            $0.member("metadata", event.metadata)
            if let name = event.name { $0.member("name", name) }
            $0.member("start", event.start)
            $0.member("type", event.type)
        }
    }

    fileprivate mutating func write(_ activity: WorkoutActivityContent) {
        object { text in
            text.key("configuration")
            text.write(activity.configuration)
            text.member("duration", activity.duration)
            text.member("end", activity.end)
            text.member("metadataBytes", activity.metadataBytes)
            text.member("standardZones", activity.standardZones)
            text.member("start", activity.start)
            text.key("statistics")
            text.array(activity.statistics) { $0.write($1) }
            text.member("uuid", activity.uuid.uuidString)
            text.member("zones", activity.zones)
        }
    }

    fileprivate mutating func write(_ configuration: WorkoutConfigurationContent) {
        object {
            $0.member("activityType", Int(clamping: configuration.activityType))
            $0.member("lapLength", configuration.lapLength)
            $0.member("locationType", configuration.locationType)
            $0.member("swimmingLocationType", configuration.swimmingLocationType)
        }
    }

    fileprivate mutating func write(_ statistics: WorkoutStatisticsContent) {
        object {
            $0.member("average", statistics.average)
            if let isComputed = statistics.isComputed {
                $0.key("computed")
                $0.flag(isComputed)
            }
            $0.member("end", statistics.end)
            $0.member("maximum", statistics.maximum)
            $0.member("minimum", statistics.minimum)
            $0.member("start", statistics.start)
            $0.member("sum", statistics.sum)
            $0.member("type", statistics.type)
        }
    }
}
