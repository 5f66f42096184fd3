/* Stores of the engine's own: paid once and captured once, whatever is lost, repeated or cut off. */
#include "stores.h"

/* The state of an order's payment, as the operator sees it. */
static const char *state_of(const struct order *order) {
    static struct answer payments;
    static char state[32], number[64];
    PLAY_WELL(&payments, TCGBConsole_paymentsOfUser_completion(order->user, on_json, &payments));
    snprintf(number, sizeof number, "\"paymentSeq\":\"%lld\"", (long long)order->number);
    const char *at = strstr(payments.json, number);
    require(at);
    return json_member(at, "state", state, sizeof state);
}
static const char *ledger(void) {
    static struct answer ledger;
    PLAY_WELL(&ledger, TCGBConsole_checkLedgerWithCompletion(on_json, &ledger));
    if (!strstr(ledger.json, "\"sound\":true")) broken_text(__FILE__, __LINE__, "the ledger is sound", ledger.json, "");
    return ledger.json;
}
static struct answer running;
/* Begins a purchase and waits until its order is at the store. */
static void begin(const char *product) {
    int before = world->count;
    fresh(&running);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion(product, NULL, on_purchase, &running);
    await_for(world->count != before, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
}
static void end_purchase(int64_t code) {
    require(pump_until(&running.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(running.code, code);
}

PROMISE("a store that captures last is asked to once, after the player approved") {
    make_world();
    world->authorizes = true;
    open_game("STEAM", 0);
    buy("gem");
    require_equal(answer.code, 0);
    char text[128];
    require_text(json_member(answer.json, "storeCode", text, sizeof text), "STEAM");
    require_text(json_member(answer.json, "priceString", text, sizeof text), "0.99");
    require_equal(unconsumed(), 1);
    require_equal(last_order()->captured, 1);
    require_equal(last_order()->begun, 1);
    require_text(last_order()->user, TCGBGamebase_userID());
    await_for(last_order()->finished, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    require_sound_ledger();
    require(TCGBGamebase_shutdown(2000));
    require_equal(closed, 2);
}

PROMISE("the player's approval may come by the client's callback, any number of times") {
    make_world();
    open_game("STEAM", 0);
    static struct answer purchase;
    fresh(&purchase);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem", NULL, on_purchase, &purchase);
    await_for(last_order(), PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    pump_for(200);
    require_equal(purchase.times, 0); /* at the overlay */
    char event[128];
    snprintf(event, sizeof event, "{\"orderid\":\"%lld\",\"authorized\":1}", (long long)last_order()->number);
    for (int i = 0; i < 20; i++) require(TCGBStoreAdapter_handleEvent("STEAM", event));
    require(pump_until(&purchase.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(purchase.code, 0);
    pump_till(purchase.times == 1 && last_order()->captured == 1 && last_order()->capture_asked == 1 && unconsumed() == 1, 200);
    require_equal(purchase.times, 1);
    require_equal(last_order()->captured, 1);
    require_equal(last_order()->capture_asked, 1); /* who comes second finds that it was done */
    require_equal(unconsumed(), 1);
    require(TCGBStoreAdapter_handleEvent("STEAM", "nonsense"));
    require(!TCGBStoreAdapter_handleEvent("EPIC", event));
    require_sound_ledger();
    require(TCGBGamebase_shutdown(2000));
    require(!TCGBStoreAdapter_handleEvent("STEAM", event));
}

/* invariant 9; invariant 15 */
PROMISE("a capture without an answer is asked about before it is repeated: the money is taken once") {
    make_world();
    world->authorizes = true;
    open_game("STEAM", 0);
    world->unanswered_captures = 1; /* taken, and not said */
    buy("gem");
    require_equal(answer.code, 0);
    require_equal(last_order()->captured, 1);
    require(last_order()->polled >= 1);
    world->vain_captures = 1; /* neither taken nor said */
    buy("gem");
    require_equal(answer.code, 0);
    require_equal(last_order()->captured, 1);
    require(last_order()->polled >= 1);
    world->unanswered_captures = 1; /* and nobody can be asked: the outcome is unknown, and comes by the list */
    world->unreachable_polls = 1;
    buy("gem");
    require_equal(answer.code, TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT);
    require_equal(unconsumed(), 3);
    require_equal(captured_in_all(), 3);
    require_equal(unconsumed(), 3);
    require_sound_ledger();
    require(TCGBGamebase_shutdown(2000));
}

/* code 2; code 3; code 5; code 9; code 10; code 17; code 18 */
PROMISE("each error of the store is the purchase layer's, and nothing is taken or granted") {
    static const struct {
        int error;
        int64_t code, gamebase;
    } begins[] = {
        {3, 3, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {7, 2, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {8, 3, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {9, 2, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {10, 9, TCGB_ERROR_PURCHASE_USER_CANCELED},
        {11, 17, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {16, 5, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {100, 10, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {102, 10, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {103, 17, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {104, 10, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {105, 10, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {106, 18, TCGB_ERROR_PURCHASE_LIMIT_EXCEEDED},
        {107, 6, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
    };
    make_world();
    world->authorizes = true;
    open_game("STEAM", 0);
    iap_initialize();
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        world->init_error = begins[i].error;
        iap_buy("1001", NULL);
        if (heard.code != begins[i].code) broken_number("InitTxn", begins[i].error, heard.message, heard.code, begins[i].code);
        buy("gem");
        if (answer.code != begins[i].gamebase) broken_number("InitTxn", begins[i].error, answer.message, answer.code, begins[i].gamebase);
    }
    world->init_error = 0;
    static const struct {
        int error;
        int64_t code;
    } captures[] = {{10, 9}, {100, 10}, {101, 10}, {102, 10}, {104, 10}, {106, 18}};
    for (size_t i = 0; i < sizeof captures / sizeof *captures; i++) {
        world->finalize_error = captures[i].error;
        iap_buy("1001", NULL);
        if (heard.code != captures[i].code) broken_number("FinalizeTxn", captures[i].error, heard.message, heard.code, captures[i].code);
    }
    require_equal(unconsumed(), 0);
    require_equal(captured_in_all(), 0);
    /* 5, not approved: it stays open, and ends when the player refuses. */
    world->finalize_error = 5;
    forget_heard();
    NHNCloudIAP_purchaseWithProductIdentifier("1001");
    pump_for(300);
    require_equal(heard.received + heard.failed, 0);
    last_order()->status = FAILED;
    require(wait_heard(0, 1));
    require_equal(heard.code, NHNCloudIAPErrorPaymentFailed);
    require_equal(captured_in_all(), 0);
    require_sound_ledger();
    require(TCGBGamebase_shutdown(2000));
}

/* invariant 5; invariant 6; invariant 25 */
PROMISE("a game that dies around the capture neither loses the payment nor takes the money twice") {
    for (int death = 1; death <= 3; death++) {
        if (death == 1) make_world();
        world->authorizes = true;
        world->deaths = death;
        play_until_death("STEAM", "gem");
        require_equal(captured_in_all(), death == 1 ? 0 : death);
        initialize_here();                                                           /* nobody plays, and nobody is asked */
        require_text(state_of(last_order()), death < 3 ? "APPROVED" : "UNCONSUMED"); /* stored before the money was taken */
        require(TCGBGamebase_shutdown(2000));
        open_game("STEAM", 0);
        require_equal(unconsumed(), death);
        require_equal(captured_in_all(), death);
        require_equal(unconsumed(), death);
        require_equal(last_order()->captured, 1);
        await_for(last_order()->finished, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
        require_sound_ledger();
        require(TCGBGamebase_shutdown(2000));
    }
}

/* crash 3 */
PROMISE("a store that abandons approved orders takes no money after the player left") {
    make_world();
    world->authorizes = true;
    world->deaths = 1;
    play_until_death("STEAM", "gem");
    open_game("STEAM", TCGBStoreCapabilityAbandonsApproved);
    require_equal(unconsumed(), 0);
    require_equal(captured_in_all(), 0);
    buy("gem"); /* and the next purchase is another order */
    require_equal(answer.code, 0);
    require_equal(captured_in_all(), 1);
    require_equal(unconsumed(), 1);
    require(TCGBGamebase_shutdown(2000));
}

/* invariant 19 */
PROMISE("a refund that the store reports takes the payment out of the list, and stays") {
    make_world();
    world->authorizes = true;
    open_game("STEAM", 0);
    buy("gem");
    buy("gem");
    require_equal(unconsumed(), 2);
    last_order()->status = REFUNDED;
    require_equal(unconsumed(), 1);
    require_equal(unconsumed(), 1);
    world->orders[0].status = CHARGED_BACK;
    require_equal(unconsumed(), 0);
    require_sound_ledger();
    require(TCGBGamebase_shutdown(2000));
}

/* code 100 */
PROMISE("the store's prices count, and without its answer there is no list") {
    make_world();
    open_game("STEAM", 0);
    iap_initialize();
    PLAY_WELL(&answer, NHNCloudIAP_requestProductsWithCompletionHandler(on_products, &answer));
    require_equal(NHNCloudProductsResponse_products_count(products), 1);
    require_text(NHNCloudProduct_priceString(NHNCloudProductsResponse_products_at(products, 0)), "3.000");
    require_text(NHNCloudProduct_localizedPrice(NHNCloudProductsResponse_products_at(products, 0)), "3.000 KD");
    require_equal(NHNCloudProductsResponse_invalidProducts_count(products), 1);
    require_text(NHNCloudProduct_productIdentifier(NHNCloudProductsResponse_invalidProducts_at(products, 0)), "1003");
    static struct answer items;
    PLAY_WELL(&items, TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, &items));
    require_equal(items.count, 1);
    PLAY_WELL(&items, TCGBPurchase_requestItemListAtIAPConsoleWithCompletion(on_items, &items));
    require_equal(items.count, 2);
    world->products_down = true;
    PLAY(&answer, NHNCloudIAP_requestProductsWithCompletionHandler(on_products, &answer));
    require_equal(answer.code, NHNCloudHttpErrorNetworkNotAvailable);
    require(!products);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a web checkout opens its page through the host, and its outcome is learned by asking") {
    make_world();
    open_game("X-WEB", 0);
    static struct answer purchase;
    fresh(&purchase);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("webgem", NULL, on_purchase, &purchase);
    await_for(world->pages, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    require(strstr(world->page, "https://pay.example/session/"));
    pump_for(200);
    require_equal(purchase.times, 0);
    require(last_order()->polled > 1);
    last_order()->status = SUCCEEDED;
    require(pump_until(&purchase.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(purchase.code, 0);
    char text[64];
    require_text(json_member(purchase.json, "priceString", text, sizeof text), "1.250");
    require_equal(unconsumed(), 1);
    require_equal(world->pages, 1);
    require_sound_ledger();
    TCGBHost_setDelegate(NULL);
    buy("webgem"); /* nobody opens the page */
    require_equal(answer.code, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    require(strstr(answer.message, "openURL"));
    require(TCGBGamebase_shutdown(2000));
}

/* Every order of the three webhooks, each of them twice; the payment is true from the middle on. */
/* invariant 3 */
PROMISE("webhooks may come in any order and more than once, before and after the answer: one grant") {
    static const char *const types[] = {"created", "pending", "paid"};
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    make_world();
    open_game("X-WEB", 0);
    world->deaths = -1; /* asked never: only webhooks tell */
    for (int i = 0; i < 6; i++) {
        static struct answer purchase;
        fresh(&purchase);
        int before = world->count;
        TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("webgem", NULL, on_purchase, &purchase);
        await_for(world->count != before, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
        last_order()->status = SUCCEEDED;
        for (int twice = 0; twice < 2; twice++) {
            for (int j = 0; j < 3; j++) {
                char event[64];
                snprintf(event, sizeof event, "%s %lld", types[orders[i][j]], (long long)last_order()->number);
                require(TCGBStoreAdapter_handleEvent("X-WEB", event));
                pump_for(5);
            }
        }
        require(pump_until(&purchase.times, PLAY_LIMIT_MILLISECONDS));
        /* Told that the store decides later, the game finds the payment in the list. */
        require(purchase.code == 0 || purchase.code == TCGB_ERROR_PURCHASE_PENDING);
        require_equal(unconsumed(), i + 1);
    }
    require_equal(last_order()->polled, 0);
    require_sound_ledger();
    require(TCGBGamebase_shutdown(2000));
}

enum { THREADS = 64, EACH = 8 };
static char paid_event[64];
static void *offer_receipt(void *context) {
    (void)context;
    TCGBInstance_makeCurrent(NULL);
    for (int i = 0; i < EACH; i++) (void)TCGBStoreAdapter_handleEvent("X-WEB", paid_event);
    return NULL;
}
static int updates;
static void hear_update(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    if (strcmp(TCGBGamebaseEventMessage_category(message), kTCGBPurchaseUpdated) == 0) updates++;
}

/* invariant 3; invariant 8 */
PROMISE("the same receipt offered by 64 threads at once is granted once and told once") {
    pthread_t threads[THREADS];
    static struct answer purchase;
    make_world();
    world->deaths = -1;
    open_game("X-WEB", 0);
    TCGBGamebase_addEventHandler(hear_update, NULL);
    for (int live = 1; live >= 0; live--) {
        int before = world->count;
        fresh(&purchase);
        TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("webgem", NULL, on_purchase, &purchase);
        await_for(world->count != before, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
        if (!live) { /* cut off: the receipt comes in the next run */
            require(TCGBGamebase_shutdown(2000));
            require(purchase.code != 0);
            open_game("X-WEB", 0);
            TCGBGamebase_addEventHandler(hear_update, NULL);
            pump_for(200);
        }
        last_order()->status = SUCCEEDED;
        snprintf(paid_event, sizeof paid_event, "paid %lld", (long long)last_order()->number);
        for (int i = 0; i < THREADS; i++) require(pthread_create(&threads[i], NULL, offer_receipt, NULL) == 0);
        for (int i = 0; i < 50; i++) TCGBRunLoop_runUntil(5);
        for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
        if (live) {
            require(pump_until(&purchase.times, PLAY_LIMIT_MILLISECONDS));
            require_equal(purchase.code, 0);
        } else {
            require(pump_until(&updates, PLAY_LIMIT_MILLISECONDS));
        }
        pump_till(purchase.times == 1 && unconsumed() == (live ? 1 : 2), 500);
        require_equal(purchase.times, 1);
        require_equal(updates, live ? 0 : 1);
        require_equal(unconsumed(), live ? 1 : 2);
        require_sound_ledger();
    }
    require(TCGBGamebase_shutdown(2000));
}

static const TCGBStoreRequest *held;
static void hold(const TCGBStoreRequest *request, void *context) { (void)context, held = TCGBRetain(request); }
static void let_go(const TCGBStoreRequest *request, void *context) { (void)request, (void)context; }
static void *answer_late(void *context) {
    (void)context;
    usleep(100000);
    return (void *)(intptr_t)TCGBStoreRequest_succeed(held, "{\"status\":\"PAID\",\"storeTransactionId\":\"late-1\"}");
}

PROMISE("an adapter may answer later and from another thread; one that lets a question go has not answered") {
    make_world();
    open_game("X-WEB", 0);
    TCGBStoreAdapter slow = {.structSize = sizeof slow, .begin = hold, .poll = let_go, .finish = steam_finish};
    require(TCGBStoreAdapter_register("X-WEB", &slow));
    static struct answer purchase;
    fresh(&purchase);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("webgem", NULL, on_purchase, &purchase);
    await_for(held, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    require(!TCGBStoreRequest_isCancelled(held));
    require_text(TCGBStoreRequest_price(held), "1.250");
    require_text(TCGBStoreRequest_productType(held), "CONSUMABLE");
    char key[160];
    snprintf(key, sizeof key, "X-WEB-%lld", (long long)TCGBStoreRequest_orderNumber(held));
    require_text(TCGBStoreRequest_orderKey(held), key);
    pthread_t thread;
    void *first = NULL;
    pthread_create(&thread, NULL, answer_late, NULL);
    require(pump_until(&purchase.times, PLAY_LIMIT_MILLISECONDS));
    pthread_join(thread, &first);
    require(first && purchase.code == 0);
    require(TCGBStoreRequest_isCancelled(held) && !TCGBStoreRequest_fail(held, 10, NULL));
    TCGBRelease(held);
    slow.begin = let_go;
    require(TCGBStoreAdapter_register("X-WEB", &slow));
    buy("webgem");
    require_equal(answer.code, TCGB_ERROR_SOCKET_ERROR);
    require(strstr(answer.message, "unknown"));
    held = NULL;
    slow.begin = hold;
    require(TCGBStoreAdapter_register("X-WEB", &slow));
    fresh(&purchase);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("webgem", NULL, on_purchase, &purchase);
    await_for(held, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    require(TCGBGamebase_shutdown(2000));
    require_equal(purchase.times, 1);
    require(
        TCGBStoreRequest_isCancelled(held) && !TCGBStoreRequest_succeed(held, "{\"status\":\"PAID\",\"storeTransactionId\":\"too late\"}"));
    TCGBRelease(held);
}

PROMISE("a store that was taken away is not asked any more, and finds the order again when it is back") {
    make_world();
    open_game("STEAM", 0);
    begin("gem"); /* the player is at the checkout, and the store is asked every 20 ms */
    require(TCGBStoreAdapter_register("STEAM", NULL));
    int polled = last_order()->polled;
    end_purchase(TCGB_ERROR_SOCKET_ERROR); /* unknown */
    require_equal(closed, 1);
    require_equal(last_order()->polled, polled);
    last_order()->status = APPROVED;
    require(register_steam(0));
    require_equal(unconsumed(), 1);
    require_equal(last_order()->captured, 1);
    require_sound_ledger();
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("an incomplete adapter is refused, and a purchase without one says 4010") {
    TCGBStoreAdapter bad = {.structSize = sizeof bad, .begin = steam_begin, .poll = steam_poll};
    make_world();
    require(!TCGBStoreAdapter_register("STEAM", &bad));
    bad.finish = steam_finish;
    bad.capabilities = TCGBStoreCapabilityCaptureLast;
    require(!TCGBStoreAdapter_register("STEAM", &bad));
    bad.capabilities = 0;
    require(TCGBStoreAdapter_register("STEAM", &bad));
    require(!TCGBStoreAdapter_register("SANDBOX", &bad) && !TCGBStoreAdapter_register("", &bad) && !TCGBStoreAdapter_register(NULL, &bad));
    bad.structSize = 3;
    require(!TCGBStoreAdapter_register("EPIC", &bad));
    require(TCGBStoreAdapter_register("STEAM", NULL));
    initialize_here();
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(STORES, on_error, &answer));
    log_in();
    TCGBPurchase_setStoreCode("STEAM");
    buy("gem");
    require_equal(answer.code, TCGB_ERROR_PURCHASE_NOT_SUPPORTED_MARKET);
    require(strstr(answer.message, "STEAM"));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a list that is asked for at the checkout takes no approved order from the player") {
    make_world();
    open_game("STEAM", TCGBStoreCapabilityAbandonsApproved);
    begin("gem");
    last_order()->status = APPROVED;
    require_equal(unconsumed() + (size_t)running.times, 2 * (size_t)running.times); /* it may have ended meanwhile, and then well */
    end_purchase(0);
    require_equal(unconsumed(), 1);
    require_equal(captured_in_all(), 1);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("an order that its store does not know stays open for a quarter of an hour, and is cancelled after it") {
    make_world();
    world->deaths = -1;
    open_game("X-WEB", 0);
    begin("webgem");
    require(TCGBGamebase_shutdown(2000));
    struct order order = *last_order();
    world->count = 0; /* it has not arrived there yet */
    open_game("X-WEB", 0);
    for (int again = 0; again < 2; again++) {
        require_equal(unconsumed(), 0);
        require_text(state_of(&order), "RESERVED");
    }
    world->orders[world->count++] = order;
    last_order()->status = SUCCEEDED;
    require_equal(unconsumed(), 1);
    begin("webgem");
    require(TCGBGamebase_shutdown(2000));
    order = *last_order();
    world->count--;
    open_game("X-WEB", 0);
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(16 * 60000, on_error, &answer));
    require_equal(unconsumed(), 1);
    require_text(state_of(&order), "CANCELLED");
    ledger();
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("money that comes after its order was closed is a payment of its own, once") {
    char event[64];
    make_world();
    world->deaths = -1;
    open_game("X-WEB", 0);
    begin("webgem");
    TCGBGamebase_addEventHandler(hear_update, NULL);
    last_order()->status = FAILED;
    snprintf(event, sizeof event, "paid %lld", (long long)last_order()->number);
    require(TCGBStoreAdapter_handleEvent("X-WEB", event)); /* which says how it is, whatever its name */
    end_purchase(TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    require_text(state_of(last_order()), "DECLINED");
    last_order()->status = SUCCEEDED;
    for (int again = 0; again < 3; again++) {
        require(TCGBStoreAdapter_handleEvent("X-WEB", event));
        require(pump_until(&updates, PLAY_LIMIT_MILLISECONDS));
        require_equal(unconsumed(), 1);
    }
    require_equal(updates, 1);
    require_text(state_of(last_order()), "DECLINED"); /* what is closed stays closed */
    require(strstr(ledger(), "\"CAPTURED\":\"1.250\""));
    require(strstr(ledger(), "\"GRANTED\":\"1.250\""));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("unmatched and refunded money is in the books both ways") {
    make_world();
    open_game("STEAM", 0);
    begin("gem");
    copy_text(last_order()->price, sizeof last_order()->price, "0.98");
    last_order()->status = SUCCEEDED;
    end_purchase(TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    require_equal(unconsumed(), 0);
    require(strstr(ledger(), "\"CAPTURED\":\"0.98\""));
    require(strstr(ledger(), "\"REFUNDED\":\"0\""));
    last_order()->status = REFUNDED;
    for (int again = 0; again < 2; again++) require_equal(unconsumed(), 0);
    require(strstr(ledger(), "\"REFUNDED\":\"0.98\""));
    require(strstr(ledger(), "\"net\":\"0.00\""));
    begin("gem");
    last_order()->status = REFUNDED;
    end_purchase(TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    require_equal(unconsumed(), 0);
    require(strstr(ledger(), "\"CAPTURED\":\"1.97\""));
    require(strstr(ledger(), "\"REFUNDED\":\"1.97\""));
    require(strstr(ledger(), "\"GRANTED\":\"0\""));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("receipts that wait for a server are granted, or kept for the operator, as it says") {
    static char settings[sizeof STORES + 64];
    const char *steam = strstr(STORES, "{\"storeCode\":\"STEAM\"");
    char sequence[32];
    make_world();
    world->authorizes = true;
    open_game("STEAM", 0);
    snprintf(settings, sizeof settings, "%.*s{\"verification\":\"SERVER\",%s", (int)(steam - STORES), STORES, steam + 1);
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(settings, on_error, &answer));
    for (int verified = 1; verified >= 0; verified--) {
        buy("gem");
        require_equal(answer.code, TCGB_ERROR_PURCHASE_PENDING);
        require_equal(captured_in_all(), 2 - verified);
        require_equal(unconsumed(), 1 - (size_t)verified);
        require_text(state_of(last_order()), "PAID");
        ledger();
        snprintf(sequence, sizeof sequence, "%lld", (long long)last_order()->number);
        PLAY_WELL(&answer, TCGBConsole_verifyPayment_verified_completion(sequence, verified, on_error, &answer));
        require_equal(unconsumed(), 1);
        require_text(state_of(last_order()), verified ? "UNCONSUMED" : "DECLINED");
        /* What was only claimed, and refused, was never money. */
        require(strstr(ledger(), "\"net\":\"0.99\""));
    }
    PLAY_WELL(&answer, TCGBConsole_reportWithCompletion(on_json, &answer));
    require(strstr(strstr(answer.json, "\"unmatchedMoney\""), sequence));
    PLAY(&answer, TCGBConsole_verifyPayment_verified_completion(sequence, true, on_error, &answer)); /* it was said */
    require_equal(answer.code, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
