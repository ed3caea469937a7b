import { normalizeText } from '../../lib/language/normalize-text.ts';

/**
 * How assistants say that they cannot help or know nothing, by language. An apology alone is no refusal: "I am sorry for the
 * delay". Only the start of an answer counts: a long answer that names one missing detail at its end is not a refusal.
 */
const patterns: readonly RegExp[] = [
  // English
  /\b(?:i|we) (?:can(?:'t|not| not)|could(?:n't| not)|(?:am|are|was|were) (?:not able|unable)) (?:to )?(?:find|help|answer|assist|provide|do|share|tell|access|discuss|process|comply|give)\b/,
  /\b(?:i|we) (?:do not|don't|did not|didn't) (?:know|find|have (?:any |enough |that |this )?(?:information|knowledge|details|data))\b/,
  /\b(?:there is|there's|i have|we have) no (?:information|data|details|answer)\b/,
  // Chinese
  /(?:无法|無法|不能)(?:回答|提供|帮|幫|处理|處理|找到|为您|為您)|(?:没有|沒有|未|没|沒)(?:找到|查到|检索到|檢索到)|(?:没有|沒有)(?:相关|相關)|我不(?:知道|清楚)/,
  // Spanish, Portuguese, French, Italian
  /\bno (?:puedo|(?:he )?encontr(?:ado|é)|encuentro|tengo (?:información|datos)|sé)(?!\p{L})/u,
  /(?<!\p{L})não (?:posso|consigo|encontrei|sei|tenho (?:informações|dados))/u,
  /\bje ne (?:peux|sais|trouve)|\bje n'ai (?:pas|aucun|rien)/,
  /\bnon (?:posso|so|ho (?:trovato|informazioni)|trovo)\b/,
  // German, Dutch
  /\b(?:kann|konnte|weiß|habe|finde) ich [^.!?]{0,80}\b(?:nicht|nichts|keine)\b|\bich (?:kann|konnte|weiß|habe|finde) [^.!?]{0,80}\b(?:nicht|nichts|keine)\b/,
  /\bik (?:kan|weet|heb|vind) [^.!?]{0,80}\b(?:niet|niets|geen)\b/,
  // Russian, Ukrainian
  /не (?:могу|знаю|наш[её]л|нашла|удалось найти)|нет информации|не (?:можу|знаю|знайшов|знайшла)/,
  // Japanese, Korean
  /わかりません|分かりません|見つかりません|お答えできません|알 수 없|찾을 수 없|찾지 못|답변(?:을|해)? ?드릴 수 없/,
  // Arabic
  /لا (?:أستطيع|أعرف|يمكنني|أملك)|لم أ(?:جد|عثر)/,
];

const checkedCharacters = 400;

/** Whether an answer says that it cannot help or knows nothing. */
export const isRefusal = (answer: string): boolean => {
  const start = normalizeText(answer.slice(0, checkedCharacters), 'NFC').toLowerCase().replaceAll('’', "'");
  return patterns.some((pattern) => pattern.test(start));
};
