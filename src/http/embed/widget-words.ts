import { languageCandidates } from '../../lib/language/language-tags.ts';

/** In this order: label of the closed bubble, of the open bubble, title of the frame, name of the unread count. */
type Words = readonly [open: string, close: string, title: string, unread: string];

/** Sent to the widget, because the script of a site must be one small file. It contains only the English words. */
export const widgetWords: Readonly<Record<string, Words>> & { en: Words } = {
  en: ['Open chat', 'Close chat', 'Chat', 'unread messages'],
  ar: ['فتح الدردشة', 'إغلاق الدردشة', 'دردشة', 'رسائل غير مقروءة'],
  de: ['Chat öffnen', 'Chat schließen', 'Chat', 'ungelesene Nachrichten'],
  es: ['Abrir el chat', 'Cerrar el chat', 'Chat', 'mensajes sin leer'],
  fr: ['Ouvrir le chat', 'Fermer le chat', 'Chat', 'messages non lus'],
  hi: ['चैट खोलें', 'चैट बंद करें', 'चैट', 'अपठित संदेश'],
  id: ['Buka obrolan', 'Tutup obrolan', 'Obrolan', 'pesan belum dibaca'],
  it: ['Apri la chat', 'Chiudi la chat', 'Chat', 'messaggi non letti'],
  ja: ['チャットを開く', 'チャットを閉じる', 'チャット', '未読メッセージ'],
  ko: ['채팅 열기', '채팅 닫기', '채팅', '읽지 않은 메시지'],
  pt: ['Abrir o chat', 'Fechar o chat', 'Chat', 'mensagens não lidas'],
  ru: ['Открыть чат', 'Закрыть чат', 'Чат', 'непрочитанные сообщения'],
  th: ['เปิดแชท', 'ปิดแชท', 'แชท', 'ข้อความที่ยังไม่ได้อ่าน'],
  tr: ['Sohbeti aç', 'Sohbeti kapat', 'Sohbet', 'okunmamış mesajlar'],
  vi: ['Mở trò chuyện', 'Đóng trò chuyện', 'Trò chuyện', 'tin nhắn chưa đọc'],
  'zh-Hans': ['打开聊天', '关闭聊天', '聊天', '未读消息'],
  'zh-Hant': ['開啟聊天', '關閉聊天', '聊天', '未讀訊息'],
};

/** The words of the first language that has some, otherwise in English. */
export const wordsFor = (languages: readonly string[]) => {
  const found = languages
    .flatMap(languageCandidates)
    .find((language) => Object.hasOwn(widgetWords, language));
  const [open, close, title, unread] = widgetWords[found ?? 'en'] ?? widgetWords.en;
  return { open, close, title, unread };
};
