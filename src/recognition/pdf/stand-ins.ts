/** Letters of a script that is read to the right and hardly ever met: the syllables of Cree and Inuktitut. */
const firstStandIn = 0x1401;
const mostStandIns = 600;
const standIn = /[\u1401-\u167f]/gu;

const toTheLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;

export interface StandIns {
  hide(text: string): string;
  show(text: string): string;
}

/**
 * Other letters in place of those read to the left. The layout reader knows the latter and turns lines of them
 * around; of text that is in its order already it would make what it was meant to mend.
 */
export const createStandIns = (texts: readonly string[]): StandIns => {
  const letters = [...new Set(texts.flatMap((text) => text.match(toTheLeft) ?? []))];
  const isTaken = letters.length > mostStandIns || texts.some((text) => text.search(standIn) >= 0);
  if (isTaken) return { hide: (text) => text, show: (text) => text };
  const places = new Map(letters.map((letter, index) => [letter, String.fromCharCode(firstStandIn + index)]));
  return {
    hide: (text) => text.replace(toTheLeft, (letter) => places.get(letter) ?? letter),
    show: (text) => text.replace(standIn, (sign) => letters[sign.charCodeAt(0) - firstStandIn] ?? sign),
  };
};
