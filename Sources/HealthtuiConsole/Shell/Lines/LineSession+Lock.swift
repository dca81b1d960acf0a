import HealthKit

extension LineSession {
    /// Unlocks the store for every program.
    func unlock() throws {
        guard try environment.person.lockState().isLocked else { return try say(LineStrings.notLocked) }
        let kind = try kindOfSecret()
        let secret = try hidden(PassphraseTask.Step.current.label(kind), kind)
        try say(LineStrings.sentence(LockStrings.unlocking))
        for line in UnlockText.lines(try environment.unlock(environment.person, secret)) {
            try say(LineStrings.sentence(line))
        }
    }

    /// Locks the store for every program.
    func lock() throws {
        _ = try environment.person.lock()
        try say(LineStrings.locked)
    }

    /// Sets the passphrase, changes or removes it, or makes a new recovery key.
    func passphrase() throws {
        let state = try environment.person.lockState()
        let isEncrypted = state != .plain
        try say(isEncrypted ? PassphraseStrings.isEncrypted : PassphraseStrings.isPlain)
        let tasks = PassphraseTask.all(isEncrypted: isEncrypted)
        let task = try tasks.count == 1 ? tasks[0] : choose(tasks, \.words.name)
        try say(task.words.about)
        let question = task == .remove ? PassphraseStrings.removeQuestion : task.words.name + "?"
        guard try confirm(question) else { return try say(LineStrings.nothingChanged) }
        let secrets = try secrets(of: task)
        try say(task.words.working)
        let reported = StepReport()
        let outcome = try task.run(secrets, environment.person, unlock: environment.unlock) { step in
            if let text = reported.next(step) { try say(text) }
        }
        try say(LineStrings.sentence(task.words.done))
        if let problem = outcome.problem { try say(PassphraseStrings.staysLocked(problem)) }
        guard let key = outcome.recoveryKey else { return }
        try say(PassphraseStrings.keyAbout)
        try say(key)
        try say(PassphraseStrings.keyAdvice)
        while try !confirm(LineStrings.keyQuestion) { try say(key) }
    }

    private func secrets(of task: PassphraseTask) throws -> [StoreSecret] {
        var taken: [StoreSecret] = []
        while taken.count < task.steps.count {
            let step = task.steps[taken.count]
            let kind = step == .current ? try kindOfSecret() : .passphrase
            let secret = try hidden(step.label(kind), kind)
            if step == .new {
                try StorePassphrase.require(secret)
                guard try isToBeUsed(secret) else { continue }
            }
            if step == .again, let new = taken.last, !StorePassphrase.areEqual(new, secret) {
                try say(PassphraseStrings.dontMatch)
                taken.removeLast()
                continue
            }
            taken.append(secret)
        }
        return taken
    }

    /// Whether a new passphrase is good, or to be used though it is weak.
    private func isToBeUsed(_ secret: StoreSecret) throws -> Bool {
        switch environment.strength(secret) {
        case .good: return true
        case .weak: return try confirm(PassphraseStrings.weakQuestion)
        case .unknown(let reason):
            try say(PassphraseStrings.notJudged(reason))
            return true
        }
    }

    private func kindOfSecret() throws -> StoreSecret.Kind {
        try choose([.passphrase, .recoveryKey]) { PassphraseTask.Step.current.label($0) }
    }

    /// Asks for hidden input.
    private func hidden(_ question: String, _ kind: StoreSecret.Kind) throws -> StoreSecret {
        guard let entry = try secret(LineStrings.hidden(question)) else { throw Interruption.ended }
        return try entry.take(kind)
    }
}

/// The progress of rewriting a store, reported no more often than a person can follow.
private final class StepReport {
    private var part = 0
    private var tenth = -1

    /// The message for a step; nil if it was already printed.
    func next(_ step: StorePassphrase.Step) -> String? {
        let (part, done, total) =
            switch step {
            case .writing(let done, let total): (1, done, total)
            case .checking: (2, 1, 1)
            case .overwriting(let done, let total): (3, done, total)
            }
        let tenth = total > 0 ? done * 10 / total : 10
        guard part != self.part || tenth > self.tenth else { return nil }
        (self.part, self.tenth) = (part, tenth)
        return LineStrings.sentence(step.text)
    }
}
