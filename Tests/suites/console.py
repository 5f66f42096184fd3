"""The operator's console that gamebased serves: its page, the people who sign in to it, and what keeps everybody else out."""
from harness.runner import Test
from harness.server import changes, demo, pagetexts, people, people_more, people_openid


def tests(context):
    return [
        Test("the table of the page's files is that of the folder", people.table),
        Test("each word of the page is in each language, with the same values in it, and is shown", pagetexts.texts),
        Test("each file of the page has its type, its tag, its packed form and the fields that keep browsers strict", people.page),
        Test("with a listener of its own for the operator the console is nowhere else", people.elsewhere),
        Test("a first start prints a link that makes one administrator, once; the next start another", people.first),
        Test("the session's cookie is kept from scripts and other sites, and no secret is kept as it is", people.cookies),
        Test("no other site's page can ask for anything in somebody's name", people.forged),
        Test("guessing is limited, and says of nobody whether there is such a name", people.guesses),
        Test("at a browser that was left open the password is guessed no more often for the codes that are made there", people.left_open),
        Test("each request and each work is for its role and those above, for each role there is", people.roles),
        Test("people are invited, changed and removed at once, and the last administrator stays", people.last),
        Test("a new password ends the other sessions, and so does who has them", people.passwords),
        Test("of a person's sessions the 20 that were used last stay, and another one's are not counted among them", people.many),
        Test("the audit log says who did what, has no secret, and is read page by page", people.audit),
        Test("sessions end after half an hour without use and after twelve hours, links after a day and a week", people_more.ages),
        Test("a clock that was a year ahead once leaves no session and no link open, and keeps nobody's codes closed", people_more.astray),
        Test("codes are asked for behind the password, good once, guessed by nobody, and kept sealed", people_more.codes),
        Test("what one person does with codes, right or wrong, is no matter to another", people_more.two),
        Test("a token may what its role may, no more than its person may now, and ends with its person", people_more.tokens),
        Test("an account at the studio's provider is connected, lets its person in, and is taken away", people_openid.connected),
        Test("an invitation is taken with an account in place of a password, and then nothing is the password", people_openid.accepted),
        Test("a sign-in that another began, that was used, or that the provider refuses lets nobody in", people_openid.refused),
        Test("the provider's file is read again at SIGHUP, and a wrong one changes nothing", people_openid.reloaded),
        Test("wrong sign-ins by the provider and wrong links from many addresses keep nobody else out", people_openid.crowded),
        Test("without a provider there is none, and a wrong file of one ends the start in words", people_openid.files),
        Test("who has the operator's key makes a link that makes one administrator", people_more.link),
        Test("a field that there is not is refused by its name, and so is a body that is none", people_more.fields),
        Test("an app's numbers come as a stream to who may see them, to so many pages", people_more.live),
        Test("an operator changes and removes users and installations, but not what opens them, and nobody below may", changes.over_files),
        Test("users and installations are changed and removed so over PostgreSQL, too", changes.over_postgresql),
        Test("a demo is a month whose figures, payments and ledger agree, and is made in an empty store alone", demo.demo),
        Test("servers of one PostgreSQL share people, sessions, tokens and codes", people_more.shared),
    ]
