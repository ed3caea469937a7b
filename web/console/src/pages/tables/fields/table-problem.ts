/** The part of a table definition that the service rejected. */
export interface TableProblem {
  /** undefined if the error names no part. */
  place: { part: string; field?: number } | undefined;
  text: string;
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Reads the part from messages such as "fields[2].name must be …" and "description is required". */
export const readTableProblem = (message: string): TableProblem => {
  const [, index, part, rest] = /^(?:fields\[(\d+)\]\.)?(name|description|type) (.+)$/s.exec(message) ?? [];
  if (part === undefined || rest === undefined) return { place: undefined, text: message };
  return {
    place: { part, ...(index === undefined ? {} : { field: Number(index) }) },
    text: sentence(rest),
  };
};
