import Foundation

/// The types that have data, by identifier.
package struct OwnerTypesCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = [TypeSummary]
    package static let name = "types"
}

/// The sources that have data, by name.
package struct OwnerSourcesCall: OwnerReadCall {
    package typealias Answer = [SourceSummary]
    package static let name = "allSources"
}

extension OwnerSourcesCall: AnsweredCall {
    private struct Form: Codable {
        var source: SourceForm
        var versions: [String]
        var count: Int
        var last: Date
        var types: [String: Int]
    }

    package static func value(of answer: [SourceSummary]) throws -> CallValue {
        try CallEncoder.value(
            of: answer.map {
                Form(
                    source: SourceForm($0.source),
                    versions: $0.versions,
                    count: $0.count,
                    last: $0.last,
                    types: $0.types
                )
            }
        )
    }

    package static func answer(from value: CallValue) throws -> [SourceSummary] {
        try CallDecoder.value([Form].self, from: value)
            .map {
                SourceSummary(
                    source: $0.source.source,
                    versions: $0.versions,
                    count: $0.count,
                    last: $0.last,
                    types: $0.types
                )
            }
    }
}

/// The devices that have data, by name.
package struct OwnerDevicesCall: OwnerReadCall {
    package typealias Answer = [DeviceSummary]
    package static let name = "devices"
}

extension OwnerDevicesCall: AnsweredCall {
    private struct Form: Codable {
        var device: [String?]
        var count: Int
        var types: [String: Int]
        /// None from a service that doesn't count by source yet.
        var sources: [String: Int]?
    }

    package static func value(of answer: [DeviceSummary]) throws -> CallValue {
        try CallEncoder.value(
            of: answer.map {
                Form(device: $0.device.fields, count: $0.count, types: $0.types, sources: $0.sources)
            }
        )
    }

    package static func answer(from value: CallValue) throws -> [DeviceSummary] {
        try CallDecoder.value([Form].self, from: value)
            .map { form in
                guard form.device.count == 8 else { throw CallCodingError.damaged("not 8 fields") }
                return DeviceSummary(
                    device: HKDevice(fields: form.device),
                    count: form.count,
                    types: form.types,
                    sources: form.sources ?? [:]
                )
            }
    }
}

/// The sources of a type in order of priority, and the excluded ones.
package struct OwnerSourceOrderCall: OwnerReadCall {
    package typealias Answer = (order: [HKSource], excluded: Set<String>)
    package static let name = "sourcePriority"

    /// The type's identifier.
    package var type: String
}

extension OwnerSourceOrderCall: AnsweredCall {
    private struct Form: Codable {
        var order: [SourceForm]
        var excluded: Set<String>
    }

    package static func value(of answer: Answer) throws -> CallValue {
        try CallEncoder.value(of: Form(order: answer.order.map { SourceForm($0) }, excluded: answer.excluded))
    }

    package static func answer(from value: CallValue) throws -> Answer {
        let form = try CallDecoder.value(Form.self, from: value)
        return (form.order.map(\.source), form.excluded)
    }
}

/// The person's order of sources for a type and the excluded ones, or an empty one if none is set.
package struct OwnerChosenSourcesCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = SourcePriority
    package static let name = "chosenSources"

    /// The type's identifier.
    package var type: String
}
