/** Only these become links. `javascript:`, `data:` and other schemes in the address of a source are shown as text. */
export const isWebAddress = (address: string): boolean => /^https?:\/\//i.test(address);
