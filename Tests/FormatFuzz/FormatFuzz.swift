import Foundation

/// Reads damaged files of every format, and damaged calls, for a while.
///
/// Whatever is wrong with them, reading ends with data or an error, and the store that they are imported into is whole after
/// each batch. What else happens shows as the end of the program, most under the sanitizers: `make fuzz`.
///
/// `FormatFuzz --seconds 60 [--seed S] [--only FORMAT] FIXTURES` damages files. What is read stands in a file whose name is printed
/// first, so that it remains where the program ends; `FormatFuzz --only FORMAT --file FILE FIXTURES` reads it again.
@main struct FormatFuzz {
    static func main() throws {
        let options = try Options(Array(CommandLine.arguments.dropFirst()))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("format-fuzz-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let formats = try FuzzFormat.all(URL(fileURLWithPath: options.fixtures), folder)
            .filter { options.only == nil || $0.name == options.only }
        guard !formats.isEmpty else { throw Options.Problem(description: "--only: no such format") }
        if let file = options.file {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
            print(outcome(of: formats[0], file, bytes))
        } else {
            try run(formats, options, folder)
        }
        try FileManager.default.removeItem(at: folder)
    }

    private static func run(_ formats: [FuzzFormat], _ options: Options, _ folder: URL) throws {
        print("seed \(options.seed); what is being read: \(folder.path)")
        // Whole files first: what is damaged would bring something in.
        for format in formats {
            for (index, seed) in format.seeds.enumerated() {
                let outcome = try read(format, format.wrapped(seed), folder)
                if outcome != "read" { print("\(format.name): whole file \(index + 1): \(outcome)") }
            }
        }
        var counts: [String: [String: Int]] = [:]
        let clock = ContinuousClock()
        let end = clock.now + .seconds(options.seconds)
        var round: UInt64 = 0
        while clock.now < end {
            for (index, format) in formats.enumerated() {
                let turn = clock.now + .milliseconds(500)
                var batch: [[UInt8]] = []
                repeat {
                    round += 1
                    var mutator = ByteMutator(random: FuzzGenerator(seed: options.seed &+ round << 8 &+ UInt64(index)))
                    let seed = format.seeds.randomElement(using: &mutator.random) ?? []
                    let bytes = format.wrapped(mutator.damaged(seed, others: format.seeds))
                    batch.append(bytes)
                    counts[format.name, default: [:]][try read(format, bytes, folder), default: 0] += 1
                } while clock.now < min(turn, end)
                try checkStore(after: batch, of: format, folder)
            }
        }
        for format in formats {
            let all = counts[format.name, default: [:]]
            print("\(format.name): \(all.values.reduce(0, +)) damaged, \(all["read", default: 0]) of them read")
        }
    }

    /// Looks for damage in the store that a batch went into, and keeps the batch where there is any.
    private static func checkStore(after batch: [[UInt8]], of format: FuzzFormat, _ folder: URL) throws {
        let problems = try FuzzStore.shared.check()
        if problems.isEmpty { return }
        let kept = folder.appendingPathComponent("damaging")
        for (index, bytes) in batch.enumerated() {
            let place = kept.appendingPathComponent("\(index)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data(bytes).write(to: place.appendingPathComponent(format.fileName))
        }
        throw Options.Problem(
            description: "\(format.name): the store is damaged by one of the files in \(kept.path): \(problems)"
        )
    }

    private static func read(_ format: FuzzFormat, _ bytes: [UInt8], _ folder: URL) throws -> String {
        let file = folder.appendingPathComponent(format.fileName)
        try Data(bytes).write(to: file)
        return outcome(of: format, file.path, bytes)
    }

    private static func outcome(of format: FuzzFormat, _ path: String, _ bytes: [UInt8]) -> String {
        do {
            try format.read(path, bytes)
            return "read"
        } catch {
            return "\(error)"
        }
    }
}

/// The command line's options.
struct Options {
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    var seconds = 60.0
    var seed = UInt64.random(in: 0..<1 << 32)
    var only: String?
    var file: String?
    var fixtures = ""

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        func value(of option: String) throws -> String {
            guard let value = rest.popFirst() else { throw Problem(description: "\(option) needs a value") }
            return value
        }
        while let word = rest.popFirst() {
            switch word {
            case "--seconds": seconds = Double(try value(of: word)) ?? seconds
            case "--seed": seed = UInt64(try value(of: word)) ?? seed
            case "--only": only = try value(of: word)
            case "--file": file = try value(of: word)
            default: fixtures = word
            }
        }
        guard !fixtures.isEmpty else { throw Problem(description: "FormatFuzz [--seconds N] [--seed S] FIXTURES") }
    }
}
