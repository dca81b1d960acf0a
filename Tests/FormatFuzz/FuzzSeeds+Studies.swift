import HealthtuiStudy

extension FuzzSeeds {
    /// A study with its signature.
    static func study() throws -> SignedStudy {
        let seed = [UInt8](repeating: 1, count: 32)
        let signer = try StudySigner(seed: seed)
        return try SignedStudy(
            StudyDescription(
                id: String(repeating: "ab", count: 16),
                version: 1,
                title: "Walks",
                contact: "a@example.org",
                purpose: "To see",
                types: ["HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate"],
                since: "2026-01-01",
                until: "2026-12-31",
                form: .samples,
                dates: .real,
                enrolment: .open,
                k: 20,
                boxKey: try StudyBox(seed: seed).publicKey,
                signingKey: signer.publicKey
            ),
            signer: signer
        )
    }

    /// Days of a contribution.
    static let studyRows: [[UInt8]] = [
        """
        2026-03-25,1774396800000000,1774483200000000,UTC,1200,,,,,3600000000,2
        2026-03-26,1774483200000000,1774569600000000,UTC,0.5,,,,,60000000,1

        """,
        "2026-03-28,1774652400000000,1774738800000000,Europe/Berlin,-12.000001,,,,,0,17\n",
    ]
    .map { Array($0.utf8) }
}
