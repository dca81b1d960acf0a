import Foundation
import Testing

@testable import HealthKit

/// The inventory of Apple's API: names, raw values, units and factors, as `Tests/Fixtures/inventory` holds them.
private enum Inventory {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures/inventory")

    static func rows(_ file: String) throws -> [[String: Any]] {
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appendingPathComponent(file)))
        let rows = try #require(json as? [[String: Any]])
        try #require(!rows.isEmpty)
        return rows
    }

    static func text(_ row: [String: Any], _ key: String) -> String? { row[key] as? String }

    /// What is declared of systems after those of the other files, by name.
    static func beyond(_ kind: String) throws -> [(name: String, row: [String: Any])] {
        try rows("beyond.json").filter { text($0, "kind") == kind }
            .map { row in
                let path = [text(row, "owner"), text(row, "swift")].compactMap { $0 }
                return (path.joined(separator: "."), row)
            }
    }

    /// Rows of iOS 27 are declared where their raw value is public, and need not be.
    static func isNewest(_ row: [String: Any]) -> Bool {
        (text(row, "introduced") ?? text(row, "ios") ?? "").hasPrefix("27")
    }
}

@Suite("Inventory of constants")
struct InventoryTests {
    private static let owners = [
        "characteristic": "HKCharacteristicTypeIdentifier",
        "correlation": "HKCorrelationTypeIdentifier",
        "document": "HKDocumentTypeIdentifier",
        "clinical": "HKClinicalTypeIdentifier",
        "scoredAssessment": "HKScoredAssessmentTypeIdentifier",
        "fhirResourceType": "HKFHIRResourceType",
        "fhirRelease": "HKFHIRRelease",
        "verifiableClinicalRecordCredentialType": "HKVerifiableClinicalRecordCredentialType",
        "verifiableClinicalRecordSourceType": "HKVerifiableClinicalRecordSourceType",
        "healthConceptDomain": "HKHealthConceptDomain",
        "medicationGeneralForm": "HKMedicationGeneralForm",
    ]

