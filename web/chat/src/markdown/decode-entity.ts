/**
 * Replaces the package `entities`, whose table of 2,231 names would be a third of the page. The browser already
 * knows the names. Markdown-it asks for one reference at a time, such as `&copy;`. A text area treats any
 * input as text.
 */
export const decodeHTMLStrict = (reference: string): string => {
  const area = document.createElement('textarea');
  area.innerHTML = reference;
  return area.value;
};
