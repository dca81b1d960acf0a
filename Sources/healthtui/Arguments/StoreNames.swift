import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import Synchronization

/// The names of the store's sources and devices, for shells: only of a file that no program has open and that isn't encrypted.
///
/// Nothing is asked, locked or changed, and a disk that doesn't answer is waited for as long as a key press may take. A service isn't
/// asked: what it has may need a PIN.
struct StoreNames {
    private let words: ShellWords
    private let path: String?

    /// The longest time for which a shell waits, in milliseconds.
    private static let limit = 300

    /// The names in the store that a command line is about.
    ///
    /// - Parameters:
    ///   - all: The words, as a shell has them.
    ///   - words: The same, without options.
    init(_ all: [String], _ words: ShellWords) {
        self.words = words
        let location: HKHealthStoreConfiguration.Location
        if let named = Self.named(all) {
            guard ServiceAddress(named) == nil else {
                path = nil
                return
            }
            location = .file(named)
        } else {
            location = .default
        }
        guard case .file(let file) = location.resolved else {
            path = nil
            return
        }
        path = file
    }

    /// The store that the words name.
    private static func named(_ words: [String]) -> String? {
        let option = "--store"
        for (place, word) in words.enumerated() {
            if word.hasPrefix(option + "=") {
                return PathPhrase.expanded(word: ShellWords.unquoted(String(word.dropFirst(option.count + 1))))
            }
            if word == option, place + 1 < words.count {
                return PathPhrase.expanded(word: ShellWords.unquoted(words[place + 1]))
            }
        }
        return nil
    }

    /// The sources' names that fit the typed part; also their bundle identifiers once that is no name's.
    var sources: [String] {
        guard let store else { return [] }
        let names = fitting(store.sources.map(\.source.name))
        return words.rests(
            names.isEmpty ? fitting(store.sources.map(\.source.bundleIdentifier)) : names,
            words: 0
        )
    }

    /// The devices' names, models and hardware that fit the typed part.
    var devices: [String] {
        guard let store else { return [] }
        let names = store.devices.map(\.device)
            .flatMap { device in
                // A version alone names no device.
                let hardware = device.hardwareVersion.flatMap { $0.contains(where: \.isLetter) ? $0 : nil }
                return [device.name, device.model, hardware].compactMap { $0 }
            }
        return words.rests(fitting(names), words: 0)
    }

    private func fitting(_ names: [String]) -> [String] {
        let typed = words.current.lowercased()
        // A name with a line's end or an escape isn't one to type.
        return Set(names.filter { !$0.isEmpty && $0.printable == $0 && $0.lowercased().hasPrefix(typed) }).sorted()
    }

    /// What the store has; nil where it can't be read at once.
    private var store: UnusedStore? {
        guard let path else { return nil }
        let answer = Answer()
        DispatchQueue.global()
            .async {
                // Completion has nowhere to say what is wrong; the command does.
                if let store = try? UnusedStore(path) { answer.value.withLock { $0 = store } }
                answer.done.signal()
            }
        _ = answer.done.wait(timeout: .now() + .milliseconds(Self.limit))
        return answer.value.withLock { $0 }
    }

    /// What was read in time.
    private final class Answer: Sendable {
        let value = Mutex<UnusedStore?>(nil)
        let done = DispatchSemaphore(value: 0)
    }
}
