/**
 * Stands in for the package `entities` in the browser, which knows all 2,231 names already: its tables would be a
 * third of the page. Markdown-it asks for one reference at a time, such as `&copy;`; a text area takes it as text
 * whatever it holds.
 */
export const decodeHTMLStrict = (reference: string): string => {
  const area = document.createElement('textarea');
  area.innerHTML = reference;
  return area.value;
};
