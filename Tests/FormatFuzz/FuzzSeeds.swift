import Foundation
import HealthKit

/// Small whole files that nothing of the fixtures has in this form, and the shells around what is damaged.
enum FuzzSeeds {
    /// An export that names each of the files beside it.
    static let export = """
        <?xml version="1.0" encoding="UTF-8"?>
        <HealthData locale="en_US">
         <ExportDate value="2025-07-01 09:12:00 +0000"/>
         <ClinicalRecord type="Observation" identifier="b2" sourceName="Clinic" sourceURL="https://clinic.example" \
        fhirVersion="4.0.1" receivedDate="2025-06-01 08:00:00 +0000" \
        resourceFilePath="/clinical-records/Observation-b2.json"/>
         <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="Watch" \
        creationDate="2025-06-28 11:40:00 +0000" startDate="2025-06-28 11:02:00 +0000" endDate="2025-06-28 11:32:00 +0000">
          <WorkoutRoute sourceName="Watch" creationDate="2025-06-28 11:40:00 +0000" startDate="2025-06-28 11:02:00 +0000" \
        endDate="2025-06-28 11:32:00 +0000">
           <FileReference path="/workout-routes/route_2025-06-28_11.02am.gpx"/>
          </WorkoutRoute>
         </Workout>
        </HealthData>

        """

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    static let gpx: [[UInt8]] = {
        let points = (0..<40)
            .map { number in
                """
                <trkpt lon="-122.\(100_000 + number)" lat="37.\(200_000 + number * 7)"><ele>4.\(number)00000</ele>\
                <time>2025-06-28T11:02:\(10 + number)Z</time><extensions><speed>2.013000</speed><course>12.5</course>\
                <hAcc>8.063116</hAcc><vAcc>6.428697</vAcc></extensions></trkpt>

                """
            }
        let head = "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" creator=\"Apple Health Export\"><trk><trkseg>\n"
        return [
            bytes(head + points.joined() + "</trkseg></trk></gpx>\n"),
            bytes(head + points[0] + "</trkseg></trk></gpx>"),
        ]
    }()

    static let oura = [
        bytes(
            """
            {"sleep": [{"day": "2025-03-28", "bedtime_start": "2025-03-27T23:15:00+01:00",
             "bedtime_end": "2025-03-28T00:15:00+01:00", "sleep_phase_5_min": "442211332224", "average_hrv": 65,
             "lowest_heart_rate": 48, "average_breath": 14.25, "type": "long_sleep"}],
             "daily_activity": [{"day": "2025-03-28", "steps": 9120, "active_calories": 420, "met": {"items": [1.1, 0.9]}}],
             "daily_readiness": [{"day": "2025-03-28", "score": 80}]}
            """
        )
    ]

    static let electrocardiogram = [
        bytes(
            """
            Name,"A, B"
            Date of Birth,"1 Jan 1980"
            Recorded Date,2025-06-26 10:00:00 +0000
            Classification,Sinus Rhythm
            Symptoms,"Fatigue, Chest Tightness or Pain"
            Software Version,1.90
            Device,"Watch6,1"
            Sample Rate,512 hertz


            Lead,Lead I
            Unit,µV

            -12.5
            0
            3,25
            1e3

            """
        )
    ]

    static let fhir = [
        bytes(
            """
            {"resourceType": "Observation", "id": "b2", "status": "final", "code": {"text": "Glucose", "coding": [
            {"system": "http://loinc.org", "code": "2345-7", "display": "Glucose"}]}, "effectiveDateTime":
            "2025-05-30T08:00:00+02:00", "valueQuantity": {"value": 5.4, "unit": "mmol/L"}, "referenceRange": [
            {"low": {"value": 3.9, "unit": "mmol/L"}, "high": {"value": 5.6, "unit": "mmol/L"}}]}
            """
        )
    ]

    static let cda = [
        bytes(
            """
            <?xml version="1.0"?>
            <ClinicalDocument xmlns="urn:hl7-org:v3"><title>Health Data Export</title><recordTarget><patientRole>
            <patient><name>Ada</name></patient></patientRole></recordTarget><author><assignedAuthor/></author>
            <custodian><assignedCustodian><representedCustodianOrganization><name>Clinic</name>
            </representedCustodianOrganization></assignedCustodian></custodian></ClinicalDocument>
            """
        )
    ]

