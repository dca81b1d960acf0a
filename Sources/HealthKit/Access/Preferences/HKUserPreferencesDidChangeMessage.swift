public import Foundation

extension HKHealthStore {
    /// A message, on the main actor, that the person chose other units.
    ///
    /// The message form of `Notification.Name.HKUserPreferencesDidChange`, posted under the same conditions, as long as the
    /// process runs its main queue.
    public struct HKUserPreferencesDidChangeMessage: NotificationCenter.MainActorMessage {
        /// The type of object that posts the message.
        public typealias Subject = HKHealthStore

        /// The name of the notification.
        public static var name: Notification.Name { .HKUserPreferencesDidChange }
    }
}
