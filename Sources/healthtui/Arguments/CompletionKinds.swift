import ArgumentParser
import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

// What shells complete. Of a store only the names of sources and devices are offered, where nobody is using it (``StoreNames``): lab
// tests, medications and marks aren't.
extension CompletionKind {
    /// A measure, as one word.
    static var measure: CompletionKind {
        .words { $0.rests(MeasureNames.catalogue.completions(of: $0.current), words: 0) }
    }

    /// A type with samples, as one word.
    static var sampleType: CompletionKind { .types { $0 is HKSampleType } }

    /// A type that can have a goal, as one word.
    static var goalType: CompletionKind { .types(TypeGoal.isOf) }

    /// A source of the store, as one word.
    static var source: CompletionKind { .stored { $0.sources } }

    /// A device of the store, as one word.
    static var device: CompletionKind { .stored { $0.devices } }

    /// A type as the first value of an option, and behind it sources.
    ///
    /// - Parameter option: The option.
    /// - Returns: The completion.
    static func typeAndSources(behind option: String) -> CompletionKind {
        .custom { words, index, _ in
            guard let shell = ShellWords(words, index) else { return [] }
            if index > 0, index <= words.count, words[index - 1] == option { return sampleTypes(shell) }
            return StoreNames(words, shell).sources
        }
    }

    private static func stored(_ names: @escaping @Sendable (StoreNames) -> [String]) -> CompletionKind {
        .custom { words, index, _ in ShellWords(words, index).map { names(StoreNames(words, $0)) } ?? [] }
    }

    /// A time, as one word.
    static var time: CompletionKind { .words { $0.rests(times(of: $0.current), words: 0) } }

    /// A time in any number of words.
    ///
    /// - Parameter measures: The number of words between the command's name and the time.
    /// - Returns: The completion.
    static func time(behind measures: Int) -> CompletionKind {
        .words { words in
            let typed = words.before.dropFirst(1 + measures)
            return words.rests(times(of: (typed + [words.current]).joined(separator: " ")), words: typed.count)
        }
    }

    /// A measure, and a time behind it, each in any number of words: `running distance last week`.
    static var measureAndTime: CompletionKind {
        .words { words in
            let typed = Array(words.before.dropFirst())
            let names = MeasureNames.catalogue
            let text = (typed + [words.current]).joined(separator: " ")
            let measures = words.rests(names.completions(of: text), words: typed.count)
            guard !typed.isEmpty else { return measures }
            // An unknown name may be a lab test of one word.
            let length = typed.indices.last { names.isOne(typed[...$0].joined(separator: " ")) } ?? 0
            let rest = typed.dropFirst(length + 1)
            let when = times(of: (rest + [words.current]).joined(separator: " "))
            return measures + words.rests(when, words: rest.count)
        }
    }

    private static func words(_ completions: @escaping @Sendable (ShellWords) -> [String]) -> CompletionKind {
        .custom { words, index, _ in ShellWords(words, index).map(completions) ?? [] }
    }

    private static func types(_ isWanted: @escaping @Sendable (HKObjectType) -> Bool) -> CompletionKind {
        .words { types($0, isWanted) }
    }

    private static func sampleTypes(_ words: ShellWords) -> [String] { types(words) { $0 is HKSampleType } }

    private static func types(_ words: ShellWords, _ isWanted: (HKObjectType) -> Bool) -> [String] {
        let names = TypeCatalogue.shared.entries
            .filter { entry in entry.type.map(isWanted) ?? false }
            .compactMap { entry in
                [entry.shortName, entry.englishName, entry.name]
                    .first { $0.lowercased().hasPrefix(words.current.lowercased()) }
            }
        return words.rests(names.sorted(), words: 0)
    }

    private static func times(of text: String) -> [String] {
        TimeRangePhrase(now: Date(), calendar: .person(in: .current)).completions(of: text)
    }
}

extension MeasureNames {
    fileprivate func isOne(_ text: String) -> Bool {
        if case .one = resolve(text) { return true }
        return false
    }
}
