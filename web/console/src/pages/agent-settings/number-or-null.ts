/** Value of a number field; null for text that is not a complete number. */
export const numberOrNull = (value: string | number): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
