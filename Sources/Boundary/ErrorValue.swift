import Client

extension GamebaseError: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBError }
    package enum Field: Int { case domain, message, detailErrorMessage, transactionId, extras, jsonString, prettyJsonString }
}