    static let tables = [
        bytes("Date,Steps,Weight (kg)\n2024-01-02 08:00,1200,70.5\n2024-01-03 08:00,900,70.1\n"),
        bytes("sep=;\nDatum;Uhrzeit;Herzfrequenz (bpm);SpO2\n02.01.2024;08:00;61;97\n03.01.2024;08:05;62;98\n"),
        bytes("Device,Serial\nLibre,1\n\nDevice Timestamp\tHistoric Glucose mmol/L\n02-01-2024 08:00\t5,4\n"),
        bytes("time,\"Body Fat, %\",note\n1704182400,22.5,\"a \"\"b\"\"\n\"\n1704268800000,21.9,c\n"),
        [0xFF, 0xFE] + "Date\tSteps\n2024-01-02\t1.200\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
    ]

    static let autoExport = [
        bytes(
            """
            {"data": {"metrics": [{"name": "step_count", "units": "count", "data": [
            {"date": "2024-01-02 08:00:00 +0100", "qty": 120, "source": "Phone"},
            {"date": "2024-01-02 09:00:00 +0100", "qty": 80.5, "source": "Phone|Watch"}]},
            {"name": "heart_rate", "units": "count/min", "data": [
            {"date": "2024-01-02 08:00:00 +0100", "Min": 60, "Avg": 65, "Max": 71, "source": "Watch"}]},
            {"name": "sleep_analysis", "units": "hr", "data": [{"startDate": "2024-01-02 00:00:00 +0100",
            "endDate": "2024-01-02 01:00:00 +0100", "qty": 1, "value": "Deep", "source": "Watch"}]},
            {"name": "blood_pressure", "units": "mmHg", "data": [
            {"date": "2024-01-02 08:00:00 +0100", "systolic": 120, "diastolic": 80}]}],
            "workouts": [{"id": "w", "name": "Outdoor Run", "start": "2024-01-02 08:00:00 +0100",
            "end": "2024-01-02 08:30:00 +0100", "duration": 1800, "activeEnergyBurned": {"qty": 200, "units": "kcal"},
            "route": [{"latitude": 47.1, "longitude": 8.5, "timestamp": "2024-01-02 08:00:01 +0100"}]}]}}
            """
        ),
        bytes(
            """
            {"data": {"stateOfMind": [{"id": "A", "start": "2024-01-02T07:00:00Z", "kind": "daily_mood", "labels": ["calm"],
            "associations": ["family"], "valence": 0.42}],
            "medications": [{"start": "2024-01-02 08:00:00 +0100", "scheduledDate": "2024-01-02 08:00:00 +0100",
            "displayText": "Ibuprofen", "nickname": "Ibu", "form": "tablet", "status": "Taken", "dosage": 1,
            "codings": [{"code": "5640", "system": "rxnorm", "version": null}]}],
            "symptoms": [{"name": "Headache", "start": "2024-01-02 08:00:00 +0100", "end": "2024-01-02 09:00:00 +0100",
            "severity": "Mild"}],
            "cycleTracking": [{"name": "Menstrual Flow", "start": "2024-01-02 00:00:00 +0100", "value": "Light",
            "isCycleStart": true}],
            "ecg": [{"start": "2024-01-02 08:00:00 +0100", "classification": "Sinus Rhythm", "averageHeartRate": 65,
            "voltageMeasurements": [{"date": 0, "voltage": 1.5, "units": "mcV"}, {"date": 0.002, "voltage": -2,
            "units": "mcV"}], "samplingFrequency": 512}],
            "heartRateNotifications": [{"start": "2024-01-02 08:00:00 +0100", "end": "2024-01-02 08:10:00 +0100",
            "threshold": 120, "heartRate": [{"hr": 125, "units": "bpm"}], "heartRateVariation": []}]}}
            """
        ),
    ]

    // MARK: - Cards

    static let cardTexts = [
        bytes(
            """
            {"iss": "https://clinic.example", "nbf": 1700000000, "vc": {"type": ["https://smarthealth.cards#health-card",
            "https://smarthealth.cards#immunization"], "credentialSubject": {"fhirVersion": "4.0.1", "fhirBundle": {
            "resourceType": "Bundle", "type": "collection", "entry": [{"fullUrl": "resource:0", "resource": {
            "resourceType": "Patient", "name": [{"family": "A", "given": ["B"]}], "birthDate": "1980-01-01"}},
            {"fullUrl": "resource:1", "resource": {"resourceType": "Immunization", "status": "completed",
            "occurrenceDateTime": "2021-05-01", "vaccineCode": {"coding": [{"code": "207"}]}}}]}}}}
            """
        )
    ]

