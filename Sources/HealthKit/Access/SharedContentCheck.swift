import Foundation
import HealthKitStore

/// A flaw of a sample or setting from another machine, which an import would refuse too.
package enum SharedContentFlaw: String, Codable, Hashable, Sendable {
    case type
    case source
    case unit
    case provenance
    case metadata
    case time
    case value
    case content
    case identifier
    case setting
    case link
}

/// Checks data from other machines before it is stored, by rules that each of them follows.
///
/// A type that this version doesn't know is not a flaw: it isn't shown, and a later version knows it.
package enum SharedContentCheck {
    /// The version of these rules, which changes with them so that refused data is examined again.
    package static let version = 2

    /// The namespaces of settings that a version with earlier rules left alone.
    ///
    /// - Parameter version: The version of those rules; `nil` if unknown.
    /// - Returns: The namespaces.
    package static func namespaces(newSince version: Int?) -> Set<String> {
        (version ?? 0) < 2 ? [StoreNamespace.dayMarks] : []
    }

    /// Checks the common properties of several samples.
    ///
    /// - Parameters:
    ///   - texts: The entries of the store's dictionaries, in their order.
    ///   - isRecord: Whether they are records, whose units are in their content.
    /// - Returns: Their flaw, or `nil` for none.
    package static func flaw(texts: [[UInt8]], isRecord: Bool) -> SharedContentFlaw? {
        guard texts.count == DictionaryKind.allCases.count else { return .type }
        guard !texts[0].isEmpty, String(validating: texts[0], as: UTF8.self) != nil else { return .type }
        guard let source = DictionaryCoding.source(texts[2]), !source.bundleIdentifier.isEmpty else { return .source }
        if !isRecord, let type = type(texts) as? HKQuantityType {
            guard let unit = try? HKUnit(validating: DictionaryCoding.text(texts[1])), type.is(compatibleWith: unit)
            else {
                return .unit
            }
        }
        guard texts[3].isEmpty || DictionaryCoding.revision(texts[3]) != nil,
            texts[4].isEmpty || DictionaryCoding.device(texts[4]) != nil
        else {
            return .provenance
        }
        return texts[5].isEmpty || Metadata(bytes: texts[5]) != nil ? nil : .metadata
    }

    /// Checks times, in seconds since the reference date.
    package static func flaw(start: Double, end: Double, creation: Double) -> SharedContentFlaw? {
        let limit = SampleTimes.limit
        // NaN isn't less than the limit.
        return abs(start) < limit && abs(end) < limit && abs(creation) < limit && start <= end ? nil : .time
    }

    /// Checks the value of a sample.
    package static func flaw(value: Double, ofCategory isCategory: Bool) -> SharedContentFlaw? {
        value.isFinite && (!isCategory || Int(exactly: value) != nil) ? nil : .value
    }

    /// Whether samples with some texts are of a category.
    package static func isCategory(texts: [[UInt8]]) -> Bool { type(texts) is HKCategoryType }

    /// Checks the content of a record.
    ///
    /// - Parameters:
    ///   - payload: The content.
    ///   - texts: The entries of the store's dictionaries, which were checked.
    ///   - start: Seconds since the reference date.
    ///   - end: Seconds since the reference date.
    /// - Returns: Its flaw, or `nil` for none.
    package static func flaw(payload: [UInt8], texts: [[UInt8]], start: Double, end: Double) -> SharedContentFlaw? {
        guard let type = type(texts) else { return nil }
        if type == HKObjectType.userAnnotatedMedicationType() {
            return AnnotatedMedicationContent(bytes: payload) == nil ? .content : nil
        }
        switch type {
        case is HKCorrelationType: return nil
        case is HKWorkoutType: return WorkoutContent(json: payload) == nil ? .content : nil
        case is HKQuantityType:
            guard let content = SeriesPayload(bytes: payload), content.series.hasTimes else { return .content }
            return content.knownUnit == nil ? .unit : nil
        case let type as HKSampleType:
            let parts = SampleParts(
                ObjectAttributes(uuid: UUID()),
                type: type,
                start: Date(timeIntervalSinceReferenceDate: start),
                end: Date(timeIntervalSinceReferenceDate: end)
            )
            guard let kind = type.recordClass else { return nil }
            return kind.sample(parts, bytes: payload) == nil ? .content : nil
        default: return nil
        }
    }

    /// Checks the value of a setting; a removed one (`nil`) is never wrong.
    package static func flaw(setting bytes: [UInt8], in namespace: String) -> SharedContentFlaw? {
        StoreDoctor.isReadable(bytes, in: namespace) ? nil : .setting
    }

    /// Checks the role of a link.
    package static func flaw(role: UInt32) -> SharedContentFlaw? {
        LinkRole(rawValue: Int(role)) == nil ? .link : nil
    }

    private static func type(_ texts: [[UInt8]]) -> HKObjectType? {
        let identifier = DictionaryCoding.text(texts[0])
        return HKObjectType.type(identifier: identifier) ?? HKSampleType.ofStored(identifier) as? HKClinicalType
    }
}
