import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiTerminalUI

/// The line after `:` with everything that the text in it may mean.
package struct CommandPalette: Sendable {
    package private(set) var line: CommandLine
    private var targets: [CommandTarget] = []
    private var finder: CommandFinder
    /// What is said of the first target, and what it was said of.
    private var notes: (target: CommandTarget, notes: PaletteNotes)?
    /// The target whose notes are being read.
    private var asked: CommandTarget?
    /// The target that Enter was pressed for once, so that another saves it.
    private var confirming: CommandTarget?

    /// A palette with nothing typed.
    init(_ finder: CommandFinder, history: [String]) {
        self.finder = finder
        line = CommandLine(prompt: ":", history: history)
        offer()
    }

    /// The effect of a key or the mouse.
    enum Outcome {
        case stays
        case closed
        case taken(CommandTarget)
        /// A sample was seen and is to be saved.
        case saved(HKSample)
        /// The typed text means nothing.
        case unknown(String)
    }

    mutating func handle(_ key: Key) -> Outcome { outcome(line.handle(key)) }

    mutating func handle(_ mouse: MouseEvent) -> Outcome { outcome(line.handle(mouse)) }

    mutating func paste(_ text: String) {
        line.paste(text)
        offer()
    }

    mutating func laidOut(_ layout: Layout) { line.laidOut(layout) }

    /// Takes what the store holds, which may come after the first key.
    mutating func take(_ places: CommandPlaces) {
        finder.places = places
        offer()
    }

    /// Takes the names of measures, which may come after the first key.
    mutating func take(_ names: MeasureNames) {
        finder.names = names
        offer()
    }

    // MARK: Notes

    /// The target whose notes are to be read now; each is asked for once.
    mutating func takeRequest() -> CommandTarget? {
        let wanted = targets.first.flatMap { $0.hasNotes ? $0 : nil }
        defer { asked = wanted }
        return wanted == asked ? nil : wanted
    }

    /// Takes the notes of a target; those of one that isn't offered any more come too late.
    mutating func take(_ notes: PaletteNotes, of target: CommandTarget) {
        guard targets.first == target else { return }
        self.notes = (target, notes)
        show()
    }

    private mutating func show() {
        let current = notes.flatMap { $0.target == targets.first ? $0 : nil }
        line.notes = current?.notes.shown(isConfirming: confirming == current?.target)
    }

    private mutating func outcome(_ outcome: CommandLine.Outcome) -> Outcome {
        switch outcome {
        case .edited:
            offer()
            return .stays
        case .ignored: return .stays
        case .cancelled: return .closed
        case .took(let offer) where targets.indices.contains(offer): return taken(targets[offer])
        case .took: return .stays
        case .submitted(let text): return .unknown(text)
        }
    }

    /// What is to be saved is seen before another Enter saves it.
    private mutating func taken(_ target: CommandTarget) -> Outcome {
        guard case .add = target else { return .taken(target) }
        guard let notes, notes.target == target else { return .stays }
        if let refusal = notes.notes.refusal { return .taken(.refused(refusal)) }
        guard confirming == target, let sample = notes.notes.sample else {
            confirming = target
            show()
            return .stays
        }
        return .saved(sample)
    }

    private mutating func offer() {
        let found = finder.candidates(line.text)
        targets = found.map(\.target)
        if confirming != targets.first { confirming = nil }
        line.offer(found.map(\.offer), takesFirst: found.first?.isTaken ?? false)
        show()
    }
}
