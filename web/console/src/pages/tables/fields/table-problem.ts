/** Which part of a table's definition the service complains about. */
export interface TableProblem {
  /** undefined: no part in particular. */
  place: { part: string; field?: number } | undefined;
  text: string;
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "fields[2].name must be …" names its place; so do "name …" and "description …". */
export const readTableProblem = (message: string): TableProblem => {
  const [, index, part, rest] = /^(?:fields\[(\d+)\]\.)?(name|description|type) (.+)$/s.exec(message) ?? [];
  if (part === undefined || rest === undefined) return { place: undefined, text: message };
  return {
    place: { part, ...(index === undefined ? {} : { field: Number(index) }) },
    text: sentence(rest),
  };
};
