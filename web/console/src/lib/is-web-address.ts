/** Only these are made links: `javascript:`, `data:` and other schemes of a source's address are shown as text. */
export const isWebAddress = (address: string): boolean => /^https?:\/\//i.test(address);
