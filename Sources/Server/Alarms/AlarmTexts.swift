import Codecs
import Service

/// The words of alarms by mail. In braces stand the facts' names.
struct AlarmTexts: TranslatedTexts {
    let raised, reminded, ended, test, testText: String
    let titles: [AlarmRule: String]
    let sentences: [AlarmRule: String]
    let since, endedText, unset, foot: String

    static let english = AlarmTexts(
        raised: "Alarm: {title}", reminded: "Alarm still on: {title}", ended: "Alarm over: {title}", test: "A test alarm",
        testText: "This is a test of the alarms. Nothing is wrong.",
        titles: [
            .playersBelow: "few players", .playersFall: "players fall", .playersRise: "players rise", .errors: "errors",
            .storeSilent: "a store is silent", .databaseSilent: "the database is silent", .booksUnsound: "the books are not sound",
        ],
        sentences: [
            .playersBelow: "{players} players are connected. The floor is {limit}, in each of {minutes} minutes.",
            .playersFall: "{players} players on average in {minutes} minutes, after {before}. The limit is a fall of {limit} %.",
            .playersRise: "{players} players on average in {minutes} minutes, after {before}. The limit is a rise of {limit} %.",
            .errors: "{failures} of {requests} requests of {minutes} minutes were not answered. The limit is {limit} %.",
            .storeSilent: "The report of the store {subject} was read to its end {minutes} minutes ago. The limit is {limit} minutes.",
            .databaseSilent: "The server {subject} has had no answer of its database for {minutes} minutes. The limit is {limit} minutes.",
            .booksUnsound:
                "Differences in the ledger: {differences}. Amounts that fit no order: {unmatched}. "
                + "Refunds that wait for more than {hours} hours: {refunds}.",
        ],
        since: "Since: {raised}", endedText: "It is over: {date}", unset: "The settings do not watch for it any more.",
        foot: "gamebased sends this by the alarms of {app}.")
    static let japanese = AlarmTexts(
        raised: "アラーム: {title}", reminded: "アラーム継続中: {title}", ended: "アラーム終了: {title}", test: "アラームのテスト",
        testText: "アラームの送信先を確認するためのテストです。問題は起きていません。",
        titles: [
            .playersBelow: "接続中のプレイヤーが少なすぎます", .playersFall: "プレイヤーが急に減りました", .playersRise: "プレイヤーが急に増えました",
            .errors: "エラーが増えています", .storeSilent: "ストアから応答がありません", .databaseSilent: "データベースから応答がありません",
            .booksUnsound: "帳簿に問題があります",
        ],
        sentences: [
            .playersBelow: "接続中のプレイヤーは{players}人です。下限は{limit}人です({minutes}分間)。",
            .playersFall: "直近{minutes}分間の平均は{players}人、その前は{before}人でした。限度は{limit}%の減少です。",
            .playersRise: "直近{minutes}分間の平均は{players}人、その前は{before}人でした。限度は{limit}%の増加です。",
            .errors: "{minutes}分間の{requests}件のリクエストのうち{failures}件に応答できませんでした。限度は{limit}%です。",
            .storeSilent: "ストア{subject}の報告を最後まで読めたのは{minutes}分前です。限度は{limit}分です。",
            .databaseSilent: "サーバー{subject}はデータベースから{minutes}分間応答を得ていません。限度は{limit}分です。",
            .booksUnsound: "元帳の不一致: {differences}件。注文に結び付かない入金: {unmatched}件。{hours}時間以上待っている返金: {refunds}件。",
        ],
        since: "発生: {raised}", endedText: "終了: {date}", unset: "この監視は設定から外されました。", foot: "{app}のアラームとしてgamebasedが送信しました。")
    static let korean = AlarmTexts(
        raised: "알람: {title}", reminded: "알람 지속 중: {title}", ended: "알람 종료: {title}", test: "테스트 알람",
        testText: "알람 수신처를 확인하기 위한 테스트입니다. 문제는 없습니다.",
        titles: [
            .playersBelow: "접속 중인 플레이어가 너무 적습니다", .playersFall: "플레이어가 급격히 줄었습니다", .playersRise: "플레이어가 급격히 늘었습니다",
            .errors: "오류가 늘고 있습니다", .storeSilent: "스토어가 응답하지 않습니다", .databaseSilent: "데이터베이스가 응답하지 않습니다",
            .booksUnsound: "장부에 문제가 있습니다",
        ],
        sentences: [
            .playersBelow: "접속 중인 플레이어는 {players}명입니다. 하한은 {limit}명입니다({minutes}분간).",
            .playersFall: "최근 {minutes}분 평균은 {players}명, 그 전은 {before}명이었습니다. 한도는 {limit}% 감소입니다.",
            .playersRise: "최근 {minutes}분 평균은 {players}명, 그 전은 {before}명이었습니다. 한도는 {limit}% 증가입니다.",
            .errors: "{minutes}분간 요청 {requests}건 중 {failures}건에 응답하지 못했습니다. 한도는 {limit}%입니다.",
            .storeSilent: "스토어 {subject}의 보고서를 끝까지 읽은 것은 {minutes}분 전입니다. 한도는 {limit}분입니다.",
            .databaseSilent: "서버 {subject}이(가) 데이터베이스에서 {minutes}분간 응답을 받지 못했습니다. 한도는 {limit}분입니다.",
            .booksUnsound: "원장 불일치: {differences}건. 주문과 맞지 않는 입금: {unmatched}건. {hours}시간 넘게 기다리는 환불: {refunds}건.",
        ],
        since: "발생: {raised}", endedText: "종료: {date}", unset: "이 감시는 설정에서 빠졌습니다.", foot: "{app}의 알람으로 gamebased가 보냈습니다.")

    /// - Parameter values: by name. What is none of them stays as it is.
    static func filled(_ text: String, _ values: [String: String]) -> String {
        var filled = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            filled += rest[..<open]
            filled += values[name] ?? "{\(name)}"
            rest = rest[rest.index(after: close)...]
        }
        return filled + rest
    }
}