    @Test("every identifier has the raw value of the inventory")
    func identifiers() throws {
        let declared = Dictionary(uniqueKeysWithValues: declaredIdentifiers.map { ($0.name, $0.raw) })
        var rows: [(name: String, raw: String?)] = []
        for (file, owner) in [
            ("quantity-types.json", "HKQuantityTypeIdentifier"), ("category-types.json", "HKCategoryTypeIdentifier"),
        ] {
            rows += try Inventory.rows(file)
                .filter { $0["deprecated"] == nil }
                .map { ("\(owner).\(Inventory.text($0, "swift") ?? "")", Inventory.text($0, "raw")) }
        }
        for row in try Inventory.rows("identifiers.json") {
            guard let owner = Self.owners[Inventory.text(row, "kind") ?? ""], let name = Inventory.text(row, "swift")
            else { continue }
            rows.append(("\(owner).\(name)", Inventory.text(row, "raw")))
        }
        rows += try Inventory.beyond("identifier").map { ($0.name, Inventory.text($0.row, "raw")) }
        #expect(rows.count == declared.count)
        for row in rows { #expect(declared[row.name] == row.raw, "\(row.name)") }
    }

    @Test("every string constant has the raw value of the inventory")
    func constants() throws {
        let declared = Dictionary(uniqueKeysWithValues: declaredConstants.map { ($0.name, $0.raw) })
        for row in try Inventory.rows("constants.json") where !Inventory.isNewest(row) {
            let raw = try #require(Inventory.text(row, "raw"))
            let name = (Inventory.text(row, "swift") ?? "").split(separator: ":")[0].split(separator: " ").last
                .map(String.init)
            #expect(declared[name ?? ""] == raw, "\(name ?? "")")
        }
        for row in try Inventory.rows("metadata-keys.json") {
            let name = Inventory.text(row, "constant") ?? ""
            #expect(declared[name] == Inventory.text(row, "raw"), "\(name)")
            let entry = TypeCatalogue.shared.metadataKey(Inventory.text(row, "raw") ?? "")
            #expect(entry?.constant == name)
        }
    }

    @Test("every case has the raw value of the inventory, in the module and in the catalogue")
    func cases() throws {
        let declared = Dictionary(uniqueKeysWithValues: declaredCases.map { ($0.name, $0.raw) })
        var compared = 0
        for row in try Inventory.rows("enums.json") where !Inventory.isNewest(row) {
            let owner = Inventory.text(row, "swift") ?? ""
            let enumeration = TypeCatalogue.shared.enumeration(owner)
            for each in row["cases"] as? [[String: Any]] ?? [] where !Inventory.isNewest(each) {
                guard let name = Inventory.text(each, "swift"), let raw = each["raw"] as? Int else { continue }
                if let enumeration, let constant = Inventory.text(each, "constant") {
                    #expect(enumeration.case(constant: constant)?.value == raw, "\(constant)")
                }
                guard let value = declared["\(owner).\(name)"] else { continue }
                #expect(value == raw, "\(owner).\(name)")
                compared += 1
            }
        }
        for (name, row) in try Inventory.beyond("case") {
            let raw = try #require(row["raw"] as? Int)
            let enumeration = try #require(TypeCatalogue.shared.enumeration(Inventory.text(row, "owner") ?? ""))
            #expect(enumeration.case(constant: Inventory.text(row, "constant") ?? "")?.value == raw, "\(name)")
            #expect(declared[name] == raw, "\(name)")
            compared += 1
        }
        #expect(compared == declaredCases.count)
    }

    @Test("every unit of the inventory is made by its constructor's string and has the factor of the inventory")
    func units() throws {
        let bases = [
            "m^3": "m^3", "kg": "kg", "m": "m", "Pa": "Pa", "s": "s", "J": "J", "K": "K", "1": "count", "lx": "lx",
        ]
        for row in try Inventory.rows("units.json") {
            let string = try #require(Inventory.text(row, "unit"))
            guard string != "mol<molarMass>", let factor = row["factor"] as? Double else { continue }
            let unit = try HKUnit(validating: string)
            #expect(unit.unitString == string)
            let name = try #require(Inventory.text(row, "siBase"))
            let (scale, offset) = try #require(unit.conversion(to: HKUnit(validating: bases[name] ?? name)))
            // mmHg and cmAq differ in the last digits between the header and what Apple's library computes (rule R9.6).
            #expect(abs(scale - factor) <= 1e-6 * factor, "\(string)")
            #expect(abs(offset - (row["offset"] as? Double ?? 0)) < 1e-9, "\(string)")
        }
    }

    @Test("every type has the unit, style, group and values of the inventory")
    func types() throws {
        let styles = [
            "cumulative": 0, "discreteArithmetic": 1, "discreteTemporallyWeighted": 2,
            "discreteEquivalentContinuousLevel": 3,
        ]
        for row in try Inventory.rows("quantity-types.json") {
            let type = try #require(HKObjectType.type(identifier: Inventory.text(row, "raw") ?? "") as? HKQuantityType)
            let unit = try HKUnit(validating: Inventory.text(row, "unit") ?? "")
            #expect(type.aggregationStyle.rawValue == styles[Inventory.text(row, "aggregation") ?? ""], "\(type)")
            // Headers say count/s for two rates that exports and apps tell in count/min.
            let isRate = unit.unitString == "count/s"
            #expect(type.canonicalUnit == (isRate ? HKUnit(from: "count/min") : unit), "\(type)")
            #expect(type.isReadOnly == (row["readOnly"] as? Bool), "\(type)")
            #expect(type.entry.shortName == Inventory.text(row, "swift"))
        }
        for row in try Inventory.rows("category-types.json") where row["deprecated"] == nil && !Inventory.isNewest(row)
        {
            let type = try #require(HKObjectType.type(identifier: Inventory.text(row, "raw") ?? "") as? HKCategoryType)
            #expect(type.enumeration?.name == Inventory.text(row, "valueEnum"), "\(type)")
            #expect(type.isReadOnly == (row["readOnly"] as? Bool), "\(type)")
            #expect(type.entry.requiredMetadata == (row["requiredMetadata"] as? [String] ?? []), "\(type)")
        }
    }
}

@Suite("Constants")
struct ConstantsTests {
    @Test("raw values that exports and stores depend on")
    func rawValues() {
        #expect(HKQuantityTypeIdentifier.heartRate.rawValue == "HKQuantityTypeIdentifierHeartRate")
        #expect(
            HKCategoryTypeIdentifier.environmentalAudioExposureEvent.rawValue
                == "HKCategoryTypeIdentifierAudioExposureEvent"
        )
        #expect(HKMetadataKeyTimeZone == "HKTimeZone")
        #expect(HKMetadataKeySyncVersion == "HKMetadataKeySyncVersion")
        #expect(
            HKMetadataKeyCyclingFunctionalThresholdPowerTestType == "HKCyclingCyclingFunctionalThresholdPowerTestType"
        )
        #expect(HKDataTypeIdentifierStateOfMind == "HKDataTypeStateOfMind")
        #expect(HKPredicateKeyPathAverage == "quantity")
        #expect(HKWorkoutActivityType.other.rawValue == 3000)
        #expect(HKMetricPrefix.femto.rawValue == 13)
        #expect(HKUpdateFrequency.immediate.rawValue == 1)
        #expect(HKVisionPrescriptionType.contacts.rawValue == 2)
        #expect(HKUnitMolarMassBloodGlucose == 180.15588000005408)
        #expect(HKObjectQueryNoLimit == 0)
        #expect(HKAnchoredObjectQueryNoAnchor == 0)
        #expect(Notification.Name.HKUserPreferencesDidChange.rawValue == "HKUserPreferencesDidChangeNotification")
    }

    @Test("option sets combine")
    func optionSets() {
        #expect(HKQueryOptions([.strictStartDate, .strictEndDate]).rawValue == 3)
        #expect(HKStatisticsOptions([.separateBySource, .cumulativeSum, .duration]).rawValue == 81)
    }

    @available(*, deprecated, message: "Names that Apple deprecated; deprecated itself so that it may name them.")
    @Test("deprecated names have the raw values of what replaced them")
    func deprecatedNames() {
        #expect(HKCategoryTypeIdentifier.audioExposureEvent == .environmentalAudioExposureEvent)
        #expect(HKCategoryValueAudioExposureEvent.loudEnvironment.rawValue == 1)
        #expect(HKCategoryValueOvulationTestResult.positive == .luteinizingHormoneSurge)
        #expect(HKCategoryValueSleepAnalysis.asleep == .asleepUnspecified)
        #expect(HKQuantityAggregationStyle.discrete == .discreteArithmetic)
        #expect(HKStatisticsOptions.discreteMostRecent == .mostRecent)
        #expect(HKWorkoutActivityType.dance.rawValue == 14)
        #expect(HKWorkoutActivityType.danceInspiredTraining.rawValue == 15)
        #expect(HKWorkoutActivityType.mixedMetabolicCardioTraining.rawValue == 30)
        #expect(HKUnit.calorie() == .smallCalorie())
        #expect(
            (1...5).map { HKCategoryValueMenstrualFlow(rawValue: $0) } == [
                .unspecified, .light, .medium, .heavy, .some(.none),
            ]
        )
    }

    @Test("identifiers match in a switch")
    func switching() {
        switch HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierStepCount") {
        case .stepCount: break
        default: Issue.record("a step count is none")
        }
    }

    @Test("every value that means asleep")
    func asleepValues() {
        #expect(
            HKCategoryValueSleepAnalysis.allAsleepValues == [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM]
        )
    }
}

