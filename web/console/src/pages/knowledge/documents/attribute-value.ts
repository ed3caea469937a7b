export type AttributeValue = string | number | boolean;

/** A value as it is typed: numbers and true or false are recognised, quotation marks make a text of them. */
export const readAttributeValue = (typed: string): AttributeValue => {
  const text = typed.trim();
  if (/^".*"$/.test(text)) return text.slice(1, -1);
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return text !== '' && Number.isFinite(number) && String(number) === text ? number : text;
};

/** The inverse of `readAttributeValue`. */
export const showAttributeValue = (value: AttributeValue): string =>
  typeof value === 'string' && readAttributeValue(value) !== value ? `"${value}"` : String(value);
