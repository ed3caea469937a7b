const asObject = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

/** The JSON object of a model's answer, which may be inside a code block or a sentence. */
export const readJsonAnswer = (answer: string): Record<string, unknown> | undefined => {
  const from = answer.indexOf('{');
  const to = answer.lastIndexOf('}');
  return asObject(answer) ?? (from === -1 || to < from ? undefined : asObject(answer.slice(from, to + 1)));
};
