const bare = (text: string): string =>
  text
    .replace(/^(?:https?:\/\/|mailto:|tel:)/i, '')
    .replace(/\/$/, '')
    .toLowerCase();

const longestAddress = 500;

/**
 * A line with the target of a link, placed below its paragraph: inside the sentence it would harm
 * search. Undefined if the text already contains the URL or the URL is useless outside the file.
 */
export const linkReference = (text: string, address: string): string | undefined => {
  const label = text.replace(/\s+/g, ' ').trim();
  const isUseful = /^(?:https?:\/\/|mailto:|tel:)/i.test(address) && address.length <= longestAddress;
  return label && isUseful && bare(label) !== bare(address) ? `[${label}]: ${address}` : undefined;
};
