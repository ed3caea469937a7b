/** `**`: any text. `*`: any text without a slash. `?`: one character except a slash. */
type Token = { kind: 'text'; value: string } | { kind: 'one' | 'star' | 'globstar' };

const tokensOf = (pattern: string): Token[] => {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const value = pattern[at]!;
    if (value === '*' && pattern[at + 1] === '*') {
      tokens.push({ kind: 'globstar' });
      while (pattern[at + 1] === '*') at += 1;
    } else if (value === '*') tokens.push({ kind: 'star' });
    else if (value === '?') tokens.push({ kind: 'one' });
    else tokens.push({ kind: 'text', value });
  }
  return tokens;
};

/** States that are reached without reading a character: a star may match nothing. */
const closeOver = (states: boolean[], tokens: readonly Token[]): void => {
  for (let at = 0; at < tokens.length; at += 1)
    if (states[at] && (tokens[at]!.kind === 'star' || tokens[at]!.kind === 'globstar')) states[at + 1] = true;
};

/**
 * Whether the whole text matches. All positions of the pattern are followed at once, so the time is at most the
 * product of both lengths, whatever the pattern is. A regular expression could take exponential time.
 */
export const matchGlob = (pattern: string, text: string): boolean => {
  const tokens = tokensOf(pattern);
  let states = new Array<boolean>(tokens.length + 1).fill(false);
  states[0] = true;
  closeOver(states, tokens);
  for (const character of text) {
    const next = new Array<boolean>(tokens.length + 1).fill(false);
    let isAlive = false;
    for (let at = 0; at < tokens.length; at += 1) {
      if (!states[at]) continue;
      const token = tokens[at]!;
      if (token.kind === 'globstar' || (token.kind === 'star' && character !== '/')) next[at] = true;
      else if (token.kind === 'text' ? token.value === character : token.kind === 'one' && character !== '/')
        next[at + 1] = true;
      else continue;
      isAlive = true;
    }
    if (!isAlive) return false;
    closeOver(next, tokens);
    states = next;
  }
  return states[tokens.length] === true;
};
