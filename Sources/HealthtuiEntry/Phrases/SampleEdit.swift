import Foundation
import HealthKit

/// A sample that the person typed, as it is typed anew: fields that are left empty keep what they say, to the last digit.
package struct SampleEdit: Sendable {
    package let old: HKSample
    /// The new value; empty for the old one.
    ///
    /// Of a blood pressure `118/76`, or `118/` or `/76` where one of both is new.
    package var value = ""
    /// The new start; empty for the old one.
    package var start = ""
    /// The new end; empty for the old one, or, after a new start, for as long as it lasted.
    package var end = ""
    /// The new amounts of the nutrients of a food, by type; one that is empty or not there stays.
    package var amounts: [String: String] = [:]
    /// The shift in time, applied on top of the other fields.
    package var shift: TimeShift?
    /// The new metadata, by raw key; an empty text removes the key.
    package var metadata: [String: String] = [:]
    /// Whether a value is taken that makes no sense for the type.
    package var isForced = false

    /// An edit that changes nothing yet.
    ///
    /// - Parameter old: A sample for which there is no ``refusal(of:)``.
    package init(_ old: HKSample) { self.old = old }

    /// Why a sample cannot be edited; `nil` when it can.
    package static func refusal(of sample: HKSample) -> String? {
        let isOwn = sample.sourceRevision.source.bundleIdentifier == HKSourceRevision.health.source.bundleIdentifier
        guard isOwn else { return EntryStrings.onlyOwnSamples }
        let name = sample.sampleType.entry.name
        switch sample {
        case let sample as HKQuantitySample where sample.count == 1: return nil
        case is HKCategorySample: return nil
        case let pair as HKCorrelation where BloodPressure(pair) != nil:
            let sources = Set(pair.objects.map(\.sourceRevision.source.bundleIdentifier))
            return sources == [sample.sourceRevision.source.bundleIdentifier] ? nil : EntryStrings.onlyOwnSamples
        case let food as HKCorrelation where nutrients(of: food) != nil:
            let sources = Set(food.objects.map(\.sourceRevision.source.bundleIdentifier))
            return sources == [sample.sourceRevision.source.bundleIdentifier] ? nil : EntryStrings.onlyOwnSamples
        default: return EntryStrings.isAddedAnew(name)
        }
    }

    /// Whether nothing is to be changed.
    package var isEmpty: Bool {
        ([value, start, end] + amounts.values).allSatisfy { $0.allSatisfy(\.isWhitespace) } && shift == nil
            && metadata.isEmpty
    }

    /// The sample that takes the place of the old one.
    ///
    /// - Parameter context: The context for parsing the fields.
    /// - Returns: A sample that can be saved.
    /// - Throws: ``SampleDraft/Problems`` with what is wrong, field by field.
    package func sample(_ context: EntryContext) throws -> HKSample {
        if let refusal = Self.refusal(of: old) { throw problem(.type, refusal) }
        let dates = try dates(context)
        let metadata = try self.metadata(context)
        let content = try content(context)
        do {
            switch content {
            case .quantity(let type, let quantity):
                return try HKQuantitySample(
                    validating: type,
                    quantity: quantity,
                    start: dates.start,
                    end: dates.end,
                    device: old.device,
                    metadata: metadata
                )
            case .category(let type, let value):
                return try HKCategorySample(
                    validating: type,
                    value: value,
                    start: dates.start,
                    end: dates.end,
                    device: old.device,
                    metadata: metadata
                )
            case .correlation(let type, let parts):
                return try HKCorrelation(
                    validating: type,
                    start: dates.start,
                    end: dates.end,
                    objects: try members(parts, dates),
                    device: old.device,
                    metadata: metadata
                )
            }
        } catch let error as HKError {
            throw problem(.value, error.text)
        }
    }

    /// The part of a sample's metadata that is kept.
    static func metadata(_ old: HKSample) -> [String: Any] {
        var metadata = old.metadataValues?.personDictionary ?? [:]
        // The store knows samples by these; the new one is another.
        metadata[HKMetadataKeySyncIdentifier] = nil
        metadata[HKMetadataKeySyncVersion] = nil
        metadata[HKMetadataKeyWasUserEntered] = NSNumber(value: true)
        return metadata
    }

    /// The kept metadata, merged with the typed values.
    private func metadata(_ context: EntryContext) throws -> [String: Any] {
        var kept = Self.metadata(old)
        for (key, text) in metadata {
            do {
                guard !Self.own.contains(key) else { throw EntryError(EntryStrings.isNoKey(key)) }
                let isRemoved = text.allSatisfy(\.isWhitespace)
                kept[key] = isRemoved ? nil : try MetadataPhrase(context: context).value(text, for: key)
            } catch let error as EntryError {
                throw problem(.metadata(key), error.text)
            } catch let error as HKError {
                throw problem(.metadata(key), error.text)
            }
        }
        return kept
    }

    /// The keys by which the store knows samples and what the person added: nobody types them.
    private static let own: Set<String> = [
        HKMetadataKeySyncIdentifier, HKMetadataKeySyncVersion, HKMetadataKeyWasUserEntered,
    ]

    private func problem(_ field: SampleDraft.Field, _ text: String) -> SampleDraft.Problems {
        SampleDraft.Problems([SampleDraft.Problem(field, text)])
    }

    private func content(_ context: EntryContext) throws -> SampleDraft.Content {
        if let old = old as? HKCorrelation {
            return Self.nutrients(of: old) == nil ? try pressure(old, context) : try food(old, context)
        }
        if value.allSatisfy(\.isWhitespace) {
            if let old = old as? HKQuantitySample { return .quantity(old.quantityType, old.quantity) }
            if let old = old as? HKCategorySample { return .category(old.categoryType, old.value) }
        }
        do {
            return try SampleDraft(type: old.sampleType, value: value, isForced: isForced).content(context)
        } catch let error as FieldProblem {
            throw problem(.value, error.text)
        } catch let error as EntryError {
            throw problem(.value, error.text)
        }
    }

    private func dates(_ context: EntryContext) throws -> (start: Date, end: Date) {
        let start = try date(.start, self.start) { try context.times.date($0) } ?? old.startDate
        guard start <= context.now || start == old.startDate else {
            throw problem(.start, EntryStrings.isInFuture(self.start))
        }
        var end = try date(.end, self.end) { try context.times.date($0, after: start) }
        if end == nil {
            let keepsEnd = old.hasUndeterminedDuration || start == old.startDate
            end = keepsEnd ? old.endDate : start + old.endDate.timeIntervalSince(old.startDate)
        }
        guard let end, end >= start else { throw problem(.end, EntryStrings.endIsBeforeStart) }
        guard end <= context.now || end == old.endDate else { throw problem(.end, EntryStrings.endIsInFuture) }
        guard let shift else { return (start, end) }
        let later = shift.applied(to: start, in: context.timeZone)
        guard old.hasUndeterminedDuration || later.addingTimeInterval(end.timeIntervalSince(start)) <= context.now,
            later <= context.now
        else { throw problem(.start, EntryStrings.shiftsIntoFuture) }
        return (later, old.hasUndeterminedDuration ? end : later.addingTimeInterval(end.timeIntervalSince(start)))
    }

    private func date(_ field: SampleDraft.Field, _ text: String, _ read: (String) throws -> Date) throws -> Date? {
        guard !text.allSatisfy(\.isWhitespace) else { return nil }
        do { return try read(text) } catch { throw problem(field, "\(error)") }
    }
}
