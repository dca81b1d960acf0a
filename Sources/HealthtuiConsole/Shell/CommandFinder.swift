import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Finds possible meanings of a text: screens, types, sources, devices, apps, available commands, and times.
struct CommandFinder: Sendable {
    let keys: KeyMap<Command>
    /// The key contexts of the visible screen.
    let contexts: [KeyContext]
    /// The commands that would do nothing there now.
    let idle: Set<Command>
    let environment: ConsoleEnvironment
    var places: CommandPlaces?
    /// The names of the measures of the store; `nil` until they were read.
    var names: MeasureNames?

    /// A possible meaning, and its target.
    struct Candidate {
        let offer: Offer
        let target: CommandTarget
        var score = 0
        /// Whether it changes something.
        var isChange = false

        /// The order of candidates: exact spellings, then commands that change something, then similar names.
        ///
        /// So Enter after a name doesn't change anything by accident.
        fileprivate var rank: Int { isSpelled ? isChange ? 1 : 2 : 0 }

        /// Whether words of its name begin with the typed text.
        fileprivate var isSpelled: Bool { score >= CommandFinder.spelled }

        fileprivate func isNamed(_ text: String) -> Bool { offer.title.caseInsensitiveCompare(text) == .orderedSame }

        /// Whether it is one of several that a name means, so that it must be chosen.
        var isChoice = false
        /// Whether Enter takes it when it comes first: letters that merely occur in a name aren't enough.
        var isTaken: Bool { isSpelled && !isChoice }
    }

    /// The penalty for an alternative name compared with the one shown.
    private static let detour = 100

    /// The minimum score for words of a name that begin with the typed text, rather than merely containing its letters.
    private static let spelled = 600

    /// The score of an exact name.
    static let exact = 2_000

    /// More than a person would look through.
    private static let most = 60

    var dates: DateText { environment.dates }
    var times: TimeRangePhrase {
        TimeRangePhrase(now: environment.now, calendar: environment.calendar, marks: places?.marks ?? .none)
    }
    private var calendar: CalendarPhrase {
        CalendarPhrase(now: environment.now, calendar: environment.calendar, marks: places?.marks ?? .none)
    }

    /// The candidates for a text, likeliest first: names come before similar ones.
    func candidates(_ text: String) -> [Candidate] {
        let typed = text.trimmingCharacters(in: .whitespaces)
        guard !typed.isEmpty else { return screens(nil) + actions(nil) }
        let query = FuzzyText(typed)
        let measures = measures(typed)
        let named =
            edits(typed) + (measures.isEmpty ? typesAt(typed) : []) + typesOver(typed) + screens(query) + types(query)
            + origins(query) + apps(query)
        let found = (named + filters(query) + actions(query)).sorted { ($0.rank, $0.score) > ($1.rank, $1.score) }
        let exact = self.named(typed)
        // The reason that something can't be done is only shown if nothing else matches.
        let isRefused = measures.first.map { if case .refused = $0.target { true } else { false } } ?? false
        let isMeant = !exact.isEmpty || found.first?.isTaken == true
        var seen: Set<CommandTarget> = []
        // A complete name isn't treated as the prefix of others.
        let written = found.filter { $0.isTaken && ($0.isNamed(typed) || isFilter($0, named: typed)) }
        return
            (exact + (measures.first?.isChoice == true ? written : [])
            + (isRefused && isMeant ? found + measures : measures + found))
            .filter { seen.insert($0.target).inserted }
            .prefix(Self.most)
            .map { $0 }
    }

    private func named(_ text: String) -> [Candidate] {
        guard let target = CommandTarget.named(text, keys: keys, calendar: calendar) else { return [] }
        switch target {
        case .time(let time): return [Candidate(offer: offer(time), target: target, score: Self.exact)]
        case .type(let type): return [Candidate(offer: offer(type, nil), target: target, score: Self.exact)]
        case .command(let command):
            let known = CommandTarget.commands(keys).first { $0.command == command }
            let offer = Offer(known?.name ?? text, detail: known?.what ?? "")
            return [Candidate(offer: offer, target: target, score: Self.exact)]
        case .origin, .app, .filtered, .typeAt, .typeOver, .comparison, .pattern, .editLatest, .question, .add,
            .refused:
            return []
        }
    }

    func offer(_ time: CalendarPhrase.Time) -> Offer {
        let start = time.interval.start
        return switch time.unit {
        case .day: Offer(dates.longDay(start), detail: PaletteStrings.day)
        case .week, nil:
            Offer(
                dates.days(from: start, through: time.interval.end.addingTimeInterval(-1)),
                detail: time.unit == .week ? PaletteStrings.week : PaletteStrings.days
            )
        case .month: Offer(dates.monthAndYear(start), detail: PaletteStrings.month)
        case .year: Offer(dates.year(start), detail: PaletteStrings.year)
        }
    }

    // MARK: What there is

