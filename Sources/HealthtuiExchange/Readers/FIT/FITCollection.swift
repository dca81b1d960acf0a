import Foundation

/// Everything that one file has: a part with a `file_id`, and those after it that have none.
struct FITCollection {
    private(set) var origin = FITOrigin()
    private(set) var sessions: [FITSessionSummary] = []
    private(set) var laps: [FITLapSummary] = []
    private(set) var lengths: [FITLapSummary] = []
    private(set) var events: [FITTimerEvent] = []
    private(set) var columns = FITColumns()
    private(set) var beats = FITBeats()
    private(set) var days = FITDays()
    private(set) var scales = FITScales()
    private(set) var tally = FITTally()
    /// The zone of the activity, as metadata has it.
    private(set) var zone: String?
    /// The settings of the device.
    private(set) var sport: (sport: Int64?, subSport: Int64?)?
    /// Messages without a time, or with the time since the device was switched on.
    private(set) var untimed = 0
    /// Messages beyond the most that are read.
    private(set) var surplus = 0
    private(set) var isEmpty = true

    private static let mostSessions = 1_000
    private static let mostSummaries = 200_000

    /// Whether a message belongs to another file than this one.
    func isOther(_ message: FITMessage) -> Bool {
        message.number == FITFileID.message.number && origin.part != nil && origin.part != message.part
    }

    /// Takes a message.
    mutating func take(_ message: FITMessage) {
        isEmpty = false
        if origin.plan != nil { return }
        switch message.number {
        case FITRecord.message.number: takeRecord(message)
        case FITHeartRate.message.number: beats.take(rates: message)
        case FITHeartRateVariability.message.number: beats.take(intervals: message, after: columns.times.last)
        case FITMonitoring.message.number, FITMonitoringInfo.message.number, FITMonitoringHeartRate.message.number:
            days.take(message, &tally)
        case FITSport.message.number:
            sport = sport ?? (message.integer(FITSport.sport), message.integer(FITSport.subSport))
        case FITActivity.message.number:
            zone =
                zone ?? FITClock.zone(local: message.integer(FITActivity.localTimestamp), time: message.time)
        case FITDescription.message.number, FITApplication.message.number: break
        default:
            if FITOrigin.has(message.number) { return origin.take(message) }
            if FITScales.has(message.number) { return scales.take(message, &tally) }
            takeSummary(message)
        }
    }

    private mutating func takeRecord(_ message: FITMessage) {
        if origin.isActivity {
            columns.take(message, &tally)
        } else {
            tally.count(message: message.number)
        }
    }

    private mutating func takeSummary(_ message: FITMessage) {
        switch message.number {
        case FITEvent.message.number:
            if let event = FITTimerEvent(message) { add(event, to: \.events) }
        case FITSession.message.number:
            guard let start = start(message.integer(FITSession.startTime)) else { return }
            if sessions.count >= Self.mostSessions {
                surplus &+= 1
            } else {
                sessions.append(FITSessionSummary(message, start: start))
            }
        case FITLap.message.number:
            guard let start = start(message.integer(FITLap.startTime)) else { return }
            add(FITLapSummary(lap: message, start: start), to: \.laps)
        case FITLength.message.number:
            guard let start = start(message.integer(FITLength.startTime)) else { return }
            add(FITLapSummary(length: message, start: start), to: \.lengths)
        default: tally.count(message: message.number)
        }
    }

    private mutating func start(_ time: Int64?) -> Double? {
        let start = FITClock.seconds(time)
        if start == nil { untimed &+= 1 }
        return start
    }

    private mutating func add<Element>(_ element: Element, to list: WritableKeyPath<FITCollection, [Element]>) {
        if self[keyPath: list].count >= Self.mostSummaries {
            surplus &+= 1
        } else {
            self[keyPath: list].append(element)
        }
    }

    /// Ends the file: everything is in order of time.
    mutating func finish() {
        columns.finish()
        sessions.sort { $0.start < $1.start }
        laps.sort { $0.start < $1.start }
        lengths.sort { $0.start < $1.start }
        events.sort { $0.time < $1.time }
    }
}
