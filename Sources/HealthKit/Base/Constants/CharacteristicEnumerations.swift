import Foundation

/// The measure of the Move ring.
public enum HKActivityMoveMode: Int, Sendable {
    /// Active energy.
    case activeEnergy = 1

    /// Minutes of movement.
    case appleMoveTime = 2
}

/// The person's biological sex.
public enum HKBiologicalSex: Int, Sendable {
    /// Not set.
    case notSet = 0

    /// Female.
    case female = 1

    /// Male.
    case male = 2

    /// Other.
    case other = 3
}

/// The person's blood type.
public enum HKBloodType: Int, Sendable {
    /// Not set.
    case notSet = 0

    /// A positive.
    case aPositive = 1

    /// A negative.
    case aNegative = 2

    /// B positive.
    case bPositive = 3

    /// B negative.
    case bNegative = 4

    /// AB positive.
    case abPositive = 5

    /// AB negative.
    case abNegative = 6

    /// O positive.
    case oPositive = 7

    /// O negative.
    case oNegative = 8
}

/// The person's skin type after Fitzpatrick.
public enum HKFitzpatrickSkinType: Int, Sendable {
    /// Not set.
    case notSet = 0

    /// Type I.
    case I = 1

    /// Type II.
    case II = 2

    /// Type III.
    case III = 3

    /// Type IV.
    case IV = 4

    /// Type V.
    case V = 5

    /// Type VI.
    case VI = 6
}

/// The sex whose reference ranges a clinical measurement is to be compared with.
///
/// It is independent of ``HKBiologicalSex``, which is what the person's profile shows, and may differ from it.
public enum HKReferenceSex: Int, Sendable {
    /// Not set.
    case notSet = 0

    /// Female.
    case female = 1

    /// Male.
    case male = 2
}

/// Whether the person uses a wheelchair.
public enum HKWheelchairUse: Int, Sendable {
    /// Not set.
    case notSet = 0

    /// No.
    case no = 1

    /// Yes.
    case yes = 2
}
