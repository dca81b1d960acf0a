import CoreLocation
import Foundation
import HealthKit
import Testing

/// The shims of the page "An app's other imports", used as apps use what they stand for.
@Suite("Shims for an app's other imports")
struct ShimTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("The page shows the shims as they are compiled here")
    func page() throws {
        let pages = Self.root.appendingPathComponent("Sources/HealthKitTesting/HealthKitTesting.docc")
        let page = try String(contentsOf: pages.appendingPathComponent("OtherImports.md"), encoding: .utf8)
        let folder = Self.root.appendingPathComponent("Tests/ClientTests/Shims")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(files.count == 3)
        for file in files {
            let code = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            #expect(page.contains("```swift\n// \(file)\n\(code)```\n"), "\(file) isn't on the page as it is")
        }
    }

    private final class StepModel: ObservableObject {
        @Published var steps = 0
        let events = PassthroughSubject<String, Never>()
    }

    @Test("A view model publishes what it loads")
    func publishing() {
        let model = StepModel()
        var seen: [Int] = []
        var cancellables: Set<AnyCancellable> = []
        model.$steps.sink { seen.append($0) }.store(in: &cancellables)
        var events: [String] = []
        let once = model.events.sink { events.append($0) }
        model.steps = 500
        model.events.send("loaded")
        once.cancel()
        model.events.send("again")
        cancellables = []
        model.steps = 600
        #expect(seen == [0, 500] && model.steps == 600)
        #expect(events == ["loaded"])
    }

    private final class Recorder: CLLocationManagerDelegate {
        var places: [CLLocation] = []
        var status: CLAuthorizationStatus?

        func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
            places += locations
        }

        func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
            status = manager.authorizationStatus
        }
    }

    @Test("A route recorder asks for permission, and receives locations while it listens")
    func places() {
        let (manager, recorder) = (CLLocationManager(), Recorder())
        manager.delegate = recorder
        manager.requestWhenInUseAuthorization()
        let place = CLLocation(latitude: 52.5, longitude: 13.4)
        manager.deliver([place])
        manager.startUpdatingLocation()
        manager.deliver([place, place])
        manager.stopUpdatingLocation()
        manager.deliver([place])
        #expect(recorder.status == .authorizedWhenInUse && recorder.places.count == 2)
    }

    @Test("A log line leaves out what isn't public")
    func logging() {
        let (name, count) = ("walk", 3)
        let message: OSLogMessage = "saved \(count) samples of \(name) as \(name, privacy: .public)"
        #expect(message.text == "saved 3 samples of <private> as walk")
        Logger(subsystem: "app", category: "health").debug("\(message.text)")
    }
}
