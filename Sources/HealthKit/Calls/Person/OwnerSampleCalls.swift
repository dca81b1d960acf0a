import Foundation

/// A page of samples by start, from a position on.
package struct OwnerPageCall: OwnerReadCall {
    package typealias Answer = [HKSample]
    package static let name = "page"

    package var selection: SampleSelection
    /// The position where the page begins, or `nil` for the beginning of the list.
    package var position: SampleListPosition?
    package var ascending: Bool
    /// The maximum number of samples.
    package var limit: Int

    package func check() throws {
        try selection.check()
        guard limit >= 0 else { throw HKError.invalid("A page has no \(limit) samples") }
    }
}

extension OwnerPageCall: SamplesAnsweredCall {
    package static var hasUnknownTypes: Bool { true }
}

/// The sample with a UUID; `nil` when there is none.
package struct OwnerSampleCall: OwnerReadCall {
    package typealias Answer = HKSample?
    package static let name = "sample"

    package var uuid: UUID
}

extension OwnerSampleCall: AnsweredCall {
    package static func value(of answer: HKSample?) throws -> CallValue {
        try answer.map { try SamplesForm.value(of: [$0]) } ?? .null
    }

    package static func answer(from value: CallValue) throws -> HKSample? {
        value == .null ? nil : try SamplesForm.one(HKSample.self, value, isOwners: true)
    }
}

/// The correlations and workouts that a sample belongs to.
package struct OwnerOwnersCall: OwnerReadCall {
    package typealias Answer = [HKSample]
    package static let name = "owners"

    package var uuid: UUID
}

extension OwnerOwnersCall: SamplesAnsweredCall {
    package static var hasUnknownTypes: Bool { true }
}

/// The number of samples.
package struct OwnerCountCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = Int
    package static let name = "count"

    package var selection: SampleSelection

    package func check() throws { try selection.check() }
}

/// The contribution of each source to statistics (R5.13 to R5.17).
package struct OwnerExplanationCall: OwnerReadCall {
    package typealias Answer = [StatisticsExplanation]
    package static let name = "explanation"

    package var selection: SampleSelection
    /// The intervals; `nil` for one that holds all of time.
    package var intervals: IntervalCalendar?

    package func check() throws { try selection.check() }
}

extension OwnerExplanationCall: AnsweredCall {
    private struct Share: Codable {
        var source: SourceForm
        var samples: Int
        var recorded: Double?
        var counted: Double?
        var isExcluded: Bool
        var doubled: Int?

        init(_ share: SourceShare) {
            source = SourceForm(share.source)
            (samples, recorded, counted) = (share.samples, share.recorded, share.counted)
            isExcluded = share.isExcluded
            doubled = share.doubled == 0 ? nil : share.doubled
        }

        var share: SourceShare {
            SourceShare(
                source: source.source,
                samples: samples,
                recorded: recorded,
                counted: counted,
                isExcluded: isExcluded,
                doubled: doubled ?? 0
            )
        }
    }

    private struct Form: Codable {
        var start: Double
        var shares: [Share]
    }

    package static func value(of answer: [StatisticsExplanation]) throws -> CallValue {
        try CallEncoder.value(of: answer.map { Form(start: $0.start, shares: $0.shares.map { Share($0) }) })
    }

    package static func answer(from value: CallValue) throws -> [StatisticsExplanation] {
        try CallDecoder.value([Form].self, from: value)
            .map { StatisticsExplanation(start: $0.start, shares: $0.shares.map(\.share)) }
    }
}
