const longestName = 64;
const longestValue = 2000;

export interface GivenProperty {
  name?: unknown;
  value?: unknown;
}

const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
};

/** Characters are code points. A text longer than twice the limit in UTF-16 units need not be counted. */
export const isLongerThan = (text: string, limit: number): boolean =>
  text.length > 2 * limit || lengthOf(text) > limit;

/** Types of a property's value. */
export type PropertyValue = string | number | boolean;

/** The rule that a property violates, or undefined. A missing or empty value removes the property. */
export const propertyProblem = ({ name, value }: GivenProperty): string | undefined => {
  if (typeof name !== 'string') return 'property_name must be a string';
  if (name.trim() === '') return 'property_name must not be empty';
  if (isLongerThan(name, longestName)) return `property_name must have at most ${longestName} characters`;
  if (/\p{Cc}/u.test(name) || !name.isWellFormed())
    return 'property_name must not contain control characters or invalid Unicode';
  if (value === null || value === undefined || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'value must be a finite number';
  if (typeof value !== 'string') return 'value must be a string, a number or a boolean';
  if (isLongerThan(value, longestValue)) return `value must have at most ${longestValue} characters`;
  if (value.includes('\0') || !value.isWellFormed())
    return 'value must not contain NUL characters or invalid Unicode';
  return undefined;
};
