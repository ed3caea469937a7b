/** path`/workspaces/${id}/agents`: what is put in is one segment, whatever it holds. */
export const path = (parts: TemplateStringsArray, ...values: (string | number)[]): string =>
  parts.reduce((text, part, index) => text + encodeURIComponent(String(values[index - 1])) + part);

export type QueryValue = string | number | boolean | null | undefined | readonly string[];
export type Query = Record<string, QueryValue>;

/** Without what is not given: an empty filter is no filter. */
export const withQuery = (address: string, query: Query = {}): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) search.append(name, one);
    else if (value !== undefined && value !== null && value !== '') search.append(name, String(value));
  }
  const text = search.toString();
  return text === '' ? address : `${address}?${text}`;
};
