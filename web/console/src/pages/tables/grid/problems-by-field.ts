export interface RecordProblems {
  byField: Record<string, string>;
  /** Errors that name no field. */
  rest: string[];
}

/** Divides an error such as "quantity must be a whole number; item is required" by field. */
export const problemsByField = (message: string, fieldNames: readonly string[]): RecordProblems => {
  const problems: RecordProblems = { byField: {}, rest: [] };
  for (const part of message.replace(/^updated_fields: /, '').split('; ')) {
    const name = fieldNames.find((one) => part.startsWith(`${one} `));
    if (name === undefined) problems.rest.push(part);
    else problems.byField[name] ??= part.slice(name.length + 1);
  }
  return problems;
};
