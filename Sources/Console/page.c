// Made by Sources/packaging/console.sh: what is in Page, Chart.js as Debian has it, and the description of the interface.
#include "console.h"

#include <stddef.h>

static const unsigned char file_1[] = {
#embed "Page/account-codes.js"
};

static const unsigned char file_2[] = {
#embed "Page/account-tokens.js"
};

static const unsigned char file_3[] = {
#embed "Page/alarm-form.js"
};

static const unsigned char file_4[] = {
#embed "Page/api.js"
};

static const unsigned char file_5[] = {
#embed "Page/app.js"
};

static const unsigned char file_6[] = {
#embed "Page/attempt.js"
};

static const unsigned char file_7[] = {
#embed "Page/charts.js"
};

static const unsigned char file_8[] = {
#embed "Page/currencies.js"
};

static const unsigned char file_9[] = {
#embed "Page/data-query.js"
};

static const unsigned char file_10[] = {
#embed "Page/data-transfer.js"
};

static const unsigned char file_11[] = {
#embed "Page/dialogs.js"
};

static const unsigned char file_12[] = {
#embed "Page/doctor.js"
};

static const unsigned char file_13[] = {
#embed "Page/dom.js"
};

static const unsigned char file_14[] = {
#embed "Page/figures.js"
};

static const unsigned char file_15[] = {
#embed "Page/format.js"
};

static const unsigned char file_16[] = {
#embed "Page/forms.js"
};

static const unsigned char file_17[] = {
#embed "Page/frequency.js"
};

static const unsigned char file_18[] = {
#embed "Page/i18n.js"
};

static const unsigned char file_19[] = {
#embed "Page/index.html"
};

static const unsigned char file_20[] = {
#embed "Page/json.js"
};

static const unsigned char file_21[] = {
#embed "Page/live.js"
};

static const unsigned char file_22[] = {
#embed "Page/log-in.js"
};

static const unsigned char file_23[] = {
#embed "Page/merge.js"
};

static const unsigned char file_24[] = {
#embed "Page/openid.js"
};

static const unsigned char file_25[] = {
#embed "Page/payment-parts.js"
};

static const unsigned char file_26[] = {
#embed "Page/payment.js"
};

static const unsigned char file_27[] = {
#embed "Page/periods.js"
};

static const unsigned char file_28[] = {
#embed "Page/player-actions.js"
};

static const unsigned char file_29[] = {
#embed "Page/player-texts.js"
};

static const unsigned char file_30[] = {
#embed "Page/player.js"
};

static const unsigned char file_31[] = {
#embed "Page/settings-edit.js"
};

static const unsigned char file_32[] = {
#embed "Page/settings-fields.js"
};

static const unsigned char file_33[] = {
#embed "Page/style.css"
};

static const unsigned char file_34[] = {
#embed "Page/tables.js"
};

static const unsigned char file_35[] = {
#embed "Page/tabs.js"
};

static const unsigned char file_36[] = {
#embed "Page/texts/en-game.js"
};

static const unsigned char file_37[] = {
#embed "Page/texts/en.js"
};

static const unsigned char file_38[] = {
#embed "Page/texts/ja-game.js"
};

static const unsigned char file_39[] = {
#embed "Page/texts/ja.js"
};

static const unsigned char file_40[] = {
#embed "Page/texts/ko-game.js"
};

static const unsigned char file_41[] = {
#embed "Page/texts/ko.js"
};

static const unsigned char file_42[] = {
#embed "Page/views/account.js"
};

static const unsigned char file_43[] = {
#embed "Page/views/alarms.js"
};

static const unsigned char file_44[] = {
#embed "Page/views/allSettings.js"
};

static const unsigned char file_45[] = {
#embed "Page/views/apps.js"
};

static const unsigned char file_46[] = {
#embed "Page/views/audit.js"
};

static const unsigned char file_47[] = {
#embed "Page/views/backups.js"
};

static const unsigned char file_48[] = {
#embed "Page/views/concurrent.js"
};

static const unsigned char file_49[] = {
#embed "Page/views/data.js"
};

static const unsigned char file_50[] = {
#embed "Page/views/explorer.js"
};

static const unsigned char file_51[] = {
#embed "Page/views/health.js"
};

static const unsigned char file_52[] = {
#embed "Page/views/launching.js"
};

static const unsigned char file_53[] = {
#embed "Page/views/levels.js"
};

static const unsigned char file_54[] = {
#embed "Page/views/mails.js"
};

static const unsigned char file_55[] = {
#embed "Page/views/members.js"
};

static const unsigned char file_56[] = {
#embed "Page/views/money.js"
};

static const unsigned char file_57[] = {
#embed "Page/views/overview.js"
};

static const unsigned char file_58[] = {
#embed "Page/views/payments.js"
};

static const unsigned char file_59[] = {
#embed "Page/views/people.js"
};

