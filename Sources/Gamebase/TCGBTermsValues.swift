import Boundary
import CGamebase
import Client
import Linux
import Wire

struct TermsConfiguration: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .termsConfiguration }
    package typealias Field = NoField
    var forceShow = false
}

/// What a completion hands over for a class to be made of.
struct DataContainer: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .dataContainer }
    package enum Field: Int { case jsonString }
    let json: JSON
}

extension TermsContentDetail: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .termsContentDetail }
    package enum Field: Int { case name, agreePush, detailPageUrl }
}

extension QueryTermsResult: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .queryTermsResult }
    package enum Field: Int { case termsVersion, termsCountryType, jsonString, prettyJsonString }
}

extension TermsContent: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .termsContent }
    package typealias Field = NoField
}

extension UpdateTermsConfiguration: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .updateTermsConfiguration }
    package enum Field: Int { case termsVersion }
}

extension ShowTermsViewResult: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .showTermsViewResult }
    package enum Field: Int { case jsonString }
}

// MARK: TCGBTermsConfiguration

@_cdecl("TCGBTermsConfiguration_create") @implementation
public func TCGBTermsConfiguration_create() -> OpaquePointer? { newHandle(TermsConfiguration()) }

@_cdecl("TCGBTermsConfiguration_forceShow") @implementation
public func TCGBTermsConfiguration_forceShow(_ configuration: OpaquePointer?) -> Bool {
    read(configuration, TermsConfiguration.self, else: false) { $0.value.forceShow }
}

@_cdecl("TCGBTermsConfiguration_setForceShow") @implementation
public func TCGBTermsConfiguration_setForceShow(_ configuration: OpaquePointer?, _ forceShow: Bool) {
    change(configuration, TermsConfiguration.self) { $0.forceShow = forceShow }
}

// MARK: TCGBTermsContentDetail

@_cdecl("TCGBTermsContentDetail_termsContentSeq") @implementation
public func TCGBTermsContentDetail_termsContentSeq(_ content: OpaquePointer?) -> Int32 {
    read(content, TermsContentDetail.self, else: 0) { $0.value.termsContentSeq }
}

@_cdecl("TCGBTermsContentDetail_name") @implementation
public func TCGBTermsContentDetail_name(_ content: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(content, TermsContentDetail.self, .name) { $0.name }
}

@_cdecl("TCGBTermsContentDetail_required") @implementation
public func TCGBTermsContentDetail_required(_ content: OpaquePointer?) -> Bool {
    read(content, TermsContentDetail.self, else: false) { $0.value.required }
}

@_cdecl("TCGBTermsContentDetail_agreePush") @implementation
public func TCGBTermsContentDetail_agreePush(_ content: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(content, TermsContentDetail.self, .agreePush) { $0.agreePush }
}

@_cdecl("TCGBTermsContentDetail_agreed") @implementation
public func TCGBTermsContentDetail_agreed(_ content: OpaquePointer?) -> Bool {
    read(content, TermsContentDetail.self, else: false) { $0.value.agreed }
}

@_cdecl("TCGBTermsContentDetail_node1DepthPosition") @implementation
public func TCGBTermsContentDetail_node1DepthPosition(_ content: OpaquePointer?) -> Int32 {
    read(content, TermsContentDetail.self, else: 0) { $0.value.node1DepthPosition }
}

@_cdecl("TCGBTermsContentDetail_node2DepthPosition") @implementation
public func TCGBTermsContentDetail_node2DepthPosition(_ content: OpaquePointer?) -> Int32 {
    read(content, TermsContentDetail.self, else: 0) { $0.value.node2DepthPosition }
}

@_cdecl("TCGBTermsContentDetail_detailPageUrl") @implementation
public func TCGBTermsContentDetail_detailPageUrl(_ content: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(content, TermsContentDetail.self, .detailPageUrl) { $0.detailPageUrl }
}

// MARK: TCGBQueryTermsResult

@_cdecl("TCGBQueryTermsResult_queryTermsResultFromJsonString") @implementation
public func TCGBQueryTermsResult_queryTermsResultFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, QueryTermsResult.init(json:), "TCGBQueryTermsResult")
}

@_cdecl("TCGBQueryTermsResult_termsSeq") @implementation
public func TCGBQueryTermsResult_termsSeq(_ result: OpaquePointer?) -> Int32 {
    read(result, QueryTermsResult.self, else: 0) { $0.value.termsSeq }
}

@_cdecl("TCGBQueryTermsResult_termsVersion") @implementation
public func TCGBQueryTermsResult_termsVersion(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(result, QueryTermsResult.self, .termsVersion) { $0.termsVersion }
}

