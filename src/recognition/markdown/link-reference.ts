const bare = (text: string): string =>
  text
    .replace(/^(?:https?:\/\/|mailto:|tel:)/i, '')
    .replace(/\/$/, '')
    .toLowerCase();

const longestAddress = 500;

/**
 * The line that tells where a link leads, to stand below its paragraph: inside the sentence it would hide the
 * sentence from search. Undefined where the text says it already or the address is of no use outside the file.
 */
export const linkReference = (text: string, address: string): string | undefined => {
  const label = text.replace(/\s+/g, ' ').trim();
  const isUseful = /^(?:https?:\/\/|mailto:|tel:)/i.test(address) && address.length <= longestAddress;
  return label && isUseful && bare(label) !== bare(address) ? `[${label}]: ${address}` : undefined;
};
