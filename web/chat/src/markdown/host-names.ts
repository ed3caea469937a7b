/**
 * Replaces the package `punycode.js` of markdown-it. `safeLink` parses every address with the browser, which converts
 * the host name. The text of a link shows the name as it was written: `xn--` names stay, so that letters of
 * another script cannot imitate a known name.
 */
const unchanged = (name: string): string => name;

export default { toASCII: unchanged, toUnicode: unchanged };
