import Foundation
import HealthKit
import HealthtuiEntry

extension AssistantTools {
    /// Drafts an entry for the person to confirm.
    func draft(_ arguments: AssistantArguments) throws -> JSONValue.Fields {
        let name = try arguments.requiredText("type")
        let values = try Self.values(arguments)
        guard let unit = try arguments.text("unit"), !unit.allSatisfy(\.isWhitespace) else {
            throw AssistantProblem("unit is missing; it is never guessed: ask the person")
        }
        let (type, known) = try Self.type(name)
        let when = try date(arguments, type)
        let call = DraftCall(
            type: type,
            values: values,
            unit: try Self.unit(unit, type),
            date: when.timeIntervalSinceReferenceDate
        )
        do { try call.check() } catch { throw AssistantProblem("the unit is too long") }
        switch try store.draft(call) {
        case .waits(_, let waiting):
            return [
                ("draft", .text("waits for the person to confirm it in healthtui; nothing is stored before")),
                ("type", .text(known)),
                ("value", values.count == 1 ? .number(values.first) : .array(values.map { .number($0) })),
                ("unit", .text(AssistantText.cleaned(unit))),
                ("when", Timestamps(timeZone: .gmt).json(when)), ("waiting", .integer(waiting)),
                ("dropped", .text("a day after it was drafted")),
            ]
        case .full:
            throw AssistantProblem("five drafts wait already; the person has to confirm or drop some first")
        case .invalid(let why): throw AssistantProblem(AssistantText.cleaned(why))
        case .refused(.notAllowed):
            throw AssistantProblem("entries of \(AssistantProblem.quoted(name)) can't be drafted")
        case .refused(let refusal): throw AssistantProblem(Self.text(refusal))
        }
    }

    /// The type that a name means, whatever may be drafted, and its own name.
    private static func type(_ name: String) throws -> (identifier: String, name: String) {
        let measures = MeasureNames.catalogue.measures(named: name)
        let types = Set(measures.compactMap { $0.type?.identifier })
        guard let type = types.first else { return (AssistantNames.unknown, name) }
        guard types.count == 1 else {
            let names = measures.prefix(8).map(\.id).joined(separator: ", ")
            throw AssistantProblem("\(AssistantProblem.quoted(name)) may mean \(names): name one")
        }
        return (type, measures.first?.id ?? name)
    }

    /// The unit that a text names, read as what a person types; the text itself for a type without units.
    private static func unit(_ text: String, _ type: String) throws -> String {
        let type = HKObjectType.type(identifier: type)
        let quantity = type is HKCorrelationType ? BloodPressure.systolicType : type as? HKQuantityType
        guard let quantity else { return text }
        do {
            return try UnitPhrase.unit(text, for: quantity).unitString
        } catch let error as EntryError {
            throw AssistantProblem(error.text.printable)
        }
    }

    /// One number, or both of a blood pressure.
    private static func values(_ arguments: AssistantArguments) throws -> [Double] {
        let wanted = AssistantProblem("value must be a number, or \"128/82\" for a blood pressure")
        switch arguments.value("value") {
        case nil: throw AssistantProblem("value is missing")
        case .array(let values):
            let numbers = values.compactMap(\.double)
            guard numbers.count == values.count, (1...2).contains(numbers.count) else { throw wanted }
            return numbers
        case .text(let text):
            guard text.utf8.count <= 40 else { throw wanted }
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { part -> Double? in
                let word = part.trimmingCharacters(in: .whitespaces)
                return JSONReader.value(Array(word.utf8))?.double
            }
            guard numbers.count == parts.count, (1...2).contains(numbers.count) else { throw wanted }
            return numbers
        case let value?:
            guard let number = value.double else { throw wanted }
            return [number]
        }
    }

    /// When it was measured: a time without an offset is one of the person's zone.
    private func date(_ arguments: AssistantArguments, _ type: String) throws -> Date {
        let text = try arguments.requiredText("when")
        if text == "now" { return store.now() }
        guard let form = AssistantTimeForm(text) else {
            throw AssistantProblem(
                "when must be now, or a day and a time: 2026-11-28 07:30, not \(AssistantProblem.quoted(text))"
            )
        }
        let zone = try form.hasOffset ? .gmt : zone(type)
        do {
            return try TimePhrase(now: store.now(), timeZone: zone).date(text)
        } catch is EntryError {
            throw AssistantProblem("\(AssistantProblem.quoted(text)) is no time of any day")
        }
    }

    /// The zone of the person's days.
    private func zone(_ type: String) throws -> TimeZone {
        let first = AssistantDays(.ago(0)).bounds(store.now()).first
        switch try store.totals(TotalsCall(tool: AssistantTool.draft.name, types: [type], first: first, last: nil)) {
        case .table(let table):
            guard let zone = TimeZone(identifier: table.zone) else { fallthrough }
            return zone
        case .refused(.notAllowed):
            throw AssistantProblem("say when with the offset of the person's clock: 2026-11-28T07:30+01:00")
        case .refused(let refusal): throw AssistantProblem(Self.text(refusal))
        }
    }
}

/// A day and a time of day in digits.
struct AssistantTimeForm {
    let hasOffset: Bool

    /// The form of a text; `nil` for any other text than a day and a time.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (16...32).contains(bytes.count), TimeRangePhrase.dayWord(String(text.prefix(10))) != nil,
            bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":")
        else { return nil }
        let time = bytes.dropFirst(11)
        let signs = Array("0123456789:.+-Z".utf8)
        guard time.allSatisfy(signs.contains) else { return nil }
        let offset = Array("+-Z".utf8)
        hasOffset = time.contains(where: offset.contains)
    }
}