@Suite("HKError")
struct HKErrorTests {
    @Test("an error is caught by its code, also as an NSError")
    func catching() {
        func thrown(_ error: any Error) -> String {
            do {
                throw error
            } catch HKError.errorNoData {
                return "no data"
            } catch HKError.errorInvalidArgument {
                return "invalid"
            } catch {
                return "other"
            }
        }
        #expect(thrown(HKError(.errorNoData)) == "no data")
        #expect(thrown(HKError(.errorInvalidArgument)) == "invalid")
        #expect(thrown(HKError(.errorUserCanceled)) == "other")
        #expect(thrown(NSError(domain: HKErrorDomain, code: 11)) == "no data")
        #expect(thrown(NSError(domain: NSCocoaErrorDomain, code: 11)) == "other")
        #expect(thrown(CancellationError()) == "other")
    }

    @Test("an error bridges to an NSError with its domain, code and description")
    func bridging() {
        let error = HKError(
            .errorAuthorizationDenied,
            userInfo: [NSLocalizedDescriptionKey: "Not authorized", "key": 1]
        )
        let bridged = error as NSError
        #expect(bridged.domain == "com.apple.healthkit")
        #expect(bridged.code == 4)
        #expect(bridged.localizedDescription == "Not authorized")
        #expect(bridged.userInfo["key"] as? Int == 1)
        #expect(
            (HKError(.errorNoData) as any Error).localizedDescription
                == "No data available for the specified predicate."
        )
        #expect(HKError.errorDomain == HKErrorDomain)
        #expect(error.errorCode == 4)
    }

    @Test("an NSError of HealthKit's domain is an HKError, whatever its code; one of another domain is none")
    func casting() throws {
        for code in 0...20 {
            let error: any Error = NSError(
                domain: HKErrorDomain,
                code: code,
                userInfo: [NSLocalizedDescriptionKey: "text", "key": 7]
            )
            let cast = try #require(error as? HKError)
            #expect(error is HKError)
            #expect(cast.code == HKError.Code(rawValue: code) ?? .unknownError)
            #expect(cast.localizedDescription == "text" && cast.userInfo["key"] as? Int == 7)
            if HKError.Code(rawValue: code) == nil {
                #expect((cast.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == code)
            }
            do {
                throw error
            } catch let caught as HKError {
                #expect(caught.code == cast.code)
            } catch {
                Issue.record("an NSError of HealthKit's domain is caught as HKError")
            }
        }
        let others: [any Error] = [
            NSError(domain: NSCocoaErrorDomain, code: 4), CancellationError(), URLError(.badURL),
            NSError(domain: "com.apple.healthd.SQLite", code: 1),
        ]
        for error in others { #expect(!(error is HKError) && error as? HKError == nil) }
        // There and back again.
        let error = HKError(.errorNoData, userInfo: [NSLocalizedDescriptionKey: "none", "key": "value"])
        #expect((error as NSError) as any Error as? HKError == error)
        #expect(((error as any Error) as NSError).code == 11)
    }

    @Test("errors are equal when code and user info are")
    func equality() {
        #expect(HKError(.errorNoData) == HKError(.errorNoData))
        #expect(HKError(.errorNoData) != HKError(.errorUserCanceled))
        #expect(HKError(.errorNoData, userInfo: ["a": 1]) == HKError(.errorNoData, userInfo: ["a": 1]))
        #expect(HKError(.errorNoData, userInfo: ["a": 1]) != HKError(.errorNoData, userInfo: ["a": "1"]))
        #expect(
            HKError(.errorNoData, userInfo: ["a": 1]).hashValue == HKError(.errorNoData, userInfo: ["a": 1]).hashValue
        )
        #expect(HKError.noError == .unknownError)
    }
}
