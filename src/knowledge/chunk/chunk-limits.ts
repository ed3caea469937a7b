/** Per document. A text of 10 MB with one token per chunk would make millions. */
export const mostChunks = 50_000;
