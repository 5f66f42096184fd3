import Accessors
import Boundary
import CGamebase
import Client
import Codecs
import Linux

struct TermsConfiguration: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBTermsConfiguration }
    var forceShow = false

    package func field(_ field: TCGBTermsConfigurationField) -> FieldValue {
        switch field {
        case .forceShow: .flag(forceShow)
        }
    }
}

/// What a completion hands over for a class to be made of.
struct DataContainer: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBDataContainer }
    let json: JSON

    package func field(_ field: TCGBDataContainerField) -> FieldValue {
        switch field {
        case .jsonString: .laterText { json.text() }
        }
    }
}

extension TermsContentDetail: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBTermsContentDetail }

    package func field(_ field: TCGBTermsContentDetailField) -> FieldValue {
        switch field {
        case .termsContentSeq: .number(Int64(termsContentSeq))
        case .name: .text(name)
        case .required: .flag(required)
        case .agreePush: .text(agreePush)
        case .agreed: .flag(agreed)
        case .node1DepthPosition: .number(Int64(node1DepthPosition))
        case .node2DepthPosition: .number(Int64(node2DepthPosition))
        case .detailPageUrl: .text(detailPageUrl)
        }
    }
}

extension QueryTermsResult: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBQueryTermsResult }

    package func field(_ field: TCGBQueryTermsResultField) -> FieldValue {
        switch field {
        case .termsSeq: .number(Int64(termsSeq))
        case .termsVersion: .text(termsVersion)
        case .termsCountryType: .text(termsCountryType)
        case .jsonString: .laterText { json.text() }
        case .prettyJsonString: .laterText { json.prettyText() }
        }
    }
}

extension TermsContent: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBTermsContent }

    package func field(_ field: TCGBTermsContentField) -> FieldValue {
        switch field {
        case .termsContentSeq: .number(Int64(termsContentSeq))
        case .agreed: .flag(agreed)
        }
    }
}

extension UpdateTermsConfiguration: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBUpdateTermsConfiguration }

    package func field(_ field: TCGBUpdateTermsConfigurationField) -> FieldValue {
        switch field {
        case .termsVersion: .text(termsVersion)
        case .termsSeq: .number(Int64(termsSeq))
        }
    }
}

extension ShowTermsViewResult: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBShowTermsViewResult }

    package func field(_ field: TCGBShowTermsViewResultField) -> FieldValue {
        switch field {
        case .isTermsUIOpened: .flag(isTermsUIOpened)
        case .jsonString: .laterText { json.text() }
        }
    }
}

// MARK: TCGBTermsConfiguration

@_cdecl("TCGBTermsConfiguration_create") @implementation
public func TCGBTermsConfiguration_create() -> OpaquePointer? { newHandle(TermsConfiguration()) }

@_cdecl("TCGBTermsConfiguration_setForceShow") @implementation
public func TCGBTermsConfiguration_setForceShow(_ configuration: OpaquePointer?, _ forceShow: Bool) {
    change(configuration, TermsConfiguration.self) { $0.forceShow = forceShow }
}

// MARK: TCGBQueryTermsResult

@_cdecl("TCGBQueryTermsResult_queryTermsResultFromJsonString") @implementation
public func TCGBQueryTermsResult_queryTermsResultFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, QueryTermsResult.init(json:), "TCGBQueryTermsResult")
}

@_cdecl("TCGBQueryTermsResult_contents_count") @implementation
public func TCGBQueryTermsResult_contents_count(_ result: OpaquePointer?) -> Int {
    read(result, QueryTermsResult.self, else: 0) { $0.value.contents.count }
}

@_cdecl("TCGBQueryTermsResult_contents_at") @implementation
public func TCGBQueryTermsResult_contents_at(_ result: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    read(result, QueryTermsResult.self, else: nil) { box in
        guard box.value.contents.indices.contains(index) else { return nil }
        return box.child(index) { $0.contents[index] }
    }
}

// MARK: TCGBTermsContent

@_cdecl("TCGBTermsContent_termsContentWithTermsContentSeq_agreed") @implementation
public func TCGBTermsContent_termsContentWithTermsContentSeq_agreed(_ termsContentSeq: Int32, _ agreed: Bool) -> OpaquePointer? {
    newHandle(TermsContent(termsContentSeq: termsContentSeq, agreed: agreed))
}