    private func screens(_ query: FuzzyText?) -> [Candidate] {
        CommandTarget.commands(keys).filter { $0.name != "q" }
            .compactMap { known in
                var found = candidate(
                    known.name,
                    known.what,
                    .command(known.command),
                    query,
                    bonus: 30,
                    others: (CommandTarget.otherNames[known.name] ?? []).map { FuzzyText($0) }
                )
                found?.isChange = CommandTarget.changes.contains(known.command)
                return found.flatMap { $0.isChange && query != nil && !$0.isSpelled ? nil : $0 }
            }
    }

    /// The screen's commands, except those that move about, by their words: a few letters somewhere in a sentence don't count.
    private func actions(_ query: FuzzyText?) -> [Candidate] {
        let named = Set(CommandTarget.commands(keys).map(\.command))
        return keys.active(in: contexts, without: idle)
            .filter { !Self.moves.contains($0.command) && !named.contains($0.command) }
            .compactMap { binding in
                let detail = PaletteStrings.key(binding.keyLabel)
                var found = candidate(binding.help, detail, .command(binding.command), query, bonus: -40)
                found?.isChange = binding.isWriting
                return found.flatMap { query != nil && !$0.isSpelled ? nil : $0 }
            }
    }

    private static let moves: Set<Command> = [
        .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .first, .last, .commandLine, .nextTab, .previousTab,
        .cursorLeft, .cursorRight, .readColumn, .shareColumn, .otherColumn, .back, .interrupt,
    ]

    private func origins(_ query: FuzzyText) -> [Candidate] {
        let sources = (places?.sources ?? [])
            .compactMap {
                candidate($0.source.shownName, PaletteStrings.source($0.count), .origin(.source($0.source)), query)
            }
        let devices = (places?.devices ?? [])
            .compactMap {
                candidate(
                    DevicePhrase.name($0.device),
                    PaletteStrings.device($0.count),
                    .origin(.device($0.device)),
                    query,
                    others: [FuzzyText(DevicePhrase.full($0.device))]
                )
            }
        return sources + devices
    }

    private func filters(_ query: FuzzyText) -> [Candidate] {
        CommandTarget.filters.compactMap { known in
            guard case .filtered(let type, _) = known.target else { return nil }
            // If there is nothing to filter, a type with nearly the same name is preferred.
            let hasData = (places?.counts[type.identifier] ?? 0) > 0
            let others = known.otherNames.map { FuzzyText($0) }
            let bonus = hasData ? Self.filterBonus : -Self.detour
            return candidate(known.name, PaletteStrings.filter, known.target, query, bonus: bonus, others: others)
        }
    }

    /// Whether a candidate is a filter that finds something and has a text before its colon: the types that have the same
    /// synonym are meant less.
    private func isFilter(_ candidate: Candidate, named text: String) -> Bool {
        guard case .filtered(let type, _) = candidate.target, (places?.counts[type.identifier] ?? 0) > 0 else {
            return false
        }
        return candidate.offer.title.lowercased().hasPrefix(text.lowercased() + ":")
    }

    /// The bonus of a filter whose type has data: the filter's name was chosen for it.
    private static let filterBonus = 60

    private func apps(_ query: FuzzyText) -> [Candidate] {
        (places?.apps ?? [])
            .compactMap {
                candidate($0.name, PaletteStrings.app, .app($0), query, others: [FuzzyText($0.bundleIdentifier)])
            }
    }

    // MARK: Types

    /// A type by all its names, which are taken apart once.
    private struct TypeNames {
        let type: HKSampleType
        let name: FuzzyText
        let others: [FuzzyText]
        let prominence: Int
    }

    private static func makeTypeNames() -> [TypeNames] {
        TypeCatalogue.shared.entries.compactMap { entry in
            guard let type = entry.type as? HKSampleType else { return nil }
            let english = entry.name == entry.englishName ? [] : [entry.englishName]
            return TypeNames(
                type: type,
                name: FuzzyText(entry.name),
                others: (english + [entry.shortName] + entry.formerNames + entry.synonyms).map { FuzzyText($0) },
                prominence: entry.prominence ?? .max
            )
        } + [
            // Apple publishes no identifier for these, so they are in no catalogue, but users have them all the same.
            TypeNames(
                type: VerifiableRecordType.shared,
                name: FuzzyText(VerifiableRecordType.shared.entry.name),
                others: [],
                prominence: .max
            )
        ]
    }

    /// The types by their names in the person's language and in English.
    private static let typeNames = LanguageCache { CommandFinder.makeTypeNames() }

    /// Among equally good matches, the most common types and those with data come first.
    func types(_ query: FuzzyText) -> [Candidate] {
        Self.typeNames.value.compactMap { names in
            let own = FuzzyMatch(query, in: names.name)
            guard let best = score(query, own, names.others) else { return nil }
            let hasData = (places?.counts[names.type.identifier] ?? 0) > 0
            let known = max(0, 20 - names.prominence.clamped)
            return Candidate(
                offer: offer(names.type, own),
                target: .type(names.type),
                score: best + (hasData ? 15 : 0) + known
            )
        }
    }

