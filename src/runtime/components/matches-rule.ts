import { asText, type FlowRule, readPath, renderTemplate, type Variables } from '../../flows/index.ts';
import { normalizeText } from '../../lib/language/normalize-text.ts';

const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
};

const fold = (value: unknown): string => normalizeText(asText(value), 'NFKC').trim().toLowerCase();

const contains = (value: unknown, part: string): boolean =>
  Array.isArray(value) ? value.some((item) => fold(item) === fold(part)) : fold(value).includes(fold(part));

/** Compared as numbers if both are numbers, otherwise as text: dates in the format of tables sort as text. */
const compare = (left: string, right: string): number => {
  const [a, b] = [Number(left), Number(right)];
  if (left !== '' && right !== '' && Number.isFinite(a) && Number.isFinite(b)) return a - b;
  if (left === right) return 0;
  return left < right ? -1 : 1;
};

/** Ignores case and character width. */
export const matchesRule = (rule: FlowRule, variables: Variables): boolean => {
  const value = readPath(variables, rule.variable);
  const wanted = renderTemplate(rule.value, variables);
  switch (rule.operator) {
    case 'equals':
      return fold(value) === fold(wanted);
    case 'not-equals':
      return fold(value) !== fold(wanted);
    case 'contains':
      return contains(value, wanted);
    case 'not-contains':
      return !contains(value, wanted);
    case 'starts-with':
      return fold(value).startsWith(fold(wanted));
    case 'above':
      return !isEmpty(value) && compare(fold(value), fold(wanted)) > 0;
    case 'below':
      return !isEmpty(value) && compare(fold(value), fold(wanted)) < 0;
    case 'is-empty':
      return isEmpty(value);
    case 'is-not-empty':
      return !isEmpty(value);
  }
};
