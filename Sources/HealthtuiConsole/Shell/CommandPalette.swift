import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiTerminalUI

/// The line after `:` with all possible meanings of its text.
package struct CommandPalette: Sendable {
    package private(set) var line: CommandLine
    private var targets: [CommandTarget] = []
    private var finder: CommandFinder
    /// The notes about the first target, and that target.
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

    /// Stores the contents of the store, which may arrive after the first key.
    mutating func take(_ places: CommandPlaces) {
        finder.places = places
        offer()
    }

    /// Stores the names of measures, which may arrive after the first key.
    mutating func take(_ names: MeasureNames) {
        finder.names = names
        offer()
    }

    // MARK: Notes

    /// The target whose notes should be read now; each is requested once.
    mutating func takeRequest() -> CommandTarget? {
        let wanted = targets.first.flatMap { $0.hasNotes ? $0 : nil }
        defer { asked = wanted }
        return wanted == asked ? nil : wanted
    }

    /// Stores the notes of a target; those of a target that is no longer offered are ignored.
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

    /// The sample is shown first, and a second Enter saves it.
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
