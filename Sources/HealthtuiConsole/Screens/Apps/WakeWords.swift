import HealthKit

extension WakeStrings {
    /// The highest frequency at which an app is started.
    static func frequency(_ frequency: HKUpdateFrequency) -> String {
        switch frequency {
        case .immediate: immediately
        case .hourly: atMostHourly
        case .daily: atMostDaily
        case .weekly: atMostWeekly
        }
    }

    /// The result of a start.
    static func outcome(_ outcome: WakeOutcome) -> String {
        switch outcome {
        case .underWay: running
        case .acknowledged: done
        case .notStarted: notStarted
        case .programChanged: programChanged
        case .noObserver: noObserver
        case .noCompletion: noCompletion
        case .exited: endedTooEarly
        case .serviceEnded: serviceEnded
        case .launcherEnded: launcherEnded
        }
    }

    /// Why an app isn't started now.
    static func state(_ obstacle: WakeObstacle, next: String?) -> String {
        switch obstacle {
        case .noService: noService
        case .neverChanges: neverChanges
        case .notApproved: undecided
        case .refused: notAllowed
        case .programChanged: changed
        case .locked: storeIsLocked
        case .guest: guestModeIsOn
        case .noAccess: noAccess
        case .noChange: waitingForChange
        case .interval: next.map { waiting(until: $0) } ?? waiting
        case .retry: next.map { failed(next: $0) } ?? failed
        case .noLauncher: noLauncher
        case .busy: waitingForOthers
        case .underWay: beingStarted
        }
    }
}
