import HealthKit

extension GoogleFitKind {
    /// The kinds as rows of documentation: the data type, what becomes of it, and its unit.
    static var documentation: [[String]] {
        all.map { kind in
            switch kind.outcome {
            case .quantity(let type, let unit, let divisor): [kind.name, type.rawValue, unit.documented(divisor)]
            case .distance: [kind.name, "the distance of the activity of the session over it, else on foot", "m"]
            case .sleep: [kind.name, HKCategoryTypeIdentifier.sleepAnalysis.rawValue, ""]
            case .counted(let isData): [kind.name, isData ? "counted as data" : "counted", ""]
            }
        }
    }
}

extension FitbitKind {
    /// The kinds as rows of documentation: the file, what becomes of it, its unit, and whose clock its times are of.
    static var documentation: [[String]] {
        all.map { kind in
            let file = "\(kind.name)-….json"
            let clock = kind.isLocal ? "the person's" : "UTC"
            return switch kind.outcome {
            case .minute(let type, let unit, let divisor):
                [file, "\(type.rawValue), a minute each", unit.documented(divisor), clock]
            case .weight: [file, HKQuantityTypeIdentifier.bodyMass.rawValue, "lb", clock]
            case .restingRate:
                [file, "\(HKQuantityTypeIdentifier.restingHeartRate.rawValue), a day each", "count/min", clock]
            case .sleep: [file, "\(HKCategoryTypeIdentifier.sleepAnalysis.rawValue): in bed, and stages", "", clock]
            case .counted(let isData): [file, isData ? "counted as data" : "counted", "", ""]
            }
        }
    }
}

extension GoogleHealthKind {
    /// The kinds as rows of documentation: the file, its column, what becomes of it, and its unit.
    static var documentation: [[String]] {
        all.map { kind in
            switch kind.outcome {
            case .instant(let type, let unit, let divisor):
                [kind.family, kind.column, type.rawValue, unit.documented(divisor)]
            case .minute(let type, let unit): [kind.family, kind.column, "\(type.rawValue), a minute each", unit]
            case .day(let type, let unit): [kind.family, kind.column, "\(type.rawValue), a day each", unit]
            case .counted(let isData): [kind.family, kind.column, isData ? "counted as data" : "counted", ""]
            }
        }
    }
}

extension String {
    /// A unit as the file has it: a hundredth of this one where its numbers are divided by a hundred.
    fileprivate func documented(_ divisor: Double) -> String {
        switch (self, divisor) {
        case ("%", 100): "% of 100"
        case ("m", 100): "cm"
        default: self
        }
    }
}
