import Foundation
import HealthKit

/// Keeps a store in step with the other machines of its group: ``DeviceSync`` if this process has the store open, ``ServedGroup``
/// if a service has.
package protocol StoreSync: AnyObject {
    /// Begins a group in a folder.
    ///
    /// - Parameters:
    ///   - folder: The whole path of the folder that carries the group's files.
    ///   - name: What this device is called.
    /// - Returns: The group's recovery key, for the person to write down.
    /// - Throws: ``SyncError``, `HKError`; nothing is changed then.
    func begin(in folder: String, name: String) throws -> String

    /// Invites a device.
    ///
    /// - Returns: The code that the person types on the other device, and when it expires.
    /// - Throws: ``SyncError``, `HKError`.
    func invite() throws -> (code: String, expires: Date)

    /// Answers an invitation.
    ///
    /// - Parameters:
    ///   - folder: The whole path of the folder that carries the group's files.
    ///   - code: What the person typed.
    ///   - name: What this device is called.
    /// - Returns: Whether this device's clock isn't within the hour of the invitation. The inviter's clock alone counts.
    /// - Throws: ``SyncError``, `HKError`; nothing is changed and nothing written then.
    @discardableResult
    func join(_ folder: String, code: StoreSecret, name: String) throws -> Bool

    /// Removes a device from the group.
    ///
    /// - Parameters:
    ///   - device: Its name, or the beginning of its identifier.
    ///   - recovery: The group's recovery key, which may remove any; `nil` for this device's own right.
    /// - Returns: The device's name.
    /// - Throws: ``SyncError``, `HKError`.
    func remove(_ device: String, recovery: StoreSecret?) throws -> String

    /// Goes on in another folder that carries the group's files: what it lacks of them is written there.
    ///
    /// - Parameter folder: Its whole path.
    /// - Throws: ``SyncError`` with code `folder` for one that isn't there, `HKError`.
    func move(to folder: String) throws

    /// Takes this device out of the group; its data stays.
    ///
    /// - Parameter informsOthers: Whether the others learn it, which needs the folder.
    /// - Throws: ``SyncError``, `HKError`.
    func leave(informsOthers: Bool) throws

    /// Reads the folder's new files, and writes local changes.
    ///
    /// - Parameter joins: Whether a first sync may delete objects deleted on the other side.
    /// - Returns: What came of it.
    /// - Throws: ``JoiningDeletions`` for a first sync that would delete something and may not yet: nothing is changed then.
    ///   ``SyncError``, `HKError`.
    func sync(joins: Bool) throws -> SyncReport

    /// The state of the group, as far as this device knows.
    ///
    /// - Parameter verifies: Whether the store is held against the group's entries, day by day.
    /// - Returns: The status.
    /// - Throws: ``SyncError``, `HKError`.
    func status(verifies: Bool) throws -> GroupStatus

    /// The state of the group, found without reading its entries; `nil` for a store in no group.
    /// - Throws: ``SyncError``, `HKError`.
    func overview() throws -> GroupOverview?

    /// When the store synced last; `nil` for a store in no group, a date that is `nil` for one that never did.
    /// - Throws: `HKError`.
    func lastSynced() throws -> Date??

    /// The samples that apps saved on other devices, by app and device.
    /// - Throws: ``SyncError``, `HKError`.
    func arrivedApps() throws -> [DeviceSync.ArrivedApp]

    /// Says whether an app of another device is the app of its identifier here.
    ///
    /// - Parameters:
    ///   - app: The app's bundle identifier.
    ///   - device: The device's name, or the beginning of its identifier; `nil` for all devices.
    ///   - isApproved: Whether it is.
    /// - Returns: The apps that this was said of.
    /// - Throws: ``SyncError`` with code `invalidArgument` where there is none, `HKError`.
    func approve(_ app: String, of device: String?, _ isApproved: Bool) throws -> [DeviceSync.ArrivedApp]

    /// The edits that aren't shown because another machine's is later, the latest last.
    /// - Throws: ``SyncError``, `HKError`.
    func conflicts() throws -> [DeviceSync.Conflict]

    /// Decides on an edit that isn't shown.
    ///
    /// - Parameters:
    ///   - version: The beginning of its identity.
    ///   - takes: Whether it is to be shown; else what is shown stays.
    /// - Returns: The edit.
    /// - Throws: ``SyncError`` with code `invalidArgument` where there is none or are several, `HKError`.
    func settle(_ version: String, takes: Bool) throws -> DeviceSync.Conflict

    /// Whether something changed since the last sync, in the store or in the folder.
    /// - Throws: ``SyncError``, `HKError`.
    func hasNews() throws -> Bool

    /// Watches the store and the folder with all that is in it.
    ///
    /// - Parameter watch: The watch. If it isn't notified of everything, the folder must be checked from time to time.
    /// - Throws: ``SyncError``, `HKError`.
    func extend(_ watch: ChangeWatch) throws
}

extension DeviceSync: StoreSync {}
