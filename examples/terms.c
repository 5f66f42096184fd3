/* Show the terms once: the host shows them for the library, and returns the player's answers. Usage: terms DIRECTORY console.json */
#include "await.h"

static int shown;
static void onTerms(const TCGBDataContainer *data, const TCGBError *error, void *context) {
    (void)data;
    onDone(error, context);
}
static void show(const TCGBWebViewRequest *request, void *context) { /* a game retains the request until the player is done */
    (void)context;
    char answer[128];
    TCGBQueryTermsResult *terms = TCGBQueryTermsResult_queryTermsResultFromJsonString(TCGBWebViewRequest_data(request));
    const TCGBTermsContentDetail *first = TCGBQueryTermsResult_contents_at(terms, 0);
    int number = (int)TCGBTermsContentDetail_termsContentSeq(first);
    snprintf(answer, sizeof answer, "{\"contents\":[{\"termsContentSeq\":%d,\"agreed\":true}]}", number);
    printf("agreed: %s\n", TCGBTermsContentDetail_name(first));
    shown += TCGBWebViewRequest_finishWithAnswer(request, answer);
    TCGBRelease(terms);
}
int main(int count, char **arguments) {
    if (count < 3) return usage("terms DIRECTORY console.json");
    expect(TCGBHost_setStorageDirectory(arguments[1]), "DIRECTORY is an absolute path");
    TCGBHostDelegate host = {.structSize = sizeof host, .showWebView = show};
    TCGBHost_setDelegate(&host);
    initialize("QuickStart");
    loadSettings(arguments[2]);
    for (int i = 0; i < 2; i++) {
        TCGBTerms_showTermsViewWithViewController_completion(NULL, onTerms, step("terms"));
        await();
    }
    expect(shown <= 1, "the second time there is nothing to ask");
    expect(TCGBGamebase_shutdown(1000), "the library ends in time");
    return 0;
}