@_cdecl("TCGBTermsContent_setTermsContentSeq") @implementation
public func TCGBTermsContent_setTermsContentSeq(_ content: OpaquePointer?, _ termsContentSeq: Int32) {
    change(content, TermsContent.self) { $0.termsContentSeq = termsContentSeq }
}

@_cdecl("TCGBTermsContent_setAgreed") @implementation
public func TCGBTermsContent_setAgreed(_ content: OpaquePointer?, _ agreed: Bool) {
    change(content, TermsContent.self) { $0.agreed = agreed }
}

// MARK: TCGBUpdateTermsConfiguration

@_cdecl("TCGBUpdateTermsConfiguration_configurationWithTermsVersion_termsSeq_contents") @implementation
public func TCGBUpdateTermsConfiguration_configurationWithTermsVersion_termsSeq_contents(
    _ termsVersion: UnsafePointer<CChar>?, _ termsSeq: Int32, _ contents: UnsafePointer<OpaquePointer?>?, _ contentsCount: Int
) -> OpaquePointer? {
    var arguments = Arguments("TCGBUpdateTermsConfiguration")
    let version = arguments.requiredText(termsVersion, "termsVersion", "the termsVersion of the queried terms")
    var given: [TermsContent] = []
    if let contents, contentsCount >= 0, contentsCount <= UpdateTermsConfiguration.contentsMax {
        for content in UnsafeBufferPointer(start: contents, count: contentsCount) {
            if let content = arguments.value(content, TermsContent.self, "contents") { given.append(content) }
        }
    } else if contents != nil || contentsCount != 0 {
        arguments.refuse("contentsCount", "must be the length of contents, at most \(UpdateTermsConfiguration.contentsMax)")
    }
    if arguments.refusedIntoLog() { return nil }
    return newHandle(UpdateTermsConfiguration(termsVersion: version, termsSeq: termsSeq, contents: given))
}

@_cdecl("TCGBUpdateTermsConfiguration_contents_count") @implementation
public func TCGBUpdateTermsConfiguration_contents_count(_ configuration: OpaquePointer?) -> Int {
    read(configuration, UpdateTermsConfiguration.self, else: 0) { $0.value.contents.count }
}

@_cdecl("TCGBUpdateTermsConfiguration_contents_at") @implementation
public func TCGBUpdateTermsConfiguration_contents_at(_ configuration: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    read(configuration, UpdateTermsConfiguration.self, else: nil) { box in
        guard box.value.contents.indices.contains(index) else { return nil }
        return box.child(index) { $0.contents[index] }
    }
}

// MARK: TCGBDataContainer, TCGBShowTermsViewResult

@_cdecl("TCGBDataContainer_dataContainerFromJsonString") @implementation
public func TCGBDataContainer_dataContainerFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, { $0.objectValue == nil ? nil : DataContainer(json: $0) }, "TCGBDataContainer")
}

@_cdecl("TCGBShowTermsViewResult_fromDataContainer") @implementation
public func TCGBShowTermsViewResult_fromDataContainer(_ dataContainer: OpaquePointer?) -> OpaquePointer? {
    if dataContainer == nil { return nil }
    guard let container = value(dataContainer, DataContainer.self), let result = ShowTermsViewResult(json: container.json) else {
        return nil
    }
    return newHandle(result)
}

@_cdecl("TCGBShowTermsViewResult_pushConfiguration") @implementation
public func TCGBShowTermsViewResult_pushConfiguration(_ result: OpaquePointer?) -> OpaquePointer? {
    read(result, ShowTermsViewResult.self, else: nil) { $0.child(0) { $0.pushConfiguration } }
}

@_cdecl("TCGBPushConfiguration_fromDataContainer") @implementation
public func TCGBPushConfiguration_fromDataContainer(_ dataContainer: OpaquePointer?) -> OpaquePointer? {
    if dataContainer == nil { return nil }
    guard let container = value(dataContainer, DataContainer.self),
        let configuration = ShowTermsViewResult(json: container.json)?.pushConfiguration
    else { return nil }
    return newHandle(configuration)
}
