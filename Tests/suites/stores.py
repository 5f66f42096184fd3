"""Stores that gamebased asks itself, against stores of the tests' own, polite ones and rude ones."""
from harness.runner import Test
from harness.stores import apart, books, clocks, losses, manners, orders, reports, trying


def tests(context):
    return [
        Test("a purchase over a web checkout and over Steam is paid, granted and told once, in each currency", manners.story),
        Test("a game with the shipped library buys at both: the page by openURL, the receipt at the end", manners.played),
        Test("what a player says of a store that is asked changes nothing", manners.believed),
        Test("a webhook may come before the client asks, many times, after a restart, and about nothing", manners.webhooks),
        Test("a webhook that comes before the store's answer settles the order", manners.early),
        Test("a webhook that is forged, old, cut or too long is refused, and changes nothing", manners.forged),
        Test("what a webhook says is asked of the store: unpaid and wrongly paid orders are not granted", manners.unpaid),
        Test("refund before capture, payment after the end: in whatever order, each order ends as the store has it", manners.order),
        Test("a store that is late, loses, drops, cuts, garbles or fails any request loses and doubles nothing", manners.rude),
        Test("a store that does not answer keeps no other store's players waiting", manners.hanging),
        Test("stores that hang keep the rounds of no other store waiting, of the same app or of another", apart.rounds),
        Test("a round that the operator asks for looks at each store for itself, whichever hangs", apart.asked),
        Test("what is paid is granted though client and webhook never came, and what went back is taken back", manners.vanished),
        Test("an operator's refund moves the store's money first", manners.refund),
        Test("an order whose product was renamed keeps its one page, and one whose answer was lost is not over", orders.renamed),
        Test("the clock of a sandbox app that was moved forward is not the store's: a page is made and paid", orders.moved_clock),
        Test("a question that the store refuses ends no order", orders.refused),
        Test("what a store reports and does not show at that moment is asked about again", orders.hidden),
        Test("money of an order that a restored database does not know is kept with its buyer's name, and can go back", orders.put_back),
        Test("money whose buyer is another one than the order's grants nothing and names its buyer", orders.stranger),
        Test("a refund is entered when its store has made it, and until then kept, seen and asked again", orders.pending),
        Test("every request x every store x every state of a payment: the ledger is the stores' books, row by row", books.every),
        Test("over PostgreSQL every request x every store x every state of a payment: the ledger is the stores' books, row by row",
             books.every_shared),
        Test("what a standby lacks that takes over is entered again, though it was read before", reports.taken_over),
        Test("a report of more than 50 pages is gone on with in the next round, and what was read is not read again", reports.long),
        Test("more sales in one second than a page has, or than the store tells, keep nothing behind them from being entered",
             reports.crowded),
        Test("whatever row or page of a report is bad, every good row is entered, and the bad one is named and tried again (seed %d)"
             % reports.SEED, reports.damaged),
        Test("a server's clock that is 200 s or a year ahead or behind, once or always, misses no refund, chargeback or vanished buyer",
             clocks.wrong),
        Test("two servers ten minutes apart over one database miss no refund, chargeback or vanished buyer", clocks.apart),
        Test("an operator's test of a store says of each step that it works, and changes nothing", trying.sound),
        Test("an operator's test of a store names the step that fails, and tells no key", trying.wrong),
        Test("an operator's test of a store that hangs ends in time, and one runs at a time", trying.hanging),
        Test("a store's key goes to no other machine by a change of its address, neither by a round nor by a test", trying.moved),
        Test("an operator's test of a store says when the two clocks are too far apart for webhooks", trying.clock),
        Test("the keys of stores are in no database, log or answer, and open with their key alone", manners.secret),
        Test("clients that are cut at any byte lose and double nothing", losses.cut),
        Test("%d times kill -9 under %d buyers over two rude stores: 0 lost, 0 doubled, 0 granted unpaid (seed %d)" % (
            losses.KILLS, losses.BUYERS, losses.SEED), losses.killed),
    ]
