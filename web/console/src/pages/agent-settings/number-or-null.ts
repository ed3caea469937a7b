/** What a field of numbers holds; text that is no number yet is nothing. */
export const numberOrNull = (value: string | number): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
