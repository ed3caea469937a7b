export interface RecordProblems {
  byField: Record<string, string>;
  /** What is said of no field in particular. */
  rest: string[];
}

/** "quantity must be a whole number; item is required": each part to the cell it is about. */
export const problemsByField = (message: string, fieldNames: readonly string[]): RecordProblems => {
  const problems: RecordProblems = { byField: {}, rest: [] };
  for (const part of message.replace(/^updated_fields: /, '').split('; ')) {
    const name = fieldNames.find((one) => part.startsWith(`${one} `));
    if (name === undefined) problems.rest.push(part);
    else problems.byField[name] ??= part.slice(name.length + 1);
  }
  return problems;
};
