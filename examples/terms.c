/* Show the terms once: the library asks, the host shows, and says what the player agreed to. Usage: terms DIRECTORY console.json */
#include <Gamebase/Gamebase.h>
#include <stdio.h>
#include <stdlib.h>
static int answered, shown;
static void onDone(const TCGBError *error, void *context) { /* every completion ends here */
    if (error) fprintf(stderr, "%s: %s\n", (const char *)context, TCGBError_message(error)), exit(1);
    answered = true;
}
static void await(void) { for (answered = false; !answered;) TCGBRunLoop_runUntil(1000); } /* a game goes on drawing */
static void onStart(const char *info, const TCGBError *error, void *context) { (void)info, onDone(error, context); }
static void onTerms(const TCGBDataContainer *data, const TCGBError *error, void *context) { (void)data, onDone(error, context); }
static void show(const TCGBWebViewRequest *request, void *context) { /* a game retains the request until the player is done */
    char answer[128];
    TCGBQueryTermsResult *terms = TCGBQueryTermsResult_queryTermsResultFromJsonString(TCGBWebViewRequest_data(request));
    const TCGBTermsContentDetail *first = TCGBQueryTermsResult_contents_at(terms, 0);
    snprintf(answer, sizeof answer, "{\"contents\":[{\"termsContentSeq\":%d,\"agreed\":true}]}",
        (int)TCGBTermsContentDetail_termsContentSeq(first));
    printf("agreed: %s\n", TCGBTermsContentDetail_name(first));
    shown += TCGBWebViewRequest_finishWithAnswer(request, answer), TCGBRelease(terms), (void)context;
}
int main(int count, char **arguments) {
    TCGBHostDelegate host = {.structSize = sizeof host, .showWebView = show};
    if (count < 3 || !TCGBHost_setStorageDirectory(arguments[1])) return fprintf(stderr, "usage: terms DIRECTORY console.json\n"), 2;
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("QuickStart", "1.0.0");
    TCGBHost_setDelegate(&host), TCGBGamebase_initializeWithConfiguration_completion(configuration, onStart, "start"), await();
    TCGBRelease(configuration), TCGBConsole_loadSettingsFromFile_completion(arguments[2], onDone, "settings"), await();
    for (int i = 0; i < 2; i++) TCGBTerms_showTermsViewWithViewController_completion(NULL, onTerms, "terms"), await();
    return TCGBGamebase_shutdown(1000) && shown <= 1 ? 0 : 1; /* the second time there is nothing to ask */
}
