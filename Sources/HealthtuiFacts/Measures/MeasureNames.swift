import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry

/// The meaning of names: one measure, or none at all.
package struct MeasureNames: Sendable {
    /// The meaning of a text.
    package enum Answer: Sendable, Hashable {
        case one(Measure)
        /// The measures that it may mean, in the order in which they are offered.
        case several([Measure])
        /// Nothing; with names that are spelled or begin like it.
        case none(near: [String])
    }

    /// Words and what they mean, the surest first: identifiers, names, words of our own, synonyms.
    private var tiers: [[String: [Measure]]] = Array(repeating: [:], count: 4)
    /// The same by the stems of their words.
    private var stems: [[String: [Measure]]] = Array(repeating: [:], count: 4)
    /// Lab tests and medications by their whole names.
    private var stored: [String: [Measure]] = [:]
    /// Lab tests and medications by each word of their names.
    private var storedWords: [String: [Measure]] = [:]
    /// The identifiers of the list, in its order.
    private let identifiers: [(id: String, measure: Measure)]

    /// The names of a list.
    ///
    /// - Parameter list: The measures.
    package init(_ list: MeasureList) {
        identifiers = list.measures.map { ($0.id, $0) }
        for measure in list.measures { add(measure) }
        // All activities are understood, so that one without workouts answers that there are none.
        for activity in TypeCatalogue.shared.workoutActivities?.cases ?? [] {
            guard let type = HKWorkoutActivityType(rawValue: UInt(clamping: activity.value)),
                !list.activities.contains(type)
            else { continue }
            for measure in MeasureList.measures(of: type) { addNames(measure) }
        }
        for entry in TypeCatalogue.shared.entries { add(entry) }
        for (words, measures) in MeasureWords.measures + MeasureWords.german {
            for word in words { add(word, measures, tier: 2) }
        }
        addActivities(list.activities)
        tiers = tiers.map { $0.mapValues(\.unique) }
        stems = tiers.map { tier in
            tier.reduce(into: [:]) { stems, entry in stems[NameKey.stem(entry.key), default: []] += entry.value }
                .mapValues(\.unique)
        }
    }

    /// The names of everything that the catalogue knows, in the current language.
    package static var catalogue: MeasureNames { cache.value }

    private static let cache = LanguageCache { MeasureNames(MeasureList()) }

    /// The names of what a store has, or of the catalogue alone where that decides what a text means.
    ///
    /// - Parameters:
    ///   - text: The text that is looked for.
    ///   - caller: The caller.
    /// - Returns: The names.
    /// - Throws: `HKError` if the store can't be read.
    package static func names(for text: String, _ caller: Caller) throws -> MeasureNames {
        let catalogue = catalogue
        return catalogue.isCertain(text) ? catalogue : names(of: try MeasureList.read(caller))
    }

    /// The names of a list; those of the catalogue are made once.
    package static func names(of list: MeasureList) -> MeasureNames {
        list.isOfCatalogue ? catalogue : MeasureNames(list)
    }

    /// The meaning of a text.
    ///
    /// Capitals, accents, hyphens and the plural don't matter.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The measure, those that it may mean, or names near it.
    package func resolve(_ text: String) -> Answer {
        let found = measures(named: text)
        if !found.isEmpty { return answer(found) }
        guard text.utf8.count <= 4 * NameKey.longest else { return .none(near: []) }
        let key = NameKey.folded(text)
        return .none(near: key.isEmpty ? [] : near(key))
    }

    /// The measures that a text may mean, without names near it.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The measures, each once; none for a text that means nothing.
    package func measures(named text: String) -> [Measure] {
        guard text.utf8.count <= 4 * NameKey.longest else { return [] }
        let key = NameKey.folded(text)
        guard !key.isEmpty else { return [] }
        if let sure = tiers[0][key] ?? tiers[1][key] { return sure.unique }
        let holding = holding(key)
        // A synonym of a type may be meant as a test that has the word in its name.
        var found = tiers[2][key] ?? tiers[3][key].map { $0 + holding } ?? []
        let named = stored[key] ?? []
        // Names of the store that differ only in case are distinguished by it.
        let exact = found.isEmpty ? named.filter { $0.id == text } : []
        found += exact.isEmpty ? named : exact
        if !found.isEmpty { return found.unique }
        let stem = NameKey.stem(key)
        let near = (stems.lazy.compactMap({ $0[stem] }).first ?? holding).unique
        guard near.isEmpty else { return near }
        // As identifiers are written: `sleepEfficiency`.
        let spaced = text.replacing(/([a-z])([A-Z])/) { "\($0.output.1) \($0.output.2)" }
        return spaced == text ? [] : measures(named: spaced)
    }

    /// The one measure that a text means.
    ///
    /// Looks for no names near it, which takes a while: this is asked of each word while a line is typed.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The measure; `nil` for a text that means none or several.
    package func measure(named text: String) -> Measure? {
        let found = measures(named: text)
        return found.count == 1 ? found.first : nil
    }

    /// Whether a text means one measure whatever is stored.
    private func isCertain(_ text: String) -> Bool {
        let key = NameKey.folded(text)
        return (tiers[0][key] ?? tiers[1][key])?.count == 1
    }

    /// A name that means a measure and no other.
    ///
    /// - Parameter measure: The measure.
    /// - Returns: Its identifier, in another form where another measure has the same.
    package func spelled(_ measure: Measure) -> String {
        if self.measure(named: measure.id) == measure { return measure.id }
        if case .laboratory(let name) = measure.subject { return Self.laboratoryPrefix + name }
        return measure.id
    }

    private static let laboratoryPrefix = "lab "

    /// All names that mean one measure, by measure: for input and completion.
    package var spellings: [Measure: [String]] {
        var spellings: [Measure: Set<String>] = [:]
        for tier in tiers {
            for key in tier.keys {
                if let measure = measure(named: key) { spellings[measure, default: []].insert(key) }
            }
        }
        return spellings.mapValues { $0.sorted() }
    }

    /// The names that a text begins, each of which means one measure: one name for a measure, its identifier if it fits.
    ///
    /// - Parameter text: What was typed of a name; empty for the identifiers of all.
    /// - Returns: The names, in alphabetical order.
    package func completions(of text: String) -> [String] {
        guard text.utf8.count <= 4 * NameKey.longest else { return [] }
        let blank = text.last?.isWhitespace == true ? " " : ""
        let key = NameKey.folded(text) + blank
        var known: Set<Measure> = []
        var found: [String] = []
        for (id, measure) in identifiers where NameKey.folded(id).hasPrefix(key) && known.insert(measure).inserted {
            found.append(id)
        }
        guard key.contains(where: { $0 != " " }) else { return found.sorted() }
        for tier in tiers.dropFirst() {
            for name in tier.keys.filter({ $0.hasPrefix(key) && isOffered($0, for: key) })
                .sorted(by: { ($0.count, $0) < ($1.count, $1) })
            {
                guard let measure = measure(named: name), known.insert(measure).inserted else { continue }
                found.append(name)
            }
        }
        return found.sorted()
    }

    /// Whether a name is offered for its beginning: German words are once that can hardly be English.
    private func isOffered(_ name: String, for key: String) -> Bool {
        key.count >= 4 || !MeasureWords.germanKeys.contains(name)
    }

    private func answer(_ measures: [Measure]) -> Answer {
        let measures = measures.unique
        guard let first = measures.first else { return .none(near: []) }
        return measures.count == 1 ? .one(first) : .several(measures)
    }
}

