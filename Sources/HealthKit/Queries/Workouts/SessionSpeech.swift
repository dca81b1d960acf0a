import Foundation
import Synchronization

/// The data sent from one side of a mirrored session to the other, limited per ten seconds.
final class SessionSpeech: Sendable {
    private struct State {
        /// The times and sizes of messages within the last ten seconds.
        var sent: [(time: Date, bytes: Int)] = []
    }

    private static let window = 10.0

    private let state = Mutex(State())

    /// Checks that data may be sent now, and records it.
    ///
    /// - Throws: `errorDataSizeExceeded` beyond the limit (R7.12).
    func reserve(_ bytes: Int, at now: Date) throws {
        try state.withLock { state in
            // If the clock was set back, sent data would count forever.
            state.sent.removeAll { abs(now.timeIntervalSince($0.time)) >= Self.window }
            let sum = state.sent.reduce(0) { $0 + $1.bytes }
            guard sum + bytes <= WorkoutMessage.limit else { throw HKError.tooMuchData }
            state.sent.append((now, bytes))
        }
    }
}

/// Looks once a second whether the process on the other side lives: its end makes no noise.
final class RemoteWatch: Sendable {
    nonisolated(unsafe) private let timer: any DispatchSourceTimer

    init(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler(handler: body)
        timer.resume()
    }

    deinit { timer.cancel() }
}
