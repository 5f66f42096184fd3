import CLinux
import Client

/// The texts that class functions hand out. Each lives until the same thread asks the same function again; the same text
/// keeps its address. Freed when the thread ends.
enum ThreadTexts {
    /// One for each class-level function that returns a text.
    enum Slot: Int, CaseIterable {
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
        case requestedDisplayLanguageCode
    }

    private static let slotCount = Slot.allCases.count

    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        let result = pthread_key_create(&key) { block in
            guard let block else { return }
            let texts = block.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
            for slot in 0..<ThreadTexts.slotCount { free(texts[slot]) }
            free(block)
        }
        return result == 0 ? key : nil
    }()

    /// NULL for nil, and when the system has no memory to give.
    static func keep(_ slot: Slot, _ text: String?) -> CText? {
        guard let text, let texts = block() else { return nil }
        let place = texts + slot.rawValue
        return text.withCString { bytes in
            if let kept = place.pointee {
                if strcmp(kept, bytes) == 0 { return CText(kept) }
                free(kept)
            }
            place.pointee = strdup(bytes)
            return place.pointee.map { CText($0) }
        }
    }

    private static func block() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        guard let key else { return nil }
        if let block = pthread_getspecific(key) { return block.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self) }
        guard let block = calloc(slotCount, MemoryLayout<UnsafeMutablePointer<CChar>?>.stride) else { return nil }
        guard pthread_setspecific(key, block) == 0 else {
            free(block)
            return nil
        }
        return block.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
    }
}
