import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// The year of a source or a device as its page and its command show it.
package struct OriginContent: Sendable {
    /// The data that takes a further read, once all measures are known.
    package struct Rest: Sendable {
        package var gaps: [OriginGap] = []
        package var software: [SoftwareSpan] = []
        /// The source's positions among those of each type.
        package var places: [OriginPlace] = []
    }

    package var page: OriginPage
    /// Nil until it was read.
    package var rest: Rest?

    package init(_ page: OriginPage, _ rest: Rest? = nil) {
        self.page = page
        self.rest = rest
    }
}

extension OriginContent.Rest {
    /// Reads the days without data, the versions of software and the places of a source.
    init(_ page: OriginPage, _ reader: OriginReader) throws {
        gaps = try reader.gaps(page)
        software = try reader.software()
        places = try reader.places(page)
    }
}

extension OriginContent {
    /// Reads a whole year, for a command.
    ///
    /// - Parameters:
    ///   - origin: The source or the device.
    ///   - environment: The store, the time and the place.
    /// - Returns: The year.
    /// - Throws: `HKError` if the store can't be read.
    package static func read(_ origin: DataOrigin, _ environment: ConsoleEnvironment) throws -> OriginContent {
        let reader = try OriginReader(
            origin,
            environment.person,
            calendar: environment.calendar,
            now: environment.now
        )
        let page = try reader.page()
        return OriginContent(page, try Rest(page, reader))
    }
}

/// The chart of a type by one source or device alone.
struct OriginChartData {
    let type: HKSampleType
    let days: MeasureDays
    let environment: ConsoleEnvironment

    /// The numbers of a window, whose days were read.
    func chart(_ window: ChartWindow) -> ChartData {
        var chart = ChartDays(measured: days)
        chart.lower = days.days.compactMapValues { $0.second.map { MeasureDay($0) } }
        return ChartFold(
            days: chart,
            window: window,
            unit: ChartSource(type: type, environment: environment).unit,
            clock: CivilClock(environment.calendar.timeZone)
        )
        .chart
    }
}
