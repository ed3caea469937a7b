/** Letters of a rare left-to-right script: the syllables of Cree and Inuktitut. */
const firstPlaceholder = 0x1401;
const mostPlaceholders = 600;
const placeholder = /[\u1401-\u167f]/gu;

const toTheLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;

export interface Placeholders {
  hide(text: string): string;
  show(text: string): string;
}

/**
 * Replaces right-to-left letters. The layout reader reverses lines of such letters,
 * which would break text that is already in reading order.
 */
export const createPlaceholders = (texts: readonly string[]): Placeholders => {
  const letters = [...new Set(texts.flatMap((text) => text.match(toTheLeft) ?? []))];
  const isTaken = letters.length > mostPlaceholders || texts.some((text) => text.search(placeholder) >= 0);
  if (isTaken) return { hide: (text) => text, show: (text) => text };
  const places = new Map(
    letters.map((letter, index) => [letter, String.fromCharCode(firstPlaceholder + index)]),
  );
  return {
    hide: (text) => text.replace(toTheLeft, (letter) => places.get(letter) ?? letter),
    show: (text) =>
      text.replace(placeholder, (sign) => letters[sign.charCodeAt(0) - firstPlaceholder] ?? sign),
  };
};
