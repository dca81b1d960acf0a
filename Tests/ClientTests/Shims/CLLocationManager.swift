#if os(Linux)
import CoreLocation
import Foundation

/// The part of the location manager that workout apps use.
///
/// A test delivers the places.
class CLLocationManager: NSObject {
    weak var delegate: (any CLLocationManagerDelegate)?
    var desiredAccuracy = kCLLocationAccuracyBest
    var distanceFilter = kCLDistanceFilterNone
    var allowsBackgroundLocationUpdates = false
    private(set) var authorizationStatus = CLAuthorizationStatus.notDetermined
    private(set) var isUpdating = false

    func requestWhenInUseAuthorization() { authorize(.authorizedWhenInUse) }
    func requestAlwaysAuthorization() { authorize(.authorizedAlways) }
    func startUpdatingLocation() { isUpdating = true }
    func stopUpdatingLocation() { isUpdating = false }

    /// Linux only: the places that a test's person comes to.
    func deliver(_ locations: [CLLocation]) {
        if isUpdating { delegate?.locationManager(self, didUpdateLocations: locations) }
    }

    private func authorize(_ status: CLAuthorizationStatus) {
        authorizationStatus = status
        delegate?.locationManagerDidChangeAuthorization(self)
    }
}

protocol CLLocationManagerDelegate: AnyObject {
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
}

extension CLLocationManagerDelegate {
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
}

enum CLAuthorizationStatus: Int32 {
    case notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse
}

let kCLLocationAccuracyBest = -1.0
let kCLDistanceFilterNone = -1.0
#endif