// Filling the tables of names.
extension MeasureNames {
    private mutating func add(_ word: String, _ measures: [Measure], tier: Int) {
        let key = NameKey.folded(word)
        guard !key.isEmpty, tiers.indices.contains(tier) else { return }
        tiers[tier][key, default: []] += measures
    }

    private mutating func addNames(_ measure: Measure) {
        add(measure.id, [measure], tier: 0)
        add(measure.name, [measure], tier: 1)
    }

    private mutating func add(_ measure: Measure) {
        switch measure.subject {
        case .laboratory(let name):
            add(Self.laboratoryPrefix + name, [measure], tier: 0)
            addStored(name, measure)
        case .doses(_, .some(let name)):
            addNames(measure)
            addStored(name, measure)
        default: addNames(measure)
        }
    }

    private mutating func addStored(_ name: String, _ measure: Measure) {
        let key = NameKey.folded(name)
        stored[key, default: []].append(measure)
        for word in Set(Self.words(key)) { storedWords[word, default: []].append(measure) }
    }

    /// The names and synonyms of a type.
    private mutating func add(_ entry: CatalogueEntry) {
        guard let type = entry.type, let measure = MeasureWords.measure(of: type) else { return }
        for name in [entry.identifier, entry.shortName] + entry.formerNames { add(name, [measure], tier: 0) }
        let names = type is HKActivitySummaryType ? [] : [entry.name, entry.englishName]
        // “Workouts” are counted, as runs are; their identifier means the time, as on their chart.
        for name in names where tiers[0][NameKey.folded(name)] == nil { add(name, [measure], tier: 1) }
    }

