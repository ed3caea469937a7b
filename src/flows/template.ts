export type Variables = Map<string, unknown>;

/** Spaces are trimmed afterwards, because a pattern for it would take minutes on a template of spaces. */
const reference = /\{\{([^{}]*)\}\}/g;
const path = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z0-9_-]+)*$/;
/** Limits the result, because a template with large values must not create a text that no database accepts. */
const longestText = 200_000;

/** Everything between double braces, unchanged. */
export const referencesIn = (template: string): string[] =>
  [...template.matchAll(reference)].map((match) => match[1]!.trim());

export const isReference = (text: string): boolean => path.test(text);

/** "orders.rows.0.status" → the value there, or undefined. Own properties only. */
export const readPath = (variables: Variables, text: string): unknown => {
  const [root = '', ...steps] = text.split('.');
  let value = variables.get(root);
  for (const step of steps) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
};

export const asText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Whether a value would be longer as text. Stops as early as possible. */
export const isLongerThan = (value: unknown, characters: number): boolean => {
  let left = characters;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && left >= 0) {
    const next = waiting.pop();
    left -= typeof next === 'string' ? next.length : 1;
    if (next === null || typeof next !== 'object') continue;
    // Checked before they are listed, because a list may be longer than the limit.
    const parts = Object.entries(next);
    left -= parts.length;
    if (left < 0) break;
    for (const [name, part] of parts) {
      left -= Array.isArray(next) ? 0 : name.length;
      waiting.push(part);
    }
  }
  return left < 0;
};

/** The value of a variable is inserted unchanged and never evaluated as a template. */
export const renderTemplate = (template: string, variables: Variables): string => {
  let left = longestText;
  // Limited while it grows: thousands of references to a long text would fill the memory.
  const fill = (_whole: string, name: string): string => {
    const text = left > 0 ? asText(readPath(variables, name.trim())).slice(0, left) : '';
    left -= text.length;
    return text;
  };
  return template.replace(reference, fill).slice(0, longestText).toWellFormed();
};

/** A template of one variable keeps the variable's type. */
export const renderValue = (value: unknown, variables: Variables): unknown => {
  if (typeof value !== 'string') return value;
  const whole = /^\{\{([^{}]*)\}\}$/.exec(value.trim());
  return whole ? (readPath(variables, whole[1]!.trim()) ?? null) : renderTemplate(value, variables);
};

export const renderValues = (
  values: Record<string, unknown>,
  variables: Variables,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, renderValue(value, variables)]));
