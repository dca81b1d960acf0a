import Foundation
import HealthKit

/// People who never were, for trying a study out: each has a key and a store's worth of samples of three sources.
package struct StudySimulation: Sendable {
    private let study: SignedStudy
    private let seed: UInt64
    private let now: Date
    private let zone: TimeZone

    /// A simulation.
    ///
    /// - Parameters:
    ///   - study: What is asked for.
    ///   - seed: The same seed gives the same people.
    ///   - zone: Where their days begin.
    ///   - now: The current time.
    package init(_ study: SignedStudy, seed: UInt64, zone: TimeZone, now: Date = Date()) {
        self.study = study
        self.seed = seed
        self.zone = zone
        self.now = now
    }

    /// The days that people have data for.
    /// - Throws: ``StudyError`` for a study that begins in the future.
    package func cut() throws -> DayCut {
        let asked = try study.description.days()
        let today = StudyDay(number: Int(CivilClock(zone).day(now.timeIntervalSinceReferenceDate)))
        guard asked.lowerBound <= today else {
            throw StudyError(study.description.title.printable, "the study begins on \(study.description.since)")
        }
        return DayCut(zone: zone, from: asked.lowerBound, through: min(asked.upperBound, today))
    }

    /// Writes the contribution of a person.
    ///
    /// - Parameters:
    ///   - number: Which person.
    ///   - code: The person's code, where the study asks for one.
    ///   - cut: The days.
    ///   - output: Gets the bytes of the file.
    /// - Returns: How many rows it has.
    /// - Throws: ``StudyError``, and what `output` throws.
    package func write(
        person number: Int,
        code: String?,
        cut: DayCut,
        to output: @escaping (ArraySlice<UInt8>) throws -> Void
    ) throws -> Int {
        let description = study.description
        var random = SimulatedRandom(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(number))
        let keySeed = (0..<4)
            .flatMap { _ -> [UInt8] in
                let word = random.next()
                return (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
            }
        let signer = try StudySigner(seed: keySeed)
        let consent = try Signed(
            StudyConsent(
                study: study.digest,
                text: StudyDigest.of(ConsentText(description).text),
                language: "en",
                time: Int64(now.timeIntervalSince1970)
            ),
            by: signer
        )
        let shift = description.dates == .shifted ? DateShift.days(seed: keySeed) : nil
        var tables: [PreparedTable] = []
        for identifier in description.types {
            guard let type = StudyType(identifier), type.style != nil else { continue }
            let samples = SimulatedPerson.samples(of: type, description.form, cut, &random)
            tables += TypeTables(samples, of: type, description.form, cut: cut, shift: shift).tables
        }
        let manifest = ContributionManifest(
            study: study.digest,
            person: StudyDigest.person(study: description.id, publicKey: signer.publicBytes),
            key: signer.publicKey,
            sequence: 1,
            kind: .data,
            time: Int64(now.timeIntervalSince1970),
            code: code,
            consent: consent,
            tables: tables.map {
                ContributionManifest.Entry(
                    table: $0.key.table,
                    type: $0.key.type,
                    month: $0.key.month,
                    rows: $0.rows,
                    bytes: $0.bytes.count,
                    digest: $0.digest
                )
            }
        )
        try SealedContribution.write(
            manifest,
            carrying: Dictionary(tables.map { ($0.key, $0.bytes) }, uniquingKeysWith: { first, _ in first }),
            signer: signer,
            for: description,
            to: output
        )
        return tables.reduce(0) { $0 + $1.rows }
    }
}

/// Random numbers that a seed repeats (SplitMix64).
package struct SimulatedRandom: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// The samples of somebody who never was.
enum SimulatedPerson {
    /// Samples of a type: a watch by day, a phone that records much of the same, now and then a third source.
    ///
    /// A study of days alone needs few samples a day, one of hours or samples some each hour. Times are whole seconds, as those
    /// of an export are.
    static func samples(
        of type: StudyType,
        _ form: StudyForm,
        _ cut: DayCut,
        _ random: inout SimulatedRandom
    ) -> [StudySample] {
        var samples: [StudySample] = []
        let level = Int64.random(in: 60...140, using: &random)
        for day in cut.days {
            // Nobody wears a watch every day.
            if Int.random(in: 0..<20, using: &random) == 0 { continue }
            let length = day.interval.end - day.interval.start
            let pieces: Int64 = form == .days ? 3 : 16
            let step = length / pieces
            for piece in 0..<pieces {
                let start = day.interval.start + seconds(piece * step...piece * step + step / 4, &random)
                let duration = seconds(step / 8...step, &random)
                let value = value(type, level, pieces, &random)
                samples.append(StudySample(priority: 1, start: start, end: start + duration, value: value))
                guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
                let late = start + seconds(0...step / 2, &random)
                let other = Int.random(in: 2...3, using: &random)
                let end = late + seconds(duration / 2...duration / 2 + Micros.one, &random)
                samples.append(StudySample(priority: other, start: late, end: end, value: value / 2))
            }
        }
        return samples
    }

    /// A time within a range of microseconds, in whole seconds.
    private static func seconds(_ range: ClosedRange<Int64>, _ random: inout SimulatedRandom) -> Int64 {
        Int64.random(in: range, using: &random) / Micros.one * Micros.one
    }

    private static func value(
        _ type: StudyType,
        _ level: Int64,
        _ pieces: Int64,
        _ random: inout SimulatedRandom
    ) -> Int64 {
        // Steps and the like about 80 times the level a day, measurements near it.
        let scale = type.style == .total ? level * 80 / pieces : level
        return scale * Int64.random(in: 600_000...1_400_000, using: &random) / Micros.one * Micros.one
    }
}