    /// Synonyms of types: one that up to three share means the one that is widely used, if there is just one.
    private static let synonyms: [String: [Measure]] = {
        var all: [String: [(measure: Measure, isCommon: Bool)]] = [:]
        for entry in TypeCatalogue.shared.entries {
            guard let type = entry.type else { continue }
            for synonym in Set(entry.synonyms) {
                guard let measure = MeasureWords.measure(of: type, synonym: synonym) else { continue }
                all[NameKey.folded(synonym), default: []].append((measure, entry.prominence != nil))
            }
        }
        return all.mapValues { found in
            let common = found.filter(\.isCommon)
            return (found.count <= 3 && common.count == 1 ? common : found).map(\.measure)
        }
    }()

    /// Activities mean their own numbers, then those of other types; other synonyms mean their types.
    private mutating func addActivities(_ stored: [HKWorkoutActivityType]) {
        var words: [String: [HKWorkoutActivityType]] = [:]
        for (activity, own) in MeasureWords.activities {
            for word in own + [activity.label] { words[NameKey.folded(word), default: []].append(activity) }
        }
        for activity in stored where !MeasureWords.activities.contains(where: { $0.0 == activity }) {
            for word in Set([activity.englishName, activity.label].map(NameKey.folded)) {
                words[word, default: []].append(activity)
            }
        }
        let walkingRunning = Measure(.quantity(HKQuantityType(.distanceWalkingRunning)))
        for (word, activities) in words {
            add(word, activities.flatMap(MeasureList.measures), tier: 3)
            for activity in activities where activity.hasDistanceType {
                add(word, tiers[1][NameKey.folded(activity.englishName + " distance")] ?? [], tier: 3)
            }
        }
        for (word, measures) in Self.synonyms {
            add(word, words[word] == nil ? measures : measures.filter { $0 != walkingRunning }, tier: 3)
        }
        for (english, german) in MeasureWords.germanActivities {
            for word in german { add(word, tiers[3][english] ?? [], tier: 3) }
        }
    }
}

// Suggestions for a text that isn't a name.
extension MeasureNames {
    private static func words(_ key: String) -> [String] {
        key.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// The lab tests and medications that have each word of a text among those of their names.
    private func holding(_ key: String) -> [Measure] {
        let words = Self.words(key)
        guard let first = words.first, var found = storedWords[first] else { return [] }
        for word in words.dropFirst() {
            let others = Set(storedWords[word] ?? [])
            found.removeAll { !others.contains($0) }
        }
        return found
    }

    /// The most names that are offered.
    private static let mostNear = 5

    /// Names each word of which begins as those of a text do; else the one that is spelled most like it.
    private func near(_ key: String) -> [String] {
        let asked = Self.words(key)
        guard !asked.isEmpty else { return [] }
        let names = Set(tiers[1].keys).union(stored.keys).sorted()
        let beginning = names.filter { name in
            let words = Self.words(name)
            return asked.allSatisfy { asked in words.contains { $0.hasPrefix(asked) } }
        }
        if !beginning.isEmpty {
            return Array(beginning.sorted { ($0.count, $0) < ($1.count, $1) }.prefix(Self.mostNear))
        }
        let words = names + [tiers[0], tiers[2], tiers[3]].flatMap { $0.keys.sorted() }
        return Nearest.word(to: key, among: words).map { [$0] } ?? []
    }
}

extension [Measure] {
    /// Each measure once, in order.
    fileprivate var unique: [Measure] {
        var known: Set<Measure> = []
        return filter { known.insert($0).inserted }
    }
}
