import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The search field opened with `/` over a list of samples, the parsed filter, and its completions.
struct SampleSearch: Sendable {
    private(set) var filter = Filter()
    /// The sources, devices and medications that can be named; nil until they are known.
    private var names: FilterNames?
    private var reading: SampleFilterPhrase.Reading?
    private var problem: String?
    /// The completions that Tab offers.
    private var offers: [String] = []
    /// Which of the offers Tab took last; nil when something was typed since.
    private var taken: Int?
    /// Which of the earlier filters is recalled, counted from the last one; nil for none.
    private var recalled: Int?
    /// The last removed filter.
    private(set) var last: FilterExpression?
    /// The text typed before an earlier filter was recalled.
    private var typed = ""

    /// The pause in typing before the list is searched.
    static let rest = Duration.milliseconds(200)

    var isActive: Bool { filter.isActive }
    var isTyping: Bool { filter.isTyping }

    /// The parsed filter; nil while nothing typed is understood.
    var asked: FilterExpression? { reading?.expression }

    /// The filter in words; empty if there is none.
    var words: String { reading?.text ?? "" }

    mutating func begin(_ type: HKSampleType, _ environment: ConsoleEnvironment) {
        filter.begin()
        (recalled, typed) = (nil, "")
        read(type, environment)
    }

    /// Whether the typed text can't be understood, as far as the names of sources and devices are known.
    var isMisunderstood: Bool { problem != nil && names != nil }

    mutating func accept() { filter.isTyping = false }

    /// Returns to the field, keeping its text.
    mutating func resume() { filter.isTyping = true }

    mutating func clear() {
        if let asked { last = asked }
        filter.clear()
        (reading, problem, offers, taken) = (nil, nil, [], nil)
    }

    /// Types a key.
    ///
    /// - Returns: Whether the field used it.
    mutating func type(_ key: Key, _ type: HKSampleType, _ environment: ConsoleEnvironment) -> Bool {
        guard filter.type(key) else { return false }
        recalled = nil
        read(type, environment)
        return true
    }

    mutating func paste(_ text: String, _ type: HKSampleType, _ environment: ConsoleEnvironment) {
        filter.paste(text)
        recalled = nil
        read(type, environment)
    }

    /// Puts a whole filter into the field.
    mutating func replace(_ text: String, _ type: HKSampleType, _ environment: ConsoleEnvironment) {
        filter.replace(text)
        read(type, environment)
    }

    mutating func take(_ names: FilterNames, _ type: HKSampleType, _ environment: ConsoleEnvironment) {
        self.names = names
        read(type, environment)
    }

    /// Recalls an earlier filter, or returns to a later one and finally to the typed text.
    mutating func recall(earlier: Bool, _ type: HKSampleType, _ environment: ConsoleEnvironment) {
        let history = environment.filters.filters(of: type.identifier)
        if recalled == nil { typed = filter.field.text }
        let next = (recalled ?? -1) + (earlier ? 1 : -1)
        guard next < history.count, next >= -1 else { return }
        recalled = next < 0 ? nil : next
        replace(next < 0 ? typed : history[history.count - 1 - next], type, environment)
    }

    /// Completes the current word; pressed again, uses the next suggestion.
    mutating func complete(_ type: HKSampleType, _ environment: ConsoleEnvironment) {
        guard !offers.isEmpty else { return }
        let next = taken.map { ($0 + 1) % offers.count } ?? 0
        let all = offers
        filter.replace(all[next])
        recalled = nil
        read(type, environment)
        (offers, taken) = (all, next)
    }

    private mutating func read(_ type: HKSampleType, _ environment: ConsoleEnvironment) {
        let phrase = SampleFilterPhrase(
            type: type,
            context: environment.entryContext,
            calendar: environment.calendar,
            names: names ?? FilterNames()
        )
        offers = filter.isTyping ? phrase.completions(of: filter.field.text) : []
        taken = nil
        do {
            reading = try phrase.reading(filter.text)
            problem = nil
        } catch {
            reading = nil
            problem = "\(error)"
        }
    }

    /// Draws the filter, its interpretation and its completions at the top, and removes these lines from the rectangle.
    func draw(in body: inout Rect, on grid: inout CellGrid, theme: Theme) {
        guard isActive else { return }
        filter.draw(in: &body, on: &grid, theme: theme, placeholder: SampleStrings.searchPlaceholder)
        guard body.height > 1 else { return }
        let line =
            if let problem {
                Line(theme.glyphs.error + " " + problem, theme.error)
            } else if words.isEmpty {
                Line(SampleStrings.allSamples, theme.dim)
            } else {
                Line(SampleStrings.shows, theme.dim) + Line(words)
            }
        let room = body.width - 4
        grid.write(line.truncated(to: room, ellipsis: theme.glyphs.ellipsis), in: body.cutTop(1), x: 3)
        guard isTyping, body.height > 8, !offers.isEmpty else { return }
        grid.write(
            offerLine(theme).truncated(to: room, ellipsis: theme.glyphs.ellipsis),
            in: body.cutTop(1),
            x: 3
        )
    }

    /// The completions that Tab takes, the next one first, without the text already typed.
    private func offerLine(_ theme: Theme) -> Line {
        let next = taken.map { ($0 + 1) % offers.count } ?? 0
        let order = offers[next...] + offers[..<next]
        let kept = Self.common(offers)
        let texts = order.prefix(8).map { String($0.dropFirst(kept)).trimmingCharacters(in: .whitespaces) }
        return Line(SampleStrings.tabOffers, theme.dim)
            + Line(texts.joined(separator: theme.glyphs.isASCII ? " | " : " · "), theme.dim)
    }

    /// The number of characters, in whole words, that all completions share at the beginning.
    private static func common(_ offers: [String]) -> Int {
        guard var prefix = offers.first.map({ Array($0) }) else { return 0 }
        for offer in offers {
            prefix = zip(prefix, offer).prefix { $0 == $1 }.map(\.0)
        }
        return (prefix.lastIndex { $0 == " " || $0 == "(" } ?? -1) + 1
    }
}
