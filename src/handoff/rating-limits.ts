/** In characters. Also used by the chat, so this file imports nothing. */
export const maxRatingCommentLength = 1000;

/** How long after its end a session can be rated, and a rating can be changed. */
export const ratingWindowMs = 7 * 24 * 3600 * 1000;