static const unsigned char file_60[] = {
#embed "Page/views/players.js"
};

static const unsigned char file_61[] = {
#embed "Page/views/pushFigures.js"
};

static const unsigned char file_62[] = {
#embed "Page/views/pushes.js"
};

static const unsigned char file_63[] = {
#embed "Page/views/retention.js"
};

static const unsigned char file_64[] = {
#embed "Page/views/settings.js"
};

static const unsigned char file_65[] = {
#embed "Page/views/subscriptions.js"
};

static const unsigned char file_66[] = {
#embed "Page/views/value.js"
};

static const unsigned char file_67[] = {
#embed "/usr/share/javascript/chart.js/chart.min.js"
};

static const unsigned char file_68[] = {
#embed "../../docs/openapi.json"
};

static const struct gb_console_file files[] = {
    {"account-codes.js", file_1, sizeof file_1},
    {"account-tokens.js", file_2, sizeof file_2},
    {"alarm-form.js", file_3, sizeof file_3},
    {"api.js", file_4, sizeof file_4},
    {"app.js", file_5, sizeof file_5},
    {"attempt.js", file_6, sizeof file_6},
    {"charts.js", file_7, sizeof file_7},
    {"currencies.js", file_8, sizeof file_8},
    {"data-query.js", file_9, sizeof file_9},
    {"data-transfer.js", file_10, sizeof file_10},
    {"dialogs.js", file_11, sizeof file_11},
    {"doctor.js", file_12, sizeof file_12},
    {"dom.js", file_13, sizeof file_13},
    {"figures.js", file_14, sizeof file_14},
    {"format.js", file_15, sizeof file_15},
    {"forms.js", file_16, sizeof file_16},
    {"frequency.js", file_17, sizeof file_17},
    {"i18n.js", file_18, sizeof file_18},
    {"index.html", file_19, sizeof file_19},
    {"json.js", file_20, sizeof file_20},
    {"live.js", file_21, sizeof file_21},
    {"log-in.js", file_22, sizeof file_22},
    {"merge.js", file_23, sizeof file_23},
    {"openid.js", file_24, sizeof file_24},
    {"payment-parts.js", file_25, sizeof file_25},
    {"payment.js", file_26, sizeof file_26},
    {"periods.js", file_27, sizeof file_27},
    {"player-actions.js", file_28, sizeof file_28},
    {"player-texts.js", file_29, sizeof file_29},
    {"player.js", file_30, sizeof file_30},
    {"settings-edit.js", file_31, sizeof file_31},
    {"settings-fields.js", file_32, sizeof file_32},
    {"style.css", file_33, sizeof file_33},
    {"tables.js", file_34, sizeof file_34},
    {"tabs.js", file_35, sizeof file_35},
    {"texts/en-game.js", file_36, sizeof file_36},
    {"texts/en.js", file_37, sizeof file_37},
    {"texts/ja-game.js", file_38, sizeof file_38},
    {"texts/ja.js", file_39, sizeof file_39},
    {"texts/ko-game.js", file_40, sizeof file_40},
    {"texts/ko.js", file_41, sizeof file_41},
    {"views/account.js", file_42, sizeof file_42},
    {"views/alarms.js", file_43, sizeof file_43},
    {"views/allSettings.js", file_44, sizeof file_44},
    {"views/apps.js", file_45, sizeof file_45},
    {"views/audit.js", file_46, sizeof file_46},
    {"views/backups.js", file_47, sizeof file_47},
    {"views/concurrent.js", file_48, sizeof file_48},
    {"views/data.js", file_49, sizeof file_49},
    {"views/explorer.js", file_50, sizeof file_50},
    {"views/health.js", file_51, sizeof file_51},
    {"views/launching.js", file_52, sizeof file_52},
    {"views/levels.js", file_53, sizeof file_53},
    {"views/mails.js", file_54, sizeof file_54},
    {"views/members.js", file_55, sizeof file_55},
    {"views/money.js", file_56, sizeof file_56},
    {"views/overview.js", file_57, sizeof file_57},
    {"views/payments.js", file_58, sizeof file_58},
    {"views/people.js", file_59, sizeof file_59},
    {"views/players.js", file_60, sizeof file_60},
    {"views/pushFigures.js", file_61, sizeof file_61},
    {"views/pushes.js", file_62, sizeof file_62},
    {"views/retention.js", file_63, sizeof file_63},
    {"views/settings.js", file_64, sizeof file_64},
    {"views/subscriptions.js", file_65, sizeof file_65},
    {"views/value.js", file_66, sizeof file_66},
    {"chart.js", file_67, sizeof file_67},
    {"openapi.json", file_68, sizeof file_68},
};

const struct gb_console_file *gb_console_file(int index) {
    return index >= 0 && (size_t)index < sizeof files / sizeof *files ? &files[index] : NULL;
}
