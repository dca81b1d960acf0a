import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

extension LineSession {
    /// Asks for a sample field by field, repeats how it was understood, and saves it after confirmation.
    func add(_ text: String) throws {
        let type = try chooseType(text, LineStrings.whatToAdd) { EntryRules.refusalOfForm($0) == nil }
        try say(LineStrings.cancelLeaves(type.entry.name))
        var form = SampleForm(type, environment)
        for index in form.form.fields.indices { try fill(index, of: &form) }
        var sample = form.sample(environment)
        while sample == nil {
            let wrong = form.form.fields.indices.filter { form.form.fields[$0].error != nil }
            guard !wrong.isEmpty else { return try say(LineStrings.cannotBeSaved) }
            for index in wrong {
                try say("\(form.form.fields[index].label): \(form.form.fields[index].error ?? "")")
                try fill(index, of: &form)
            }
            sample = form.sample(environment)
        }
        guard let sample else { return }
        let what = "\(type.entry.name) \(environment.samples.labelled(sample))"
        let when = environment.dates.span(sample.startDate, sample.endDate)
        guard try confirm(LineStrings.saveQuestion(what, when)) else { return try say(LineStrings.notSaved) }
        try environment.person.save([sample])
        try say(LineStrings.saved)
    }

    /// Asks for one field until the answer is valid.
    private func fill(_ index: Int, of form: inout SampleForm) throws {
        let field = form.form.fields[index]
        if let help = RecordForm(form.type)?.help(field.id), !help.isEmpty { try say(help) }
        switch field.content {
        case .text:
            let question = LineStrings.ask(field.label, unit: field.suffix, usual: field.placeholder)
            form.form.fields[index].content = .text(TextField(try ask(question)))
        case .toggle:
            form.form.fields[index].content = .toggle(try confirm(LineStrings.askToggle(field.label)))
        case .choice(let options, let selected):
            let names = options.enumerated().map { "\($0.offset + 1) \($0.element)" }.joined(separator: ", ")
            while true {
                let usual = options.indices.contains(selected) ? options[selected] : nil
                let answer = try ask(LineStrings.ask(field.label, choices: names, usual: usual))
                guard let chosen = Self.choice(answer, options, selected) else {
                    try say(LineStrings.noneOfThem(answer))
                    continue
                }
                form.form.fields[index].content = .choice(options, selected: chosen)
                return
            }
        }
    }

    /// The option that an answer names, by number, by name or by the beginning of one name alone.
    private static func choice(_ answer: String, _ options: [String], _ selected: Int) -> Int? {
        if answer.isEmpty { return options.indices.contains(selected) ? selected : nil }
        if let number = Int(answer), options.indices.contains(number - 1) { return number - 1 }
        let found = ChoicePhrase.matches(answer, in: options)
        return found.count == 1 ? found.first : nil
    }

    /// Undoes the last operation, or one by its number, after confirmation.
    func undo(_ text: String = "") throws {
        if let number = Int(text) { return try turn(number, isRedo: false) }
        guard let next = try environment.person.nextStep(isRedo: false) else {
            return try say(OperationText.nothing(isRedo: false))
        }
        if next.changesRights, !isAttended { return try say(Self.unattended) }
        guard try confirm(question(next, isRedo: false)) else { return try say(LineStrings.itStands) }
        let outcome = try environment.person.undo(expecting: next.number)
        try say(outcome.map { OperationText.text($0) } ?? OperationText.nothing(isRedo: false))
    }

    /// Undoes or redoes an operation of the log, after confirmation.
    private func turn(_ number: Int, isRedo: Bool) throws {
        guard let preview = try environment.person.previewStep(number) else {
            return try say(LineStrings.sentence(OperationText.noStep(number)))
        }
        if preview.isRedo != isRedo {
            return try say(isRedo ? LineStrings.isNotUndone(number) : LineStrings.isUndone(number))
        }
        if let obstacle = OperationText.obstacle(preview) { return try say(LineStrings.sentence(obstacle)) }
        if preview.step.changesRights, !isAttended { return try say(Self.unattended) }
        guard try confirm(question(preview)) else {
            return try say(isRedo ? LineStrings.nothingChanged : LineStrings.itStands)
        }
        let outcome = try environment.person.turnStep(number, isRedo: isRedo)
        try say(outcome.map { OperationText.text($0) } ?? OperationText.nothing(isRedo: isRedo))
    }

