export type Variables = Map<string, unknown>;

/** Spaces are cut off afterwards: a pattern that did so would take minutes over a template of nothing else. */
const reference = /\{\{([^{}]*)\}\}/g;
const path = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z0-9_-]+)*$/;
/** A template over large values must not make a text no database takes. */
const longestText = 200_000;

/** Everything between double braces, as it stands there. */
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

/** Whether a value, written as text, would be longer; looks no further than it has to. */
export const isLongerThan = (value: unknown, characters: number): boolean => {
  let left = characters;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && left >= 0) {
    const next = waiting.pop();
    left -= typeof next === 'string' ? next.length : 1;
    if (next === null || typeof next !== 'object') continue;
    // Before they are put in line: a list may be longer than all that is allowed.
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

/** What a variable holds is put in as it is and never read again as a template. */
export const renderTemplate = (template: string, variables: Variables): string => {
  let left = longestText;
  // Cut as it grows: thousands of references to a long text would fill the memory before the end is cut off.
  const fill = (_whole: string, name: string): string => {
    const text = left > 0 ? asText(readPath(variables, name.trim())).slice(0, left) : '';
    left -= text.length;
    return text;
  };
  return template.replace(reference, fill).slice(0, longestText).toWellFormed();
};

/** A template that is one variable and nothing else keeps the variable's type. */
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
