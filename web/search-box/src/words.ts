import type { ChatLanguage } from '../../messages/chat-languages.ts';
import { chooseLanguage } from '../../messages/choose-language.ts';

/** In this order: title of the dialog and text of the field, label of the button that closes it, of the one back to the search. */
type Texts = readonly [search: string, close: string, back: string];

/** In one file, because the script of a site must be one small file. */
export const texts = {
  en: ['Search', 'Close search', 'Back to search'],
  ar: ['بحث', 'إغلاق البحث', 'العودة إلى البحث'],
  de: ['Suche', 'Suche schließen', 'Zurück zur Suche'],
  es: ['Buscar', 'Cerrar la búsqueda', 'Volver a la búsqueda'],
  fr: ['Rechercher', 'Fermer la recherche', 'Retour à la recherche'],
  hi: ['खोजें', 'खोज बंद करें', 'खोज पर वापस जाएँ'],
  id: ['Cari', 'Tutup pencarian', 'Kembali ke pencarian'],
  it: ['Cerca', 'Chiudi la ricerca', 'Torna alla ricerca'],
  ja: ['検索', '検索を閉じる', '検索に戻る'],
  ko: ['검색', '검색 닫기', '검색으로 돌아가기'],
  pt: ['Pesquisar', 'Fechar a pesquisa', 'Voltar à pesquisa'],
  ru: ['Поиск', 'Закрыть поиск', 'Вернуться к поиску'],
  th: ['ค้นหา', 'ปิดการค้นหา', 'กลับไปที่การค้นหา'],
  tr: ['Ara', 'Aramayı kapat', 'Aramaya dön'],
  vi: ['Tìm kiếm', 'Đóng tìm kiếm', 'Quay lại tìm kiếm'],
  'zh-Hans': ['搜索', '关闭搜索', '返回搜索'],
  'zh-Hant': ['搜尋', '關閉搜尋', '返回搜尋'],
} satisfies Record<ChatLanguage, Texts>;

export const textsFor = (preferred: readonly string[]) => {
  const language = chooseLanguage(preferred, Object.keys(texts) as ChatLanguage[]);
  const [search, close, back] = texts[language];
  return { search, close, back };
};
