import HealthKit

/// Nights of Xiaomi's devices: when they began and ended, and when each stage began.
///
/// A stage lasts until the next one, or until the person woke up.
struct GadgetbridgeSleep {
    /// The beginning of a stage of a device.
    struct Stage {
        var device: Int64?
        /// In milliseconds since 1970.
        var time: Int64
        var code: Int64
    }

    /// A night of a device.
    struct Night {
        var device: Int64?
        var start: Int64
        var end: Int64
    }

    /// A stage with its end.
    struct Span: Equatable {
        var device: Int64?
        var start: Int64
        var end: Int64
        var value: HKCategoryValueSleepAnalysis
    }

    static let stagesTable = "XIAOMI_SLEEP_STAGE_SAMPLE"
    static let nightsTable = "XIAOMI_SLEEP_TIME_SAMPLE"

    /// The most rows of each table that are read.
    static let mostRows = 200_000

    /// The stages by their numbers; 0 is the end of a night, and 1 isn't known.
    private static let values: [Int64: HKCategoryValueSleepAnalysis] = [
        2: .asleepDeep, 3: .asleepCore, 4: .asleepREM, 5: .awake,
    ]

    var stages: [Stage] = []
    var nights: [Night] = []

    /// The stages with their ends, and how many stages and nights are none.
    ///
    /// - Returns: The stages by device and time; how many stages are in no night, and how many nights have no stage.
    func spans() -> (spans: [Span], outside: Int, empty: Int) {
        let byDevice = Dictionary(grouping: nights, by: \.device)
        var spans: [Span] = []
        var (outside, empty) = (0, nights.count)
        let groups = Dictionary(grouping: stages, by: \.device).sorted { ($0.key ?? -1) < ($1.key ?? -1) }
        for (device, unsorted) in groups {
            let stages = unsorted.sorted { ($0.time, $0.code) < ($1.time, $1.code) }
            let nights = (byDevice[device] ?? []).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
            var hasStage = [Bool](repeating: false, count: nights.count)
            var next = 0
            for (index, stage) in stages.enumerated() {
                while next < nights.count, nights[next].start <= stage.time { next += 1 }
                guard next > 0, stage.time < nights[next - 1].end else {
                    if Self.values[stage.code] != nil { outside += 1 }
                    continue
                }
                hasStage[next - 1] = true
                let following = stages.indices.contains(index + 1) ? stages[index + 1].time : Int64.max
                let end = min(following, nights[next - 1].end)
                guard let value = Self.values[stage.code], end > stage.time else { continue }
                spans.append(Span(device: device, start: stage.time, end: end, value: value))
            }
            empty -= hasStage.count { $0 }
        }
        return (spans, outside, empty)
    }

    static let documentation = [
        [stagesTable, "STAGE", "HKCategoryTypeIdentifierSleepAnalysis, until the next one"],
        [nightsTable, "WAKEUP_TIME", "the end of a night's last stage; nights without stages are counted"],
    ]
}
