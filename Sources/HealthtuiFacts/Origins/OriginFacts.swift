import Foundation
import HealthKit

/// The facts of a source's or a device's year.
package struct OriginFacts: Sendable {
    /// The names of the facts about each measure, in the order of columns.
    package static let measureKeys = [
        "measure", "type", "kind", "unit", "samples", "days", "first", "last", "day", "value", "second",
    ]

    private let page: OriginPage
    private let gaps: [OriginGap]
    private let software: [SoftwareSpan]
    private let timestamps: Timestamps

    /// The facts of a year.
    ///
    /// - Parameters:
    ///   - page: The year.
    ///   - gaps: The days without data.
    ///   - software: The versions of a device's software, or of a source's app.
    ///   - timestamps: The format of times.
    package init(_ page: OriginPage, gaps: [OriginGap], software: [SoftwareSpan], _ timestamps: Timestamps) {
        self.page = page
        self.gaps = gaps
        self.software = software
        self.timestamps = timestamps
    }

    /// The year as an object.
    package var json: JSONValue {
        let overview = page.overview
        let lived = page.lived(on: CivilClock(timestamps.timeZone))
        return .object(
            identity + [
                ("samples", .integer(overview.samples)), ("first", page.first.map(timestamps.json) ?? .null),
                ("last", page.last.map(timestamps.json) ?? .null),
                ("days", .integer(page.daysWithData(lived))), ("of", .integer(lived.count)), partners,
                ("software", .array(software.map(json))),
                (
                    "measures",
                    .array(page.rows.map { .object(fields(of: $0) + [("months", .array(months($0)))]) })
                ),
                ("missing", .array(gaps.map(json))),
            ]
        )
    }

    /// The known facts about a measure.
    ///
    /// - Parameter row: The measure.
    /// - Returns: All facts of ``measureKeys``, in their order.
    package func fields(of row: OriginRow) -> JSONValue.Fields {
        let latest = row.latest
        return [
            ("measure", .text(row.measure.id)), ("type", .text(row.type.identifier)),
            ("kind", .text(row.measure.kind.rawValue)), ("unit", .text(row.measure.unit.text)),
            ("samples", .integer(row.samples)),
            ("days", .integer(row.days.days.keys.count { page.year.days.contains($0) })),
            ("first", row.first.map(timestamps.json) ?? .null), ("last", row.last.map(timestamps.json) ?? .null),
            ("day", .text(latest?.day.text)), ("value", .number(latest?.value.value)),
            ("second", .number(latest?.value.second)),
        ]
    }

    private var isDevice: Bool {
        if case .device = page.overview.origin { return true }
        return false
    }

    private var identity: JSONValue.Fields {
        switch page.overview.origin {
        case .source(let source):
            return [
                ("name", .text(source.name)), ("bundle", .text(source.bundleIdentifier)),
                ("versions", .texts(page.overview.versions)),
            ]
        case .device(let device):
            return [
                ("name", .text(device.name)), ("manufacturer", .text(device.manufacturer)),
                ("model", .text(device.model)), ("hardware", .text(device.hardwareVersion)),
                ("localIdentifier", .text(device.localIdentifier)), ("udi", .text(device.udiDeviceIdentifier)),
            ]
        }
    }

    /// The devices of a source, or the sources of a device.
    private var partners: (key: String, value: JSONValue) {
        let list = page.overview.partners.map { partner -> JSONValue in
            switch partner.origin {
            case .source(let source):
                .object([
                    ("name", .text(source.name)), ("bundle", .text(source.bundleIdentifier)),
                    ("samples", .integer(partner.samples)),
                ])
            case .device(let device):
                .object([("device", .device(device)), ("samples", .integer(partner.samples))])
            }
        }
        return (isDevice ? "sources" : "devices", .array(list))
    }

    private func json(_ span: SoftwareSpan) -> JSONValue {
        .object(
            [("version", .text(span.version))] + (span.samples.map { [("samples", .integer($0))] } ?? []) + [
                ("first", .text(span.days?.lowerBound.text)), ("last", .text(span.days?.upperBound.text)),
            ]
        )
    }

    private func months(_ row: OriginRow) -> [JSONValue] {
        page.year.months.map { month in
            let whole = row.days.fold(month)
            return .object([
                ("start", .text(month.lowerBound.text)), ("value", .number(whole?.value)),
                ("mean", .number(whole?.mean)), ("days", .integer(month.count { row.days.days[$0] != nil })),
            ])
        }
    }

    private func json(_ gap: OriginGap) -> JSONValue {
        let owner = gap.owner
        return .object([
            ("first", .text(gap.days.lowerBound.text)),
            ("last", .text(gap.days.upperBound.advanced(by: -1).text)), ("days", .integer(gap.days.count)),
            ("measure", .text(page.measureOfGaps.map { Measure(.quantity($0)).id })),
            ("source", .text(owner?.source.name)), ("bundle", .text(owner?.source.bundleIdentifier)),
            ("sourceDays", .integer(owner?.days ?? 0)), ("total", .number(owner?.total)),
        ])
    }
}
