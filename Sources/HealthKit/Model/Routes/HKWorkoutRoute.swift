import CoreLocation
import Foundation

/// The route of a workout: a series of locations.
///
/// Create one with an ``HKWorkoutRouteBuilder``. An ``HKWorkoutRouteQuery`` reads its locations, and a query with
/// `HKQuery.predicateForObjects(from:)` finds the routes of a workout. It starts at its first location and ends at its last.
open class HKWorkoutRoute: HKSeriesSample, @unchecked Sendable {
    override init(_ parts: SampleParts, content: SeriesContent, data: [UInt8]?) {
        super.init(parts, content: content, data: data)
    }

    /// Creates a route from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no route.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        guard sampleType == HKSeriesType.workoutRoute() else { return nil }
    }

    /// Makes a route.
    ///
    /// - Throws: `errorInvalidArgument` without locations and for invalid metadata.
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
