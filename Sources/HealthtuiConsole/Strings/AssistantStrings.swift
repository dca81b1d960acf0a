import HealthKitLocalization
import HealthtuiEntry

/// The sheet and the page of an assistant, and its drafts.
enum AssistantStrings {
    /// Stands behind the assistant's name.
    static var asks: String { localized(", an assistant, would like to answer questions about your health.") }
    /// In the list of requests.
    static var asksToAnswer: String { localized("assistant, asks to answer questions") }
    /// Stands behind the assistant's name.
    static var isAssistant: String { localized(", an assistant") }
    static func callsItself(_ words: String, _ program: String) -> String {
        localized("calls itself \(words), started by \(program)")
    }
    static func startedBy(_ program: String) -> String { localized("started by \(program)") }
    static var itsOwnWords: String { localized("its own words, decide nothing") }
    static var nothing: String { localized("nothing", context: "level of an assistant") }
    static var weeks: String { localized("weeks", context: "level of an assistant") }
    static var days: String { localized("days", context: "level of an assistant") }
    static var samples: String { localized("samples", context: "level of an assistant") }
    static var add: String { localized("add", context: "level of an assistant") }
    static var aboutAll: String { localized("A: days; weeks where a day is one sample") }
    static var notTold: String { localized("not told, nor that it is off") }
    static var draftsAlone: String { localized("not told; drafts come to you") }
    static var everySample: String { localized("single samples, with time and source") }
    static func aDay(_ example: String?) -> String {
        example.map { localized("a number a day: \($0)") } ?? localized("a number a day")
    }
    static func aWeek(_ example: String?) -> String {
        example.map { localized("a number a week; a day: \($0)") } ?? localized("a number a week")
    }
    static var past: String { localized("How far back") }
    static func pastDays(_ days: Int) -> String {
        plural(days, one: "\(NumberText.text(days)) day, moving", other: "\(NumberText.text(days)) days, moving")
    }
    static var until: String { localized("Until", context: "last day of an assistant") }
    static var calls: String { localized("Calls a day") }
    static var daysIn: String { localized("Days in") }
    static func oneLine(_ past: String, _ until: String, _ calls: String) -> String {
        localized("Back \(past)  b   until \(until)  u   calls a day \(calls)  c")
    }
    static var pastHint: String { localized("90 or 90d: days back from today") }
    static var untilHint: String { localized("30d, or the last day on which it is answered") }
    static var callsHint: String { localized("1 to 10,000") }
    static func notPast(_ text: String) -> String {
        localized("“\(text)” isn’t a number of days; write 90 or 90d, 3,660 at most")
    }
    static func notUntil(_ text: String) -> String {
        localized("“\(text)” isn’t a day to come; write 90d or a day")
    }
    static func notCalls(_ text: String) -> String { localized("“\(text)” isn’t a number from 1 to 10,000") }
    static var leftOut: String {
        localized(
            "Not in “all”: reproductive health, mind, medications, symptoms, alcohol, clinical records, your details"
        )
    }
    static func outcome(days: Int, weeks: Int, samples: Int) -> String {
        if days + weeks + samples == 0 { return localized("Nothing is turned on yet.") }
        var parts: [String] = []
        if days > 0 {
            parts.append(
                plural(
                    days,
                    one: "whole days of \(NumberText.text(days)) type",
                    other: "whole days of \(NumberText.text(days)) types"
                )
            )
        }
        if weeks > 0 {
            parts.append(
                plural(
                    weeks,
                    one: "whole weeks of \(NumberText.text(weeks)) type",
                    other: "whole weeks of \(NumberText.text(weeks)) types"
                )
            )
        }
        if samples > 0 {
            parts.append(
                plural(
                    samples,
                    one: "samples of \(NumberText.text(samples)) type",
                    other: "samples of \(NumberText.text(samples)) types"
                )
            )
        }
        return localized("It gets \(parts.joined(separator: ", ")), worked out here.")
    }
    static var wholeOnly: String { localized("Days and weeks have no time, source, reading, count or text of yours.") }
    static func draftsOf(_ names: [String]) -> String {
        localized("It may draft \(names.joined(separator: ", ")); you save it.")
    }
    static var cantHold: String { localized("Not held") }
    static var commands: String {
        localized(
            "An assistant that runs commands: “healthtui samples” reads everything for any program of yours. And not the model: whatever it is told, it gets what stands above."
        )
    }
    static var leaves: String { localized("It leaves") }
    static var stays: String {
        localized(
            "What it reads goes where the model runs and stays in conversations. Taking access away stops new answers only."
        )
    }
    /// Answers behind their keys.
    static func allow(_ count: Int, of all: Int) -> String {
        localized("Allow \(NumberText.text(count)) of \(NumberText.text(all))")
    }
    static var dontAllow: String { localized("Don’t allow") }
    static var decideLater: String { localized("Decide later") }
    static func allowQuestion(_ name: String, _ types: Int) -> String {
        plural(
            types,
            one: "Answer \(name) from \(NumberText.text(types)) type?",
            other: "Answer \(name) from \(NumberText.text(types)) types?"
        )
    }
    static func loading(_ name: String) -> String { localized("The access of \(name)") }
    static var noTypes: String { localized("No data yet that an assistant can be answered from") }
    static func ended(_ day: String) -> String { localized("Access ended on \(day). u sets another day") }
    static func allowed(_ count: Int) -> String {
        plural(
            count,
            one: "assistant, \(NumberText.text(count)) type",
            other: "assistant, \(NumberText.text(count)) types"
        )
    }

    // MARK: Drafts

    static var drafts: String { localized("Drafts") }
    static func draftsWait(_ count: Int) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) draft waits",
            other: "\(NumberText.text(count)) drafts wait"
        )
    }
    static var nothingSaved: String { localized("nothing is saved") }
    static func position(_ index: Int, _ count: Int) -> String {
        localized("\(NumberText.text(index)) of \(NumberText.text(count))")
    }
    static func drafted(_ app: String, _ moment: String, _ end: String) -> String {
        localized("Drafted by \(app), \(moment). It is dropped if you don’t decide by \(end).")
    }
    static var draft: String { localized("Draft") }
    static var last: String { localized("Last", context: "last value") }
    static var change: String { localized("Change", context: "difference of two values") }
    static var equal: String { localized("Equal", context: "equal sample") }
    static var noEqual: String { localized("no sample has this value within ten minutes") }
    static func near(_ value: String, _ moment: String) -> String {
        localized("\(value) at \(moment) is within ten minutes")
    }
    static var noLast: String { localized("nothing recorded yet") }
    static var saveAsMine: String { localized("Save it as mine") }
    static var changeFirst: String { localized("Change first") }
    static var throwAway: String { localized("Throw away") }
    static var formHelp: String { localized("Saving makes it an entry of yours, and the draft is decided.") }
    static var thenNext: String { localized("Then") }
    static var oneAtATime: String { localized("one at a time") }
    static var notTelling: String {
        localized("y makes it an entry of yours; u takes it back. The assistant isn’t told.")
    }
    static var noDrafts: String { localized("No draft waits") }
    static var saved: String { localized("Saved") }
    static var thrownAway: String { localized("Thrown away") }
    static var isGone: String { localized("The draft is gone: it was decided elsewhere, or a day is over") }
}
