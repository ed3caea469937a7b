/** A reply says so at its beginning. Later sentences often limit an answer that was given. */
const lookedAt = 400;

/**
 * How replies say that they have no answer, by language. Gaps are limited and patterns are not nested, so that the time is linear
 * in the text, which is cut.
 */
const patterns: readonly RegExp[] = [
  // English
  /\b(?:could ?n[o']t|cannot|can't|can not|was(?: not|n't) able to|am (?:not able|unable) to|unable to) (?:\w+ ){0,2}(?:find|locate|answer|determine|provide)\b/i,
  /\b(?:do(?:es)? ?n[o']t|did ?n[o']t) (?:\w+ ){0,2}(?:have|know|contain|mention|include|cover|find|say|provide) (?:\w+ ){0,3}(?:information|details?|answer|anything|about|that|this|it)\b/i,
  /\b(?:no|not enough|any) (?:\w+ ){0,2}(?:information|details|documentation) (?:\w+ ){0,2}(?:about|on|regarding|for|available)\b/i,
  /\bnot (?:mentioned|covered|included|contained|specified|provided|available) in (?:the|my|your|our)\b/i,
  /\bI(?:'m| am) not sure\b|\bI (?:do not|don't) know\b/i,
  // Chinese
  /(?:没有|未能?|無法|无法|沒有|找不到)(?:在[^，。]{0,20})?(?:找到|查到|提及|提到|回答|确定|確定|提供相关)/u,
  /(?:没有|沒有|暂无|暫無|缺少)(?:与?[^，。]{0,12})?(?:相关|相關|具体|具體)?(?:的)?(?:信息|資訊|内容|內容|资料|資料|答案)/u,
  /我(?:不知道|不清楚|不太清楚|不确定)/u,
  // Japanese, Korean
  /(?:見つかりません|見つけられません|分かりません|わかりません|情報(?:が|は)(?:ありません|ございません)|お答えできません)/u,
  /(?:찾을 수 없|찾지 못|알 수 없|모르겠|정보가 없|답변드릴 수 없)/u,
  // Spanish, Portuguese, Italian, French
  /\bno (?:he |pude |puedo |se )?(?:encontr\p{L}*|tengo (?:\p{L}+ ){0,2}información|dispongo|sé\b|puedo (?:responder|contestar)|hay información)/iu,
  /\bnão (?:\p{L}+ ){0,2}(?:encontr\p{L}*|tenho (?:\p{L}+ ){0,2}informaç\p{L}*|sei\b|consigo|posso responder|há informaç\p{L}*)/iu,
  /\bnon (?:\p{L}+ ){0,2}(?:trovat\p{L}*|trovo|dispongo|so\b|posso rispondere|ci sono informazioni)/iu,
  /\bn['’](?:ai|a|avons) (?:pas|rien) (?:\p{L}+ ){0,2}trouvé|\bne (?:trouve|dispose|sais|peux|contient|contiennent) (?:pas|aucune?)|\baucune information/iu,
  // German, Dutch
  /\b(?:nichts|nicht|keine?n?)(?: \p{L}+){0,3} (?:gefunden|finden|beantworten|Informationen|Angaben|bekannt)|\bweiß ich nicht|\bich weiß (?:es |das )?nicht/iu,
  /\b(?:niets|niet|geen)(?: \p{L}+){0,3} (?:gevonden|vinden|beantwoorden|informatie)/iu,
  // Russian, Arabic, Turkish, Vietnamese, Indonesian
  /не (?:наш[её]л|нашла|удалось найти|могу (?:ответить|найти)|знаю)|нет (?:[а-яё]+ ){0,2}информации/iu,
  /(?:لم أجد|لم أعثر|لا أعرف|لا تتوفر|لا توجد معلومات|لا أستطيع الإجابة)/u,
  /\b(?:bulamadım|bulunamadı|bilmiyorum|bilgi (?:yok|bulunmuyor))/iu,
  /(?:không (?:tìm thấy|có thông tin|biết|thể trả lời)|tidak (?:menemukan|ditemukan|tahu|memiliki informasi))/iu,
];

/** Whether a reply says that it has no answer. A heuristic: it knows the usual phrases of the larger languages. */
export const saysUnknown = (reply: string): boolean => {
  const beginning = reply.slice(0, lookedAt);
  return patterns.some((pattern) => pattern.test(beginning));
};