@_cdecl("TCGBQueryTermsResult_termsCountryType") @implementation
public func TCGBQueryTermsResult_termsCountryType(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(result, QueryTermsResult.self, .termsCountryType) { $0.termsCountryType }
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

@_cdecl("TCGBQueryTermsResult_jsonString") @implementation
public func TCGBQueryTermsResult_jsonString(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(result, QueryTermsResult.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBQueryTermsResult_prettyJsonString") @implementation
public func TCGBQueryTermsResult_prettyJsonString(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(result, QueryTermsResult.self, .prettyJsonString) { $0.json.prettyText() }
}

// MARK: TCGBTermsContent

@_cdecl("TCGBTermsContent_termsContentWithTermsContentSeq_agreed") @implementation
public func TCGBTermsContent_termsContentWithTermsContentSeq_agreed(_ termsContentSeq: Int32, _ agreed: Bool) -> OpaquePointer? {
    newHandle(TermsContent(termsContentSeq: termsContentSeq, agreed: agreed))
}

@_cdecl("TCGBTermsContent_termsContentSeq") @implementation
public func TCGBTermsContent_termsContentSeq(_ content: OpaquePointer?) -> Int32 {
    read(content, TermsContent.self, else: 0) { $0.value.termsContentSeq }
}

@_cdecl("TCGBTermsContent_setTermsContentSeq") @implementation
public func TCGBTermsContent_setTermsContentSeq(_ content: OpaquePointer?, _ termsContentSeq: Int32) {
    change(content, TermsContent.self) { $0.termsContentSeq = termsContentSeq }
}

@_cdecl("TCGBTermsContent_agreed") @implementation
public func TCGBTermsContent_agreed(_ content: OpaquePointer?) -> Bool { read(content, TermsContent.self, else: false) { $0.value.agreed } }

@_cdecl("TCGBTermsContent_setAgreed") @implementation
public func TCGBTermsContent_setAgreed(_ content: OpaquePointer?, _ agreed: Bool) { change(content, TermsContent.self) { $0.agreed = agreed } }

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

@_cdecl("TCGBUpdateTermsConfiguration_termsVersion") @implementation
public func TCGBUpdateTermsConfiguration_termsVersion(_ configuration: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(configuration, UpdateTermsConfiguration.self, .termsVersion) { $0.termsVersion }
}

@_cdecl("TCGBUpdateTermsConfiguration_termsSeq") @implementation
public func TCGBUpdateTermsConfiguration_termsSeq(_ configuration: OpaquePointer?) -> Int32 {
    read(configuration, UpdateTermsConfiguration.self, else: 0) { $0.value.termsSeq }
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

@_cdecl("TCGBDataContainer_jsonString") @implementation
public func TCGBDataContainer_jsonString(_ dataContainer: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(dataContainer, DataContainer.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBDataContainer_dataContainerFromJsonString") @implementation
public func TCGBDataContainer_dataContainerFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, { $0.objectValue == nil ? nil : DataContainer(json: $0) }, "TCGBDataContainer")
}

@_cdecl("TCGBShowTermsViewResult_fromDataContainer") @implementation
public func TCGBShowTermsViewResult_fromDataContainer(_ dataContainer: OpaquePointer?) -> OpaquePointer? {
    if dataContainer == nil { return nil }
    guard let container = value(dataContainer, DataContainer.self), let result = ShowTermsViewResult(json: container.json) else { return nil }
    return newHandle(result)
}

@_cdecl("TCGBShowTermsViewResult_isTermsUIOpened") @implementation
public func TCGBShowTermsViewResult_isTermsUIOpened(_ result: OpaquePointer?) -> Bool {
    read(result, ShowTermsViewResult.self, else: false) { $0.value.isTermsUIOpened }
}

@_cdecl("TCGBShowTermsViewResult_pushConfiguration") @implementation
public func TCGBShowTermsViewResult_pushConfiguration(_ result: OpaquePointer?) -> OpaquePointer? {
    read(result, ShowTermsViewResult.self, else: nil) { $0.child(0) { $0.pushConfiguration } }
}

@_cdecl("TCGBShowTermsViewResult_jsonString") @implementation
public func TCGBShowTermsViewResult_jsonString(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(result, ShowTermsViewResult.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBPushConfiguration_fromDataContainer") @implementation
public func TCGBPushConfiguration_fromDataContainer(_ dataContainer: OpaquePointer?) -> OpaquePointer? {
    if dataContainer == nil { return nil }
    guard let container = value(dataContainer, DataContainer.self),
        let configuration = ShowTermsViewResult(json: container.json)?.pushConfiguration else { return nil }
    return newHandle(configuration)
}
