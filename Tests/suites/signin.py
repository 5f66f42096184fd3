"""Sign-in with identity providers of the tests' own, polite ones and rude ones; a page in a real browser."""
from harness.runner import Test
from harness.signin import documents, flows, notices, others, tokens


def tests(context):
    return [
        Test("a token proves its player when key, issuer, audience, time and signature are right, and never else", tokens.tokens),
        Test("new keys are fetched once when a token has one, and not again for keys that nobody has", tokens.rotation),
        Test("a provider that fails is told as such, and is still known by what it said before", tokens.failing),
        Test("a provider that is silent keeps nobody waiting but its own players, and them ten seconds", tokens.slow),
        Test("a provider that does not answer keeps no store's players waiting, and no other provider's", tokens.hanging),
        Test("Facebook, LINE, Steam and Apple: each says whose account it is, to this game; no key in log or settings", tokens.shapes),
        Test("who is not asked is believed in a SANDBOX app alone, who is asked nowhere without proof", tokens.unasked),
        Test("an account that another member has, or a second one of a provider, gets the SDK's errors", tokens.mappings),
        Test("a page signs in by code, PKCE, state and nonce; each of them wrong signs in nobody", flows.pages),
        Test("a sign-in goes on after a restart, at another server, and when an answer is lost", flows.resumed),
        Test("a code that was redeemed is good for the same request again, and for no other", flows.codes),
        Test("the page behind the provider leads to the game's own port and nowhere else", flows.callbacks),
        Test("a code that is typed elsewhere: pending, slow_down, denied, expired, approved", flows.devices),
        Test("a provider's document says how it wants to know its clients; a client that is registered for either way signs in",
             documents.methods),
        Test("a client without a secret signs in by PKCE, and each kind of client by a code that is typed elsewhere", documents.public),
        Test("an issuer with a slash at its end, or a path, is found and compared as it is written", documents.issuers),
        Test("keys that change under their names count, sets and tokens without names too, and forged tokens cost no fetch each",
             documents.keys),
        Test("neither settings nor documents nor redirects lead a question to this machine or its networks", documents.led_astray),
        Test("players sign in at LemonLDAP::NG: an issuer with a slash, keys without names, a secret with every sign", others.lemonldap),
        Test("players sign in at Canaille, by clients of each kind, and not by another's secret", others.canaille),
        Test("players sign in at oidc-provider-mock, whose document says nothing of its clients", others.mock),
        Test("users of the mobile backend are who the provider says", notices.mobile_backend),
        Test("Apple's notifications act when Apple has signed them, once, and forged ones do nothing", notices.apple),
        Test("a game with the shipped library signs in by a real browser: straight back, and by the server's page", flows.browser),
        Test("a game with the shipped library signs in by a code, is refused, cancels, and maps", flows.game),
        Test("a browser that comes back to the game is heard among hundreds of connections that say nothing, or half of something",
             flows.crowded),
        Test("the opener's command line says nothing by which another user could answer in the provider's place, or end the sign-in",
             flows.opened),
        Test("what a provider took back is told to the game as 600, 601 and 602", notices.told),
        Test("what a provider took back before the game's stream was open is told once, in place of a session that just ends",
             notices.told_late),
    ]
