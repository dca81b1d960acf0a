import Foundation
import HealthKit

extension SampleEdit {
    /// The error in one of the two typed numbers of a blood pressure; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - text: The typed text.
    ///   - type: Systolic or diastolic.
    ///   - context: The context for parsing it.
    ///   - isForced: Whether a value is taken that makes no sense for the type.
    /// - Returns: The problem, as it stands beside the field.
    package static func problem(
        _ text: String,
        of type: HKQuantityType,
        _ context: EntryContext,
        isForced: Bool = false
    ) -> String? {
        do {
            _ = try number(text, type, context, isForced: isForced)
            return nil
        } catch let error as FieldProblem {
            return error.text
        } catch {
            return "\(error)"
        }
    }

    static func number(
        _ text: String,
        _ type: HKQuantityType,
        _ context: EntryContext,
        isForced: Bool
    ) throws -> HKQuantity {
        guard
            case .quantity(_, let quantity) = try SampleDraft(type: type, value: text, isForced: isForced)
                .content(context)
        else { throw EntryError(EntryStrings.valueIsMissing) }
        return quantity
    }

    /// The two numbers of a blood pressure, of which each that was not typed stays as it is.
    func pressure(_ old: HKCorrelation, _ context: EntryContext) throws -> SampleDraft.Content {
        func problem(_ text: String) -> SampleDraft.Problems {
            SampleDraft.Problems([SampleDraft.Problem(.value, text)])
        }
        let text = value.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let type = old.sampleType as? HKCorrelationType, let pair = EntryRules.pressurePair(type),
            let upper = Self.quantity(pair.systolic, in: old), let lower = Self.quantity(pair.diastolic, in: old)
        else { throw problem(EntryStrings.isAddedAnew(old.sampleType.entry.name)) }
        if text.isEmpty { return .correlation(type, [(pair.systolic, upper), (pair.diastolic, lower)]) }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        do {
            guard parts.count == 2, parts.contains(where: \.isEmpty), parts.contains(where: { !$0.isEmpty }) else {
                return try SampleDraft(type: type, value: text, isForced: isForced).content(context)
            }
            func new(_ part: String, _ type: HKQuantityType, _ old: HKQuantity) throws -> HKQuantity {
                part.isEmpty ? old : try Self.number(part, type, context, isForced: isForced)
            }
            let systolic = try new(parts[0], pair.systolic, upper)
            let diastolic = try new(parts[1], pair.diastolic, lower)
            if !isForced, systolic.compare(diastolic) != .orderedDescending {
                throw EntryError(EntryStrings.lowerIsNotBelow)
            }
            return .correlation(type, [(pair.systolic, systolic), (pair.diastolic, diastolic)])
        } catch let error as FieldProblem {
            throw problem(error.text)
        } catch let error as EntryError {
            throw problem(error.text)
        }
    }

    private static func quantity(_ type: HKQuantityType, in pair: HKCorrelation) -> HKQuantity? {
        pair.objects.lazy.compactMap { $0 as? HKQuantitySample }.first { $0.quantityType == type }?.quantity
    }

    /// The members of the new pair; each keeps the device and the metadata of the one whose place it takes.
    func members(_ parts: [(HKQuantityType, HKQuantity)], _ dates: (start: Date, end: Date)) throws -> Set<HKSample> {
        let before = (old as? HKCorrelation)?.objects ?? []
        let members = try parts.map { type, quantity in
            let member = before.first { $0.sampleType == type }
            return try HKQuantitySample(
                validating: type,
                quantity: quantity,
                start: dates.start,
                end: dates.end,
                device: member?.device,
                metadata: Self.metadata(member ?? old)
            )
        }
        return Set(members)
    }
}
