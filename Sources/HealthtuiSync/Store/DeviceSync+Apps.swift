import Foundation
import HealthKit
import HealthKitStore

/// Recognizes apps of other devices that are the same apps here.
extension DeviceSync {
    /// The samples that an app saved on another device of the group.
    package struct ArrivedApp: Codable, Sendable, Hashable {
        /// The app's bundle identifier there.
        package var app: String
        /// The app's name.
        package var name: String
        /// The identifier of the device.
        package var device: String
        /// The device's name; `nil` for one that this store's group doesn't know.
        package var deviceName: String?
        /// The number of its samples in this store.
        package var count: Int
        /// Whether they count as saved by the app of this identifier here.
        package var isApproved: Bool

        /// Creates an app.
        package init(
            app: String,
            name: String,
            device: String,
            deviceName: String?,
            count: Int,
            isApproved: Bool
        ) {
            self.app = app
            self.name = name
            self.device = device
            self.deviceName = deviceName
            self.count = count
            self.isApproved = isApproved
        }
    }

    /// The samples that apps saved on other devices, by app and device.
    ///
    /// - Returns: The apps, also those of groups that this store has left.
    /// - Throws: ``SyncError``, `HKError`.
    package func arrivedApps() throws -> [ArrivedApp] {
        let names = try deviceNames()
        return try database.read { try $0.arrivedSources() }
            .map { found in
                ArrivedApp(
                    app: found.source.app,
                    name: found.name,
                    device: found.source.device,
                    deviceName: names[found.source.device],
                    count: found.count,
                    isApproved: found.isApproved
                )
            }
    }

    /// Sets whether an app of another device is the same as the local app with its identifier, which may then change,
    /// delete and read its data as its own.
    ///
    /// - Parameters:
    ///   - app: The app's bundle identifier.
    ///   - device: The device's name, or the beginning of its identifier; `nil` for all devices.
    ///   - isApproved: Whether it is.
    /// - Returns: The apps that this was said of.
    /// - Throws: ``SyncError`` with code `invalidArgument` where there is none, `HKError`.
    package func approve(_ app: String, of device: String?, _ isApproved: Bool) throws -> [ArrivedApp] {
        let ofApp = try arrivedApps().filter { $0.app == app }
        let found = ofApp.filter { known in device.map { known.isOn($0) } ?? true }
        guard !found.isEmpty else {
            let place = device.map { " on “\($0)”" } ?? " on another machine"
            throw SyncError(
                .invalidArgument,
                "This store has no samples that “\(app)” saved\(place). healthtui sync apps lists those apps."
            )
        }
        let devices = Set(found.map(\.device))
        if let device, devices.count > 1 {
            let beginnings = devices.sorted().map { String($0.prefix(8)) }.joined(separator: ", ")
            throw SyncError(
                .invalidArgument,
                "\(devices.count) machines are called “\(device)”. Name one by its identifier: \(beginnings)."
            )
        }
        let now = Date(timeIntervalSinceReferenceDate: clock())
        try database.write { writer in
            for known in found {
                guard let source = DeviceSource(app: known.app, device: known.device) else { continue }
                try writer.approve(source, isApproved, now: now)
            }
        }
        return found.map { known in
            var said = known
            said.isApproved = isApproved
            return said
        }
    }

    /// The names of the group's devices, those that left too, by identifier; none for a store in no group.
    private func deviceNames() throws -> [String: String] {
        guard let group = try database.read({ try LocalGroup.load($0, readsFiles: false) }) else { return [:] }
        return group.member.membership.everybody.reduce(into: [:]) { names, known in
            if known.value.rank > 0 {
                names[known.key.description] = String(decoding: known.value.name, as: UTF8.self)
            }
        }
    }
}

extension DeviceSync.ArrivedApp {
    /// Whether a device is meant by what a person typed.
    func isOn(_ text: String) -> Bool { deviceName == text || !text.isEmpty && device.hasPrefix(text) }
}
