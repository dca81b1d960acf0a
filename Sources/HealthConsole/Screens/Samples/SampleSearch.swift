import Foundation
import HealthEntry
import HealthKit
import TerminalUI

/// What is typed after `/` over a list of samples, and what was understood of it.
struct SampleSearch: Sendable {
    private(set) var filter = Filter()
    /// The sources and devices that can be named; nil until they are known.
    private var names: Names?
    private var reading: SampleFilterPhrase.Reading?
    private var problem: String?

    /// How long typing has to rest before the list is searched.
    static let rest = Duration.milliseconds(200)

    /// The sources and devices of a type.
    struct Names: Sendable {
        let sources: [HKSource]
        let devices: [HKDevice]

        init(of type: HKSampleType, _ person: PersonAccess) throws {
            let members = Set([type.identifier])
            sources = try person.sources().filter { !members.isDisjoint(with: $0.types.keys) }.map(\.source)
            devices = try person.devices().filter { !members.isDisjoint(with: $0.types.keys) }.map(\.device)
        }
    }

    var isActive: Bool { filter.isActive }
    var isTyping: Bool { filter.isTyping }

    /// What is asked of the samples; everything while nothing typed is understood.
    var asked: SampleFilter { reading?.filter ?? .everything }

    /// What is asked, in words; empty when nothing is.
    var words: String { reading?.text ?? "" }

    mutating func begin() {
        filter.begin()
        (reading, problem) = (nil, nil)
    }

    /// Whether what was typed could not be understood, as far as the names of sources and devices are known.
    var isMisunderstood: Bool { problem != nil && names != nil }

    mutating func accept() { filter.isTyping = false }

    /// Goes back into the field, with what was typed.
    mutating func resume() { filter.isTyping = true }

    mutating func clear() {
        filter.clear()
        (reading, problem) = (nil, nil)
    }

    /// Types a key.
    ///
    /// - Returns: Whether the field used it.
    mutating func type(_ key: Key, _ type: HKSampleType, _ environment: ConsoleEnvironment) -> Bool {
        guard filter.type(key) else { return false }
        read(type, environment)
        return true
    }

    mutating func paste(_ text: String, _ type: HKSampleType, _ environment: ConsoleEnvironment) {
        filter.paste(text)
        read(type, environment)
    }

    mutating func take(_ names: Names, _ type: HKSampleType, _ environment: ConsoleEnvironment) {
        self.names = names
        read(type, environment)
    }

    private mutating func read(_ type: HKSampleType, _ environment: ConsoleEnvironment) {
        let phrase = SampleFilterPhrase(
            type: type,
            context: SampleForm.context(environment),
            calendar: environment.calendar,
            sources: names?.sources ?? [],
            devices: names?.devices ?? []
        )
        do {
            reading = try phrase.reading(filter.text)
            problem = nil
        } catch {
            reading = nil
            problem = "\(error)"
        }
    }

    /// Cuts the line of the filter and that of what was understood off the top of a rectangle, and draws them there.
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
    }
}
