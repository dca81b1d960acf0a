/// A session, as the file sums it up.
struct FITSessionSummary {
    /// In seconds since the reference date.
    var start: Double
    var sport: Int64?
    var subSport: Int64?
    /// The whole time, in seconds.
    var elapsed: Double?
    /// The time without pauses, in seconds.
    var timer: Double?
    /// In meters.
    var distance: Double?
    var cycles: Double?
    /// In kilocalories.
    var energy: Double?
    /// In meters.
    var ascent: Double?
    var descent: Double?
    var poolLength: Double?
    var averageRate: Double?
    var highestRate: Double?

    /// The longest time in the summary.
    var reach: Double { max(elapsed ?? 0, timer ?? 0) }

    init(start: Double) { self.start = start }

    init(_ message: FITMessage, start: Double) {
        self.start = start
        sport = message.integer(FITSession.sport)
        subSport = message.integer(FITSession.subSport)
        elapsed = FITClock.span(message.number(FITSession.totalElapsedTime))
        timer = FITClock.span(message.number(FITSession.totalTimerTime))
        distance = message.number(FITSession.totalDistance)
        cycles = message.number(FITSession.totalCycles)
        energy = message.number(FITSession.totalCalories)
        ascent = message.number(FITSession.totalAscent)
        descent = message.number(FITSession.totalDescent)
        poolLength = message.number(FITSession.poolLength)
        averageRate = message.number(FITSession.avgHeartRate)
        highestRate = message.number(FITSession.maxHeartRate)
    }
}

/// A lap, or a length of a pool.
struct FITLapSummary {
    /// In seconds since the reference date.
    var start: Double
    var end: Double
    /// Strides, turns or strokes.
    var cycles: Double?
    var stroke: Int64?
    /// Whether the person swam; `nil` for a lap.
    var isActive: Bool?

    init(lap message: FITMessage, start: Double) {
        self.start = start
        let elapsed = FITClock.span(message.number(FITLap.totalElapsedTime))
        end = start + (elapsed ?? FITClock.span(message.number(FITLap.totalTimerTime)) ?? 0)
        cycles = message.number(FITLap.totalCycles)
    }

    init(length message: FITMessage, start: Double) {
        self.start = start
        let elapsed = FITClock.span(message.number(FITLength.totalElapsedTime))
        end = start + (elapsed ?? FITClock.span(message.number(FITLength.totalTimerTime)) ?? 0)
        cycles = message.number(FITLength.totalStrokes)
        stroke = message.integer(FITLength.swimStroke)
        isActive = message.integer(FITLength.lengthType) == 1
    }
}

/// A start or stop of the timer.
struct FITTimerEvent {
    /// In seconds since the reference date.
    var time: Double
    var isStop: Bool

    init?(_ message: FITMessage) {
        guard message.integer(FITEvent.event) == 0, let time = FITClock.seconds(message.time.map { Int64($0) }) else {
            return nil
        }
        self.time = time
        switch message.integer(FITEvent.eventType) {
        case 0: isStop = false
        case 1, 4, 8, 9: isStop = true
        default: return nil
        }
    }
}

/// A pause between two events of the timer, in seconds since the reference date.
struct FITPause: Equatable {
    var start: Double
    var end: Double

    /// The pauses of a span; a second stop or start changes nothing, and a stop without a start after it is the end.
    ///
    /// - Parameters:
    ///   - events: The events of the timer, by time.
    ///   - start: The start of the span.
    ///   - end: Its end.
    /// - Returns: The pauses, by time.
    static func pauses(_ events: ArraySlice<FITTimerEvent>, from start: Double, to end: Double) -> [FITPause] {
        var pauses: [FITPause] = []
        var stopped: Double?
        for event in events where event.time >= start - 1 && event.time <= end + 1 {
            if event.isStop {
                stopped = stopped ?? event.time
            } else if let since = stopped {
                if event.time > since { pauses.append(FITPause(start: since, end: event.time)) }
                stopped = nil
            }
        }
        return pauses
    }
}
