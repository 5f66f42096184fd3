"""The operator's console as people use it: its page in Debian's Chromium, driven by chromium-driver, against the shipped gamebased. pip
brings selenium and axe into build/browser; pictures of every view are left in build/screenshots."""
import os

from harness.browser import (acts, apps, care, codes, data, entry, figures, forms, game, hostile, keys, moving, openid, picture, trying,
                             views)
from harness.runner import Test

PICTURE, PICTURES = os.environ.get("PICTURE"), os.environ.get("PICTURES")


def tests(context):
    return [
        Test("the link of a first start makes an administrator, and invitations by the page make each role", entry.first),
        Test("a role finds no view and no button that is not for it, and what it asks for all the same is refused", entry.walls),
        Test("what needs somebody leads those alone to the payments who may see them, and hides no rest", entry.led),
        Test("every view opens in each language, light and dark, wide and narrow, asks nobody else and keeps nobody out", views.opened),
        Test("the first view takes at most %d bytes before they are packed, in each language" % views.BYTES_MAX, views.light),
        Test("a page that stays open while the server becomes another version says so and is loaded anew", views.upgraded),
        Test("a page that stays open keeps the charts that are shown, and none of views that were left", views.kept),
        Test("colours are those of the system until somebody chooses", views.themes),
        Test("what stands behind each chart is what the service says", figures.shown),
        Test("apps stand side by side, each up to its own today, for who may see several", apps.side_by_side),
        Test("the page follows an app's clock and zone while it is open, and dates nothing in another zone, pushes neither", apps.dated),
        Test("numbers move on the overview, stop with the view, and come again with the server", moving.moving),
        Test("a ban and a kickout by clicks end a player's session within a second, and the audit log says whose they were", acts.players),
        Test("a maintenance, a push, a kickout and a ban by clicks reach a game in C within a second", game.connected),
        Test("a kickout that a proxy answers with 502 and that is pressed again is made once", acts.behind),
        Test("a kickout some time after one whose answer was lost is another one", acts.again),
        Test("a maintenance by clicks holds within a second, and ends so", acts.maintenance),
        Test("a transfer key that the page issues is shown once, and a withdrawal by clicks ends a session within a second",
             care.transferred),
        Test("the page says how many a push is for, and its numbers move as players receive it", care.reached),
        Test("payments that are found by a player are filtered as all others are", care.filtered),
        Test("a push whose button is pressed twice is asked about once, and one of half a date is not sent", care.once),
        Test("a dialog goes with its view and comes onto no other, and what is shown this once stays", care.left),
        Test("a push's page that nobody is at asks for nothing and leaves its session to end", care.unattended),
        Test("payments come onto the overview by themselves, for who may see them", care.watched),
        Test("the doctor's findings follow the settings, and limits stand beside what they refused", care.examined),
        Test("each button that edits settings opens its form, and rates of currencies are kept as they are typed", forms.begun),
        Test("who saves second is shown both versions, and undoes nothing unasked", forms.conflict),
        Test("who changes the game's state or ends a maintenance undoes nothing that somebody else did", forms.launched),
        Test("who is overtaken between the page's look and its change is shown both versions again", forms.overtaken),
        Test("roles that two people change, that stand twice or are in an app that is not here are not lost", forms.roles),
        Test("a session that ends in the middle of a form costs nothing that was typed", forms.interrupted),
        Test("who logs in anew in another tab goes on in this one, as the same person alone", forms.elsewhere),
        Test("keys alone lead from the log-in to a refund, and it is always seen where one is", keys.refund),
        Test("days of a range are typed by keys, and later ones from their first on", keys.days),
        Test("codes are set up, asked for and switched off by the page, and recovery codes let in", codes.codes),
        Test("a token that the page made may what was chosen, is shown once, and ends by the page", codes.tokens),
        Test("a token is shown also to who closes the dialog before it has come", codes.shown_once),
        Test("sessions are ended by the page one by one and all others at once, and its own stays", codes.sessions),
        Test("the page leads to the studio's provider and back, for who connects, signs in or is invited", openid.signed_in),
        Test("a provider and a store are tested by a button, and each step is shown with what was found", trying.tested),
        Test("the explorer sends what was filled in and nothing else, and a null that was typed", trying.explored),
    ] + of_data() + [
        Test("the README's picture is drawn into %s" % PICTURE, picture.drawn(PICTURE)) for _ in range(1 if PICTURE else 0)] + [
        Test("a picture of each view is drawn into %s" % PICTURES, picture.each(PICTURES)) for _ in range(1 if PICTURES else 0)]


def of_data():
    return [
        Test("a query over a class is clicked together, stands in the address and pages; a refusal is told beside it", data.query),
        Test("a class goes into a file and into another class by the page, and a row that is refused holds up no other", data.moved),
        Test("a user and an installation are changed and removed by clicks, and who saves second is shown what is there", data.owned),
        Test("a number of any length is shown and written into a file as it is, and hides no object beside it", data.exact),
        Test("a number that nobody has touched stays as the game wrote it, in the object and in a file", data.written),
        Test("no cell of a table that is saved as CSV begins as a formula, whatever players write", data.harmless),
        Test("what players write is shown as text, wherever it is shown, and runs nowhere", hostile.shown),
    ]
