// What a game shows around an operator's words, in each language that has words of its own. They are those of the library's windows.
export const playerTexts = {
  en: { name: "English", close: "Close", details: "Details", maintenance: "Maintenance",
    working: "We are working on the game. Please come back later.",
    required: "Update needed", recommended: "Update available", update: "Update", later: "Later", blocked: "Access blocked",
      closed: "Game closed" },
  ja: { name: "日本語", close: "閉じる", details: "詳細", maintenance: "メンテナンス中", working: "ただいまメンテナンスをしています。後でもう一度お越しください。",
    required: "更新が必要です", recommended: "新しいバージョンがあります", update: "更新する", later: "後で", blocked: "アクセス制限", closed: "ゲームの終了" },
  ko: { name: "한국어", close: "닫기", details: "자세히", maintenance: "점검 중", working: "게임을 점검하고 있습니다. 나중에 다시 와 주세요.",
    required: "업데이트 필요", recommended: "새 버전이 있습니다", update: "업데이트", later: "나중에", blocked: "접속 차단", closed: "게임 종료" },
  "zh-CN": { name: "简体中文", close: "关闭", details: "详情", maintenance: "维护中", working: "游戏正在维护,请稍后再来。",
    required: "需要更新", recommended: "有新版本", update: "更新", later: "以后再说", blocked: "访问受限", closed: "游戏已停运" },
  "zh-TW": { name: "繁體中文", close: "關閉", details: "詳情", maintenance: "維護中", working: "遊戲正在維護,請稍後再來。",
    required: "需要更新", recommended: "有新版本", update: "更新", later: "稍後", blocked: "存取受限", closed: "遊戲已停止營運" },
  th: { name: "ไทย", close: "ปิด", details: "รายละเอียด", maintenance: "ปิดปรับปรุง", working: "กำลังปรับปรุงเกม โปรดกลับมาใหม่ภายหลัง",
    required: "ต้องอัปเดต", recommended: "มีเวอร์ชันใหม่", update: "อัปเดต", later: "ไว้ทีหลัง", blocked: "ถูกจำกัดการเข้าใช้",
      closed: "เกมปิดตัวแล้ว" },
};
