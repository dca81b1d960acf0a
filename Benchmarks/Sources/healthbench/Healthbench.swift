import Foundation
import Glibc

/// Holds a store open and answers the requests of the benchmark's runner.
///
/// A request is a line: how often to repeat, a tab, what to do. The answer is a line: the median time in seconds, then
/// the numbers that the work found, which are the same from every peer.
@main
enum Healthbench {
    static func main() async {
        if isHelper() { return }
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: healthbench STORE\n".utf8))
            exit(EX_USAGE)
        }
        do {
            let subject = try Subject(path: CommandLine.arguments[1])
            answer("ready")
            while let line = readLine() { answer(await reply(to: line, subject)) }
            subject.close()
        } catch {
            answer("error \(error)")
            exit(EXIT_FAILURE)
        }
    }

    /// Is the service or the apps that this program measures, where it is started as that.
    private static func isHelper() -> Bool {
        let words = CommandLine.arguments.dropFirst()
        switch (words.first, words.count) {
        case ("--serve", 3):
            do {
                try ServedTwin.serve(CommandLine.arguments[2], CommandLine.arguments[3])
            } catch {
                answer("error \(error)")
                exit(EXIT_FAILURE)
            }
        case ("--clients", 5):
            let numbers = words.dropFirst(2).compactMap { Int($0) }
            guard numbers.count == 3 else { return false }
            ServedTwin.beClients(
                CommandLine.arguments[2],
                first: numbers[0],
                count: numbers[1],
                requests: numbers[2]
            )
        default: return false
        }
        return true
    }

    private static func reply(to line: String, _ subject: Subject) async -> String {
        let parts = line.split(separator: "\t", maxSplits: 1)
        guard parts.count == 2, let repeats = Int(parts[0]), repeats > 0, let work = Work(parts[1]) else {
            return "error no such work: \(line)"
        }
        do {
            var seconds: [Double] = []
            var found: [Double] = []
            for _ in 0..<repeats {
                let run = try await subject.run(work)
                seconds.append(run.seconds)
                found = run.found
            }
            let median = seconds.sorted()[repeats / 2]
            return ([median] + found).map { "\($0)" }.joined(separator: " ")
        } catch {
            return "error \(error)"
        }
    }

    private static func answer(_ line: String) {
        let oneLine = line.split(separator: "\n").joined(separator: " ")
        FileHandle.standardOutput.write(Data((oneLine + "\n").utf8))
    }
}

/// What is asked for: a name and a number, such as `insert 1000`.
struct Work {
    /// How work reaches the store.
    enum Level {
        /// Through HealthKit's API, as an app does.
        case app
        /// Below HealthKit.
        case engine
    }

    var name: String
    var number: Double
    var level: Level

    init?(_ text: Substring) {
        var words = text.split(separator: " ")
        level = words.last == "engine" ? .engine : .app
        if level == .engine { words.removeLast() }
        number = words.last.flatMap { Double($0) } ?? 0
        if words.last.flatMap({ Double($0) }) != nil { words.removeLast() }
        guard !words.isEmpty else { return nil }
        name = words.joined(separator: " ")
    }
}

/// One run of some work: how long it took and what it found.
struct Run {
    var seconds: Double
    var found: [Double]

    /// Times `body`; what it gives is summed up outside of the time.
    static func measure<Result>(
        _ body: () async throws -> Result,
        found: (Result) throws -> [Double]
    ) async rethrows -> Run {
        let clock = ContinuousClock()
        let began = clock.now
        let result = try await body()
        let seconds = seconds(clock.now - began)
        return Run(seconds: seconds, found: try found(result))
    }

    static func seconds(_ time: Duration) -> Double {
        Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
    }
}
