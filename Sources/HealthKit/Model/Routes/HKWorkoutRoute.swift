import CoreLocation
import Foundation

/// Where a workout took place: a series of locations.
///
/// Make one with an ``HKWorkoutRouteBuilder``; an ``HKWorkoutRouteQuery`` reads the locations, and a query with
/// `HKQuery.predicateForObjects(from:)` finds the routes of a workout. It begins with its first location and ends with its last.
open class HKWorkoutRoute: HKSeriesSample, @unchecked Sendable {
    override init(_ parts: SampleParts, content: SeriesContent, data: [UInt8]?) {
        super.init(parts, content: content, data: data)
    }

    /// Makes a route from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` when it holds no route.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        guard sampleType == HKSeriesType.workoutRoute() else { return nil }
    }

    /// Makes a route.
    ///
    /// - Throws: `errorInvalidArgument` without locations and for wrong metadata.
    package convenience init(route: RouteData, device: HKDevice?, metadata: Metadata?) throws {
        guard let first = route.points.first, let last = route.points.last else {
            throw HKError.invalid("No data was added to the workout route.")
        }
        let type = HKSeriesType.workoutRoute()
        let start = Date(timeIntervalSinceReferenceDate: first.fields.timestamp)
        let end = Date(timeIntervalSinceReferenceDate: last.fields.timestamp)
        try SampleValidation.checkInterval(type, start: start, end: end)
        try SampleValidation.checkMetadata(metadata, for: type)
        self.init(
            SampleParts(ObjectAttributes(device: device, metadata: metadata), type: type, start: start, end: end),
            content: SeriesContent(count: route.points.count),
            data: route.bytes
        )
    }
}

extension HKWorkoutRoute: RecordSample {
    package static func sample(_ parts: SampleParts, bytes: [UInt8]) -> HKSample? {
        content(of: bytes).map { HKWorkoutRoute(parts, content: $0, data: nil) }
    }
}