    /// A card without compression around a payload.
    static func jws(_ payload: [UInt8]) -> [UInt8] {
        func coded(_ bytes: [UInt8]) -> String {
            Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
        }
        return bytes(
            coded(bytes(#"{"alg":"ES256","kid":"k"}"#)) + "." + coded(payload) + "."
                + coded(Array(repeating: 7, count: 64))
        )
    }

    /// CBOR of certificates: a signed object with claims, and numbers, texts and lists of every length.
    static let certificates: [[UInt8]] = {
        func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
            count < 24 ? [kind << 5 | UInt8(count)] : [kind << 5 | 25, UInt8(count >> 8), UInt8(count & 0xFF)]
        }
        func text(_ text: String) -> [UInt8] { head(3, text.utf8.count) + Array(text.utf8) }
        func blob(_ bytes: [UInt8]) -> [UInt8] { head(2, bytes.count) + bytes }
        func map(_ pairs: [([UInt8], [UInt8])]) -> [UInt8] { head(5, pairs.count) + pairs.flatMap { $0 + $1 } }
        let vaccination = map([
            (text("tg"), text("840539006")), (text("mp"), text("EU/1/20/1528")), (text("dn"), [2]), (text("sd"), [2]),
            (text("dt"), text("2021-05-01")), (text("co"), text("DE")), (text("is"), text("Institute")),
        ])
        let certificate = map([
            (text("ver"), text("1.3.0")), (text("dob"), text("1980-01-01")),
            (text("nam"), map([(text("fn"), text("A")), (text("gn"), text("B"))])),
            (text("v"), head(4, 1) + vaccination),
        ])
        let claims = map([
            ([1], text("DE")), ([4], [0x1A, 0x65, 0, 0, 0]), ([6], [0xFB, 0x41, 0xD8, 0, 0, 0, 0, 0, 0]),
            ([0x39, 0x01, 0x03], map([([1], certificate)])),
        ])
        let signed =
            [0xD2, 0x84] + blob([0xA1, 0x01, 0x26]) + [0xA0] + blob(claims) + blob(Array(repeating: 9, count: 64))
        let unbounded: [UInt8] = [0x84, 0x5F, 0x41, 0xA0, 0xFF, 0xBF, 0x01, 0x7F, 0x61, 0x61, 0xFF, 0xFF, 0x40, 0x40]
        return [signed, unbounded]
    }()

    /// The text of a QR code around CBOR: base 45.
    static func certificate(_ cbor: [UInt8]) -> [UInt8] {
        let letters = bytes("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
        var text = bytes("HC1:")
        var place = 0
        while place < cbor.count {
            let isPair = place + 1 < cbor.count
            var number = isPair ? Int(cbor[place]) << 8 | Int(cbor[place + 1]) : Int(cbor[place])
            for _ in 0..<(isPair ? 3 : 2) {
                text.append(letters[number % 45])
                number /= 45
            }
            place += 2
        }
        return text
    }

    // MARK: - Calls

    /// Saves of samples, of pairs and of workouts, and one of nothing.
    ///
    /// - Returns: The calls as they are coded.
    /// - Throws: An error if they can't be coded.
    static func calls() throws -> [[UInt8]] {
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        let device = HKDevice(
            name: "Watch",
            manufacturer: "Maker",
            model: "Model",
            hardwareVersion: "1",
            firmwareVersion: nil,
            softwareVersion: "2",
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )
        var steps: [HKSample] = []
        for number in 0..<20 {
            let begin = start + Double(number * 60)
            let metadata: [String: Any] = [
                HKMetadataKeyWasUserEntered: number % 2 == 0, "text": "note \(number)", "date": start,
            ]
            steps.append(
                HKQuantitySample(
                    type: HKQuantityType(.stepCount),
                    quantity: HKQuantity(unit: .count(), doubleValue: Double(number)),
                    start: begin,
                    end: begin + 30,
                    device: device,
                    metadata: metadata
                )
            )
        }
        let sleep = HKCategorySample(type: HKCategoryType(.sleepAnalysis), value: 3, start: start, end: start + 3_600)
        let pressure = HKCorrelation(
            type: HKCorrelationType(.bloodPressure),
            start: start,
            end: start,
            objects: [
                HKQuantitySample(
                    type: HKQuantityType(.bloodPressureSystolic),
                    quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 120),
                    start: start,
                    end: start
                ),
                HKQuantitySample(
                    type: HKQuantityType(.bloodPressureDiastolic),
                    quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 80),
                    start: start,
                    end: start
                ),
            ]
        )
        let run = HKWorkout(activityType: .running, start: start, end: start + 1_800)
        let saves: [[HKSample]] = [steps, [sleep, pressure], [run] + steps.prefix(3), []]
        return try saves.map { [UInt8](try AppCall.bytes(of: SaveCall(objects: $0))) }
    }
}