    /// The likeliest type of the first words at the time of the last ones.
    private func typesAt(_ text: String) -> [Candidate] {
        let words = text.split(separator: " ")
        guard words.count > 1 else { return [] }
        for count in 1...min(3, words.count - 1) {
            guard let time = calendar.time(words.suffix(count).joined(separator: " ")) else { continue }
            let name = words.dropLast(count).joined(separator: " ")
            let best = types(FuzzyText(name)).max { $0.score < $1.score }
            guard let best, best.isSpelled, case .type(let type) = best.target else { continue }
            let shown = Offer(type.entry.name + ", " + offer(time).title, detail: best.offer.detail)
            return [Candidate(offer: shown, target: .typeAt(type, time), score: best.score + 200)]
        }
        return []
    }

    /// The types whose latest sample can be edited, after `edit` or by initials, such as `ebp`.
    private func edits(_ text: String) -> [Candidate] {
        guard !keys.isReadOnly, text.lowercased().hasPrefix("e") else { return [] }
        let words = text.split(separator: " ")
        let isNamed = words.count > 1 && "edit".hasPrefix(words[0].lowercased())
        let rest = FuzzyText(isNamed ? words.dropFirst().joined(separator: " ") : String(text.dropFirst()))
        return types(rest)
            .compactMap { found -> Candidate? in
                guard case .type(let type) = found.target, (places?.counts[type.identifier] ?? 0) > 0,
                    EntryRules.refusalOfForm(type) == nil,
                    type is HKQuantityType || type is HKCategoryType || type is HKCorrelationType
                else { return nil }
                let offer = Offer(PaletteStrings.edit(type.entry.name), detail: PaletteStrings.editLatest)
                // Without the word it is meant only by the first letters of all its words, or by another name.
                let isMeant = isNamed ? found.isSpelled : Self.initials(type).contains(text.dropFirst().lowercased())
                guard isMeant else { return nil }
                return Candidate(offer: offer, target: .editLatest(type), score: found.score + 300)
            }
    }

    /// The first letters of a type's words, in lower case, in the person's language and in English: `bp`.
    private static func initials(_ type: HKSampleType) -> Set<String> {
        let names = [type.entry.name, type.entry.englishName]
        return Set(names.map { $0.split(separator: " ").compactMap(\.first).map { $0.lowercased() }.joined() })
    }

    /// The likeliest chart of the first words over the length of time that the last one names.
    private func typesOver(_ text: String) -> [Candidate] {
        let words = text.split(separator: " ")
        guard words.count > 1, let last = words.last, let span = ChartSpan(named: String(last)) else { return [] }
        let name = words.dropLast().joined(separator: " ")
        let best = types(FuzzyText(name))
            .filter { candidate in
                guard case .type(let type) = candidate.target else { return false }
                return ChartScreen.charts(type) && !CycleReader.isOf(type)
            }
            .max { $0.score < $1.score }
        guard let best, best.isSpelled, case .type(let type) = best.target else { return [] }
        let title = PaletteStrings.over(type.entry.name, span.spoken.text)
        let shown = Offer(title, detail: PaletteStrings.opensChart)
        return [Candidate(offer: shown, target: .typeOver(type, span), score: best.score + 150)]
    }

    private func offer(_ type: HKSampleType, _ match: FuzzyMatch?) -> Offer {
        let count = places.map { $0.counts[type.identifier] ?? 0 }
        let detail = count.map { PaletteStrings.type($0) } ?? PaletteStrings.type
        return Offer(type.entry.name, places: match?.places ?? [], detail: detail)
    }

    private func candidate(
        _ title: String,
        _ detail: String,
        _ target: CommandTarget,
        _ query: FuzzyText?,
        bonus: Int = 0,
        others: [FuzzyText] = []
    ) -> Candidate? {
        guard let query else { return Candidate(offer: Offer(title, detail: detail), target: target) }
        let own = FuzzyMatch(query, in: FuzzyText(title))
        guard let best = score(query, own, others) else { return nil }
        let offer = Offer(title, places: own?.places ?? [], detail: detail)
        return Candidate(offer: offer, target: target, score: best + bonus)
    }

    /// The score of a query: that of the name shown, or of another name if that is higher; nil if it matches none.
    private func score(_ query: FuzzyText, _ own: FuzzyMatch?, _ others: [FuzzyText]) -> Int? {
        let other = others.lazy.compactMap { FuzzyMatch(query, in: $0)?.score }.max().map { $0 - Self.detour }
        return [own?.score, other].compactMap { $0 }.max()
    }
}

extension Int {
    /// The number, limited so that sums with it cannot overflow.
    fileprivate var clamped: Int { Swift.min(self, 1_000_000) }
}
