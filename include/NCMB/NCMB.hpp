// The mobile backend for C++17: lambdas, RAII and typed fields over the C functions, in headers alone. Since 1.0.
//
// Everything that <Gamebase/Gamebase.hpp> says of completions, texts and objects holds here. A call with a completion is the form
// …InBackground of C; the one without waits, and hands over a Result or an Error, as the headers of C say. Nothing throws but new.
// An empty object means NULL: setters change nothing, and getters return the neutral value of C.
#ifndef NCMB_HPP
#define NCMB_HPP

#include "NCMBFiles.hpp"
#include "NCMBMail.hpp"
#include "NCMBObjects.hpp"
#include "NCMBProviders.hpp"
#include "NCMBPushes.hpp"
#include "NCMBQueries.hpp"
#include "NCMBScripts.hpp"
#include "NCMBServer.hpp"
#include "NCMBSubclasses.hpp"
#include "NCMBUsers.hpp"

namespace ncmb {

// MARK: Keys

/// Starts the library if Gamebase did not.
inline void set_keys(std::string_view application_key, std::string_view client_key) {
    NCMB_setApplicationKey_clientKey(detail::Text(application_key), detail::Text(client_key));
}
inline std::string application_key() { return detail::copy(NCMB_getApplicationKey()); }
inline std::string client_key() { return detail::copy(NCMB_getClientKey()); }
inline void enable_response_validation(bool enabled) { NCMB_enableResponseValidation(enabled); }
inline bool response_validation() { return NCMB_getResponseValidationFlag(); }

} // namespace ncmb

#endif