    /// Redoes the last undone operation, or one by its number, after confirmation.
    func redo(_ text: String = "") throws {
        if let number = Int(text) { return try turn(number, isRedo: true) }
        guard let next = try environment.person.nextStep(isRedo: true) else {
            return try say(OperationText.nothing(isRedo: true))
        }
        if next.changesRights, !isAttended { return try say(Self.unattended) }
        guard try confirm(question(next, isRedo: true)) else { return try say(LineStrings.nothingChanged) }
        let outcome = try environment.person.redo(expecting: next.number)
        try say(outcome.map { OperationText.text($0) } ?? OperationText.nothing(isRedo: true))
    }

    /// The question before an undo or redo, after a list of its effects.
    private func question(_ step: OwnerOperation, isRedo: Bool) throws -> String {
        if step.mayAsk, let preview = try environment.person.previewStep(isRedo: isRedo) {
            return try question(preview)
        }
        return question(OperationText.text(step), isRedo: isRedo)
    }

    private func question(_ preview: OperationPreview) throws -> String {
        guard preview.asks else { return question(OperationText.text(preview.step), isRedo: preview.isRedo) }
        for line in OperationText.effects(preview) { try say(line) }
        return OperationText.question(preview)
    }

    private func question(_ step: String, isRedo: Bool) -> String {
        isRedo ? LineStrings.redoQuestion(step) : LineStrings.undoQuestion(step)
    }

    /// Answers the requests of apps, type by type.
    func requests() throws {
        let waiting = try environment.person.requests()
        if waiting.isEmpty { try say(LineStrings.noAppAsks) }
        if !waiting.isEmpty, !isAttended { return try say(Self.unattended) }
        for request in waiting { try answer(request) }
    }

    private func answer(_ request: AuthorizationRequest) throws {
        let app = request.app
        try say(LineStrings.asksForAccess(app.name, app.bundleIdentifier, app.version))
        for usage in [app.readUsage, app.shareUsage].compactMap({ $0 }) { try say(LineStrings.itSays(usage)) }
        if app.level != nil { try say(IdentityText.level(app)) }
        if let warning = IdentityText.warning(app) { try say(warning) }
        if let before = request.takenFrom, app.changed == nil {
            try say(LineStrings.careful(before))
        }
        if try !confirm(LineStrings.answerNow) { return try say(LineStrings.requestWaits) }
        if let companion = request.companion {
            let isAllowed = try confirm(AuthorizeStrings.allowPair(app.name, companion.bundleIdentifier))
            let read = isAllowed ? Set(request.read) : []
            return try say(
                try environment.person.answer(request.id, read: read, share: []) ? LineStrings.answered : Self.gone
            )
        }
        if let objects = request.objects { return try answer(request, objects) }
        let read = try allowed(request.read, LineStrings.mayRead)
        let share = try allowed(request.share, LineStrings.maySave)
        func names(_ types: Set<String>) -> String {
            types.isEmpty ? LineStrings.nothing : types.map(name).sorted().joined(separator: ", ")
        }
        guard try confirm(LineStrings.isThatYourAnswer(names(read), names(share))) else {
            return try say(LineStrings.requestWaits)
        }
        try say(try environment.person.answer(request.id, read: read, share: share) ? LineStrings.answered : Self.gone)
    }

    private func answer(_ request: AuthorizationRequest, _ objects: [RequestedObject]) throws {
        var allowed: Set<UUID> = []
        for object in objects {
            let when = environment.dates.moment(Date(timeIntervalSinceReferenceDate: object.start))
            if try confirm(LineStrings.mayReadThat(when, object.source)) { allowed.insert(object.id) }
        }
        try say(try environment.person.answer(request.id, objects: allowed) ? LineStrings.answered : Self.gone)
    }

    private static var unattended: String { LineStrings.unattended }

    private static var gone: String { LineStrings.gone }

    private func name(_ type: String) -> String { TypeCatalogue.shared.entry(identifier: type)?.name ?? type }

    private func allowed(_ types: [String], _ question: (String) -> String) throws -> Set<String> {
        var allowed: Set<String> = []
        for type in types {
            let summary = TypeCatalogue.shared.entry(identifier: type)?.summary ?? ""
            let what = summary.isEmpty ? name(type) : "\(name(type)), \(summary)"
            if try confirm(question(what)) { allowed.insert(type) }
        }
        return allowed
    }
}
