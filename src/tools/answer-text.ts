/** What a model can make use of, and what one tool may take of its context. */
export const longestAnswer = 16_000;

/** NUL cannot be stored everywhere, and half a character nowhere. */
export const answerText = (text: string): string => {
  const whole = text.replaceAll('\0', '').toWellFormed();
  if (whole.length <= longestAnswer) return whole;
  const kept = whole.slice(0, longestAnswer).replace(/[\ud800-\udbff]$/, '');
  return `${kept}\n… (cut: the answer is longer than ${longestAnswer} characters)`;
};

const textual =
  /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|yaml|x-ndjson|javascript|x-www-form-urlencoded))/;

/** A server that names no type is taken at its word that it sends text. */
export const isTextual = (contentType: string | undefined): boolean =>
  contentType === undefined || contentType.trim() === '' || textual.test(contentType.trim().toLowerCase());
