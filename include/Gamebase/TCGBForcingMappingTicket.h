/** @file
 * A ticket for a provider's account that belongs to another member already. Mirrors TCGBForcingMappingTicket. Since 1.0.
 *
 * Error 3302 of addMapping has one. It is valid for five minutes, once, and for the member who got it. Either
 * TCGBGamebase_addMappingForciblyWithTicket_viewController_completion takes the account away from the other member, or
 * TCGBGamebase_changeLoginWithForcingMappingTicket_viewController_completion logs in as that member.
 *
 * A ticket is a value that does not change. Getters return NULL for what the service did not send, and NULL or 0 for anything but a living
 * ticket. */
#ifndef TCGB_FORCING_MAPPING_TICKET_H
#define TCGB_FORCING_MAPPING_TICKET_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

/** The permission to take an account away from another member. Mirrors TCGBForcingMappingTicket. */
typedef struct TCGBForcingMappingTicket TCGBForcingMappingTicket;

/** Reads the ticket out of an error. Mirrors +[TCGBForcingMappingTicket forcingMappingTicketFromError:].
 * Returns an object that the caller releases; NULL for an error without a ticket. */
TCGB_API TCGB_OWNED TCGBForcingMappingTicket *TCGBForcingMappingTicket_forcingMappingTicketFromError(const TCGBError *error);

/** Reads a ticket from its JSON form, for instance one that the game kept while the player decided.
 * jsonString: an object with userId, mappedUserId, idPCode, forcingMappingKey and accessToken.
 * Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBForcingMappingTicket *TCGBForcingMappingTicket_forcingMappingTicketFromJsonString(const char *jsonString);

/** The member who wanted to map. Mirrors .userId. */
TCGB_API const char *TCGBForcingMappingTicket_userId(const TCGBForcingMappingTicket *ticket);

/** The member whom the account signs in as. Mirrors .mappedUserId. */
TCGB_API const char *TCGBForcingMappingTicket_mappedUserId(const TCGBForcingMappingTicket *ticket);

/** That member's state: "Y" normal, "B" banned, "T" withdrawal pending, "P" ban suspended. Mirrors .mappedUserValid. */
TCGB_API const char *TCGBForcingMappingTicket_mappedUserValid(const TCGBForcingMappingTicket *ticket);

/** The provider. Mirrors .idPCode. */
TCGB_API const char *TCGBForcingMappingTicket_idPCode(const TCGBForcingMappingTicket *ticket);

/** The secret of the ticket. Mirrors .forcingMappingKey. */
TCGB_API const char *TCGBForcingMappingTicket_forcingMappingKey(const TCGBForcingMappingTicket *ticket);

/** Until when the ticket is valid. Mirrors .expirationDate. */
TCGB_API int64_t TCGBForcingMappingTicket_expirationDate(const TCGBForcingMappingTicket *ticket);

/** The proof that the account is the player's, in place of another sign-in; valid for this ticket only, and no session.
 * Mirrors .accessToken. */
TCGB_API const char *TCGBForcingMappingTicket_accessToken(const TCGBForcingMappingTicket *ticket);

/** A provider's region, such as LINE's. Mirrors .subCode. */
TCGB_API const char *TCGBForcingMappingTicket_subCode(const TCGBForcingMappingTicket *ticket);

/** Further data of the provider, as the text of a JSON object. Mirrors .extraParams. */
TCGB_API const char *TCGBForcingMappingTicket_extraParams(const TCGBForcingMappingTicket *ticket);

/** The whole as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBForcingMappingTicket_jsonString(const TCGBForcingMappingTicket *ticket);

/** The whole as JSON text with line breaks, for people. Mirrors -prettyJsonString. */
TCGB_API const char *TCGBForcingMappingTicket_prettyJsonString(const TCGBForcingMappingTicket *ticket);

TCGB_END

#endif
