/** Words that carriers and platforms agreed on. Words with an ordinary meaning, such as "end" or "yes", are not among them. */
const stopWords = new Set([
  'stop',
  'stopall',
  'stop all',
  'unsubscribe',
  'optout',
  'opt out',
  'opt-out',
  '退订',
  '退訂',
]);
const startWords = new Set([
  'start',
  'unstop',
  'optin',
  'opt in',
  'opt-in',
  'subscribe',
  '恢复订阅',
  '恢復訂閱',
]);

const longestWord = 20;

/** Whether the whole message says that the user wants no messages, or wants them again. */
export const optOutOf = (text: string): 'stop' | 'start' | undefined => {
  if (text.length > longestWord) return undefined;
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[.!。！]+$/u, '');
  if (stopWords.has(word)) return 'stop';
  return startWords.has(word) ? 'start' : undefined;
};
