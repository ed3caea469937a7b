/** End of a group or character class that starts at `start`. The pattern is known to compile. */
const skipClass = (pattern: string, start: number): number => {
  let depth = 0;
  for (let at = start; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === '[') depth++;
    else if (pattern[at] === ']' && --depth === 0) return at;
  }
  return pattern.length;
};

const countedQuantifier = /\{(\d+)(,(\d*))?\}/y;

/** Quantifiers without a small upper bound. */
const repeatsFreely = (pattern: string, at: number): boolean => {
  if (pattern[at] === '*' || pattern[at] === '+') return true;
  // Without this check, the search below would run for every character of thousands of patterns.
  if (pattern[at] !== '{') return false;
  countedQuantifier.lastIndex = at;
  const counted = countedQuantifier.exec(pattern);
  if (!counted) return false;
  return Number(counted[2] === undefined ? counted[1] : counted[3] || '1000') > 10;
};

/**
 * Why a pattern is rejected, or undefined. A repeated group with repetition or alternatives inside
 * can take exponential time. A time limit at run time stops the rest.
 */
export const checkPattern = (pattern: string): string | undefined => {
  try {
    new RegExp(pattern, 'iu');
  } catch (error) {
    return (error as Error).message;
  }
  if (/\\[1-9]|\\k</.test(pattern)) return 'a pattern must not contain backreferences';
  if (/\(\?<?[=!]/.test(pattern)) return 'a pattern must not contain lookahead or lookbehind';
  const groups: { risky: boolean }[] = [{ risky: false }];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') at++;
    else if (character === '[') at = skipClass(pattern, at);
    else if (character === '(') groups.push({ risky: false });
    else if (character === '|') groups.at(-1)!.risky = true;
    else if (character === ')') {
      const { risky } = groups.pop()!;
      if (risky && repeatsFreely(pattern, at + 1))
        return 'a repeated group must not contain repetitions or alternatives';
      groups.at(-1)!.risky ||= risky;
    }
    const isOptional = character === '?' && pattern[at - 1] !== '(';
    if (isOptional || repeatsFreely(pattern, at)) groups.at(-1)!.risky = true;
  }
  return undefined;
};
