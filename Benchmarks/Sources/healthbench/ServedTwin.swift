import Foundation
import Glibc
import HealthKit

/// The same store behind a service in a process of its own, which this program's other form is.
final class ServedTwin {
    /// The store as an app has it that asks the service.
    let app: HKHealthStore
    /// Another app, with a connection of its own.
    let other: HKHealthStore
    let socket: String
    private let process = Process()
    private let folder: String

    /// - Parameter path: The store's file, which stays open here too.
    /// - Throws: What starting the service throws.
    init(path: String) throws {
        folder = NSTemporaryDirectory() + "/bench-\(getpid())"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        socket = folder + "/socket"
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: try Self.executable)
        process.arguments = ["--serve", path, socket]
        process.standardOutput = output
        try process.run()
        guard output.fileHandleForReading.availableData.starts(with: Data("ready".utf8)) else {
            throw UnknownWork(name: "a service that doesn't start")
        }
        app = Self.app(socket, "bench.app")
        other = Self.app(socket, "bench.other")
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: folder)  // What stays lies in the folder for temporary files.
    }

    static var executable: String {
        get throws { try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") }
    }

    static func app(_ socket: String, _ identifier: String) -> HKHealthStore {
        HKHealthStore(
            configuration: HKHealthStoreConfiguration(location: .service(socket), bundleIdentifier: identifier)
        )
    }

    /// Has a store open for the other form of this program.
    static func serve(_ path: String, _ socket: String) throws {
        // The thread that starts this may have blocked what ends it.
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
        let person = HKHealthStore.person(location: .file(path)).person
        let listener = try ServiceListener(path: socket)
        let service = try StoreService(person, listeners: [.apps: listener.descriptor])
        FileHandle.standardOutput.write(Data("ready\n".utf8))
        service.run()
    }

    /// Asks for the latest sample again and again as many apps at once, and says how long each took.
    static func beClients(_ socket: String, first: Int, count: Int, requests: Int) {
        let threads = DispatchGroup()
        let lock = NSLock()
        nonisolated(unsafe) var seconds: [Double] = []
        for number in first..<first + count {
            threads.enter()
            Thread.detachNewThread {
                let store = app(socket, "bench.client.\(number)")
                var own: [Double] = []
                for request in 0..<requests {
                    let answered = DispatchSemaphore(value: 0)
                    let began = ContinuousClock.now
                    let order = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)
                    store.execute(
                        HKSampleQuery(sampleType: Subject.heartRate, predicate: nil, limit: 1, sortDescriptors: [order])
                        {
                            _,
                            _,
                            _ in
                            answered.signal()
                        }
                    )
                    answered.wait()
                    // The first connects.
                    if request > 0 { own.append(Run.seconds(ContinuousClock.now - began)) }
                }
                lock.withLock { seconds += own }
                threads.leave()
            }
        }
        threads.wait()
        FileHandle.standardOutput.write(Data(seconds.map { "\($0)" }.joined(separator: " ").utf8))
    }
}

extension Subject {
    /// Does work over the service: `served latest`.
    func runServed(_ work: Work) async throws -> Run {
        let twin = try served ?? ServedTwin(path: path)
        if served == nil {
            let grant = Grant(read: true, share: true)
            for app in ["bench.other"] + (0..<100).map({ "bench.client.\($0)" }) {
                try person.setGrants([Self.heartRate.identifier: grant], app: app)
            }
            served = twin
        }
        var inner = work
        inner.name.removeFirst("served ".count)
        switch inner.name {
        case "observer": return try await observerDelay(twin)
        case "clients": return try clients(twin)
        default:
            let own = app
            app = twin.app
            defer { app = own }
            return try await run(inner)
        }
    }

    /// The sum of one day.
    func sumOfDay() async throws -> Run {
        let day = HKQuery.predicateForSamples(withStart: Self.end - 10 * 86_400, end: Self.end - 9 * 86_400)
        let query = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: Self.steps, predicate: day),
            options: .cumulativeSum
        )
        return try await Run.measure {
            try await query.result(for: app)
        } found: { statistics in
            [statistics?.sumQuantity()?.doubleValue(for: .count()) ?? 0]
        }
    }

    /// How soon an app hears that another has saved, after the save returned.
    private func observerDelay(_ twin: ServedTwin) async throws -> Run {
        let (heard, continuation) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
        let query = HKObserverQuery(sampleType: Self.heartRate, predicate: nil) { _, done, _ in
            continuation.yield(.now)
            done()
        }
        twin.other.execute(query)
        defer { twin.other.stop(query) }
        var times = heard.makeAsyncIterator()
        _ = await times.next()
        saved += 1
        let sample = HKQuantitySample(
            type: Self.heartRate,
            quantity: HKQuantity(unit: Self.perMinute, doubleValue: 60),
            start: Self.end + Double(saved),
            end: Self.end + Double(saved)
        )
        try await twin.app.save(sample)
        let returned = ContinuousClock.now
        guard let time = await times.next() else { throw UnknownWork(name: "an observer that hears nothing") }
        return Run(seconds: max(0, Run.seconds(time - returned)), found: [])
    }

    /// A hundred apps, each with a connection, that ask without a pause: the 99th percentile of the times, and the median.
    private func clients(_ twin: ServedTwin) throws -> Run {
        let processes = try (0..<4)
            .map { number in
                let process = Process()
                let output = Pipe()
                process.executableURL = URL(fileURLWithPath: try ServedTwin.executable)
                process.arguments = ["--clients", twin.socket, "\(number * 25)", "25", "100"]
                process.standardOutput = output
                try process.run()
                return output.fileHandleForReading
            }
        let seconds = processes.flatMap { output in
            String(decoding: output.readDataToEndOfFile(), as: UTF8.self).split(separator: " ")
                .compactMap { Double($0) }
        }
        guard seconds.count == 100 * 99 else { throw UnknownWork(name: "\(seconds.count) answers to 100 apps") }
        let sorted = seconds.sorted()
        return Run(seconds: sorted[sorted.count * 99 / 100], found: [sorted[sorted.count / 2]])
    }
}
