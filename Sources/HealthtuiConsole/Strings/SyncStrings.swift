import HealthKitLocalization

/// The page of machines that keep a store in step.
enum SyncStrings {
    static var title: String { localized("Sync") }
    /// The name of the data in a loading message.
    static var loading: String { localized("sync") }
    static var noGroup: String { localized("not in a group of machines") }
    static func lastSynced(_ moment: String) -> String { localized("last synced \(moment)") }
    static var neverSynced: String { localized("never synced") }

    // MARK: Without a group
    static var howToBegin: String {
        localized(
            "Machines in a group keep their data in step, over a folder that Syncthing, a drive or a stick carries."
        )
    }
    static var beginCommand: String { localized("Begin a group: healthtui sync init FOLDER") }
    static var joinCommand: String { localized("Join one: healthtui sync join FOLDER") }

    // MARK: This machine
    static var thisMachine: String { localized("This machine") }
    static var folder: String { localized("Folder") }
    static var changes: String { localized("Changes made here") }
    static var noneWait: String { localized("all sent") }
    static func wait(_ count: Int) -> String {
        plural(count, one: "\(count) change waits to be sent", other: "\(count) changes wait to be sent")
    }
    static func moreWait(_ count: String) -> String { localized("more than \(count) changes wait to be sent") }
    static func filesWait(_ count: Int) -> String {
        plural(count, one: "\(count) file isn’t in the folder", other: "\(count) files aren’t in the folder")
    }
    static func enterSyncs(_ text: String) -> String { localized("\(text); Enter syncs now") }
    static var folderMissing: String { localized("not there; if it is on a drive, connect that") }
    static var folderEmpty: String { localized("has no files of the group") }
    static var folderReadOnly: String { localized("can’t be written") }
    static func folder(_ path: String, _ problem: String) -> String { localized("\(path): \(problem)") }
    static var clockBehind: String { localized("This machine’s clock is behind the time of its last sync.") }
    static func conflicts(_ count: Int) -> String {
        plural(
            count,
            one: "\(count) edit isn’t shown, as another machine’s is later: healthtui sync conflicts",
            other: "\(count) edits aren’t shown, as another machine’s is later: healthtui sync conflicts"
        )
    }
    static var waiting: String { localized("Not a member yet: the machine that invited this one has to sync first.") }
    static var removed: String { localized("This machine was removed from the group.") }

    // MARK: Other machines
    static var machines: String { localized("Other machines") }
    static var noMachines: String { localized("none yet; healthtui sync invite shows a code for one") }
    static func heard(_ moment: String) -> String { localized("last heard of \(moment)") }
    static var notHeard: String { localized("nothing heard yet") }
    static var isGone: String { localized("left or was removed") }
    static func missingFiles(_ text: String) -> String { localized("\(text); files of it are missing here") }
    static func ahead(_ text: String, _ days: Int) -> String {
        plural(
            days,
            one: "\(text); its clock is \(days) day ahead, or this one’s behind",
            other: "\(text); its clock is \(days) days ahead, or this one’s behind"
        )
    }

    // MARK: Files
    static var notRead: String { localized("Files not read") }
    static func file(_ name: String, _ reason: String) -> String { localized("\(name): \(reason)") }
    static var damaged: String { localized("damaged, or not whole yet") }
    static var foreign: String { localized("not a file of this group") }
    static var wrongSignature: String { localized("not signed by its machine") }
    static var unreadable: String { localized("sealed with a key that this machine doesn’t have") }
    static var newerFormat: String { localized("written by a later version of healthtui; update this one") }
    static var waitsForOther: String { localized("waits for a file before it") }
    static var afterRemoval: String { localized("written by a machine after it was removed") }
    static var flawed: String { localized("has invalid entries, which are left out") }
    static var answeredTwice: String {
        localized("answers a code that another machine answered too; neither is added")
    }
    static var cannotBeRead: String { localized("can’t be read") }

    // MARK: Apps
    static var apps: String { localized("Apps of other machines") }
    static func appOn(_ app: String, _ machine: String) -> String { localized("\(app) on \(machine)") }
    static func otherSource(_ samples: String) -> String { localized("\(samples), another source") }
    static func sameApp(_ samples: String) -> String { localized("\(samples), the same app here") }
    static func enterApproves(_ text: String) -> String { localized("\(text); Enter approves") }
    static func enterRevokes(_ text: String) -> String { localized("\(text); Enter revokes") }
    static var approve: String { localized("Approve") }
    static var revoke: String { localized("Revoke") }
    static func approveQuestion(_ app: String, _ machine: String) -> String {
        localized("Let \(app) read, change and delete what it saved on \(machine) as its own?")
    }
    static func revokeQuestion(_ app: String, _ machine: String) -> String {
        localized("Make what \(app) saved on \(machine) another source again?")
    }
    static func approved(_ app: String, _ machine: String) -> String {
        localized("\(app) owns what it saved on \(machine)")
    }
    static func revoked(_ app: String, _ machine: String) -> String {
        localized("\(app) no longer owns what it saved on \(machine)")
    }

    // MARK: Syncing
    static var syncing: String { localized("Syncing…") }
    static var nothingNew: String { localized("Synced: nothing new") }
    static func synced(_ arrived: Int, sent: String) -> String {
        plural(
            arrived,
            one: "Synced: \(arrived) change came, \(sent) sent",
            other: "Synced: \(arrived) changes came, \(sent) sent"
        )
    }
    static var joins: String { localized("This first sync may delete samples: run healthtui sync in a terminal") }
    static func failed(_ reason: String) -> String { localized("Can’t sync: \(reason)") }
}
