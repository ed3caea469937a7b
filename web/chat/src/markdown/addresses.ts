/**
 * Replaces the package `mdurl` of markdown-it, which parses and encodes addresses. `safeLink` and `safeImage` parse every
 * address with the browser, which does the same.
 */
interface Address {
  text: string;
  hostname?: string;
}

export const parse = (text: string): Address => ({ text });

export const format = ({ text }: Address): string => text;

export const encode = (text: string): string => text;

/** For the text of a link without a label. */
export const decode = (text: string): string => {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
};
