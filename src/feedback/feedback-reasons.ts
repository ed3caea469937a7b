/** Why a user rated a reply as bad. Also used by the chat and the console, so this file imports nothing. */
export const feedbackReasons = [
  'INCORRECT',
  'INCOMPLETE',
  'OFF_TOPIC',
  'TOO_LONG',
  'OFFENSIVE',
  'OTHER',
] as const;

export type FeedbackReason = (typeof feedbackReasons)[number];

/** In characters. */
export const maxCommentLength = 1000;
