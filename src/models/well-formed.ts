/** A lone surrogate cannot be encoded in UTF-8, and strict servers reject the whole request. */
export const wellFormed = (text: string): string => (text.isWellFormed() ? text : text.toWellFormed());
