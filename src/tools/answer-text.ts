/** Limit of one tool's answer in the model's context. */
export const longestAnswer = 16_000;

/** Removes NUL, which not every database can store, and lone surrogates. */
export const answerText = (text: string): string => {
  const whole = text.replaceAll('\0', '').toWellFormed();
  if (whole.length <= longestAnswer) return whole;
  const kept = whole.slice(0, longestAnswer).replace(/[\ud800-\udbff]$/, '');
  return `${kept}\n… (cut: the answer is longer than ${longestAnswer} characters)`;
};

const textual =
  /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|yaml|x-ndjson|javascript|x-www-form-urlencoded))/;

/** An answer without a content type is read as text. */
export const isTextual = (contentType: string | undefined): boolean =>
  contentType === undefined || contentType.trim() === '' || textual.test(contentType.trim().toLowerCase());
