/** A value of a document attribute. */
export type AttributeValue = string | number | boolean;

export type AttributeOperator = 'equals' | 'not_equals' | 'gte' | 'lte';

export interface AttributeCondition {
  name: string;
  operator: AttributeOperator;
  /** With several values: `equals` accepts any of them, `not_equals` none of them. */
  value: AttributeValue | readonly AttributeValue[];
}

/** Narrows a search to documents. All given conditions must be true. */
export interface ScopeFilter {
  /** The document has at least one of them. */
  tags?: readonly string[];
  attributes?: readonly AttributeCondition[];
}

export interface FilteredDocument {
  tags: readonly string[];
  attributes: Readonly<Record<string, AttributeValue>>;
}

export const isEmptyFilter = ({ tags = [], attributes = [] }: ScopeFilter): boolean =>
  tags.length === 0 && attributes.length === 0;

const compares = (a: AttributeValue, b: AttributeValue, operator: 'gte' | 'lte'): boolean => {
  if (typeof a !== typeof b) return false;
  return operator === 'gte' ? a >= b : a <= b;
};

/** A document without the attribute fulfils only `not_equals`. Values of different types are never equal. */
const fulfils = (
  { attributes }: FilteredDocument,
  { name, operator, value }: AttributeCondition,
): boolean => {
  const own = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  const values = Array.isArray(value) ? (value as readonly AttributeValue[]) : [value as AttributeValue];
  if (operator === 'not_equals') return own === undefined || !values.includes(own);
  if (own === undefined) return false;
  if (operator === 'equals') return values.includes(own);
  return values.every((one) => compares(own, one, operator));
};

export const passesFilter = (
  document: FilteredDocument,
  { tags = [], attributes = [] }: ScopeFilter,
): boolean =>
  (tags.length === 0 || tags.some((tag) => document.tags.includes(tag))) &&
  attributes.every((condition) => fulfils(document, condition));
