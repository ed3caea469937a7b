/**
 * Writes other characters of JavaScript as escape sequences. The engine stores a source text in which every character is
 * ASCII with one byte per character, and any other with two.
 */
export const escapeToAscii = (code: string): string =>
  code.replace(/(\\*)([^\0-\x7f])/g, (_, backslashes: string, character: string) => {
    const escaped = `u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    const followsBackslash = backslashes.length % 2 === 1;
    return followsBackslash ? backslashes + escaped : `${backslashes}\\${escaped}`;
  });
