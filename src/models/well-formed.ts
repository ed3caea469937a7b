/** Half a character cannot be written in UTF-8, and strict servers refuse the whole request for it. */
export const wellFormed = (text: string): string => (text.isWellFormed() ? text : text.toWellFormed());
