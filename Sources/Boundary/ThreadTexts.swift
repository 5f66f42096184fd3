import CLinux
import Client
import Linux
import Synchronization

/// The texts that class functions hand out. A function's last few texts live side by side, so that two of them can stand in one line
/// of a log; the same text keeps its address. Freed when the thread ends.
package enum ThreadTexts {
    /// One for each class-level function that returns a text.
    package enum Slot: Int, CaseIterable {
        case sdkVersion, appID, userID, accessToken, lastLoggedInProvider, currentProvider
        case deviceLanguageCode, displayLanguageCode, deviceCountryCode, countryCode, countryCodeOfDevice, countryCodeOfUSIM
        case carrierCode, carrierName, languageCode
        case authMappingList, authProviderUserID, authProviderAccessToken
        case launchingInformations, gamebaseLaunchingInformations, tcProductInformations, tcLaunchingInformations, tcIAPInformations
        case purchaseStoreCode, storageDirectory
        case utilGamebaseVersion, utilIdfa, utilIdfv, utilUUID, utilOSCode, utilOSVersion, utilDeviceModel
        case utilDeviceLanguageCode, utilDeviceCountryCode, utilBundleID, utilExtracted, utilEncoded, utilEncodedData
        case networkTypeName
        case nhnCloudUserID, nhnCloudVersion, iapVersion
        case requestedDisplayLanguageCode, gameLanguage, facebookSession
        case ncmbApplicationKey, ncmbClientKey
    }

    /// How many different texts of one function live at a time (O4).
    private static let depth = 4
    private static let textCount = Slot.allCases.count * depth

    private static let keyPlusOne = Atomic<UInt64>(0)
    private static var key: pthread_key_t? {
        ThreadKey.make(keyPlusOne) { block in
            guard let block else { return }
            let texts = block.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
            for place in 0..<ThreadTexts.textCount { free(texts[place]) }
            free(block)
        }
    }

    package static var areThere: Bool { key != nil }

    /// NULL for nil, and when the system has no memory to give.
    package static func keep(_ slot: Slot, _ text: String?) -> CText? {
        guard let text, let texts = block() else { return nil }
        let newest = texts + slot.rawValue * depth
        return text.withCString { bytes in
            var place = 0
            while place < depth, let kept = newest[place], strcmp(kept, bytes) != 0 { place += 1 }
            if place == depth {
                place -= 1
                free(newest[place])
                newest[place] = nil
            }
            guard let asked = newest[place] ?? strdup(bytes) else { return nil }
            // The newest is first: the one that was asked for longest ago gives way.
            while place > 0 {
                newest[place] = newest[place - 1]
                place -= 1
            }
            newest[0] = asked
            return CText(asked)
        }
    }

    private static func block() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        guard let key else { return nil }
        if let block = pthread_getspecific(key) { return block.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self) }
        guard let block = calloc(textCount, MemoryLayout<UnsafeMutablePointer<CChar>?>.stride) else { return nil }
        guard pthread_setspecific(key, block) == 0 else {
            free(block)
            return nil
        }
        return block.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
    }
}
