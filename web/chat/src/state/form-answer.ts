import type { AskedQuestion } from '../service/wire.ts';

export type AskedField = Extract<AskedQuestion, { kind: 'form' }>['fields'][number];

/** Obvious mistakes only. The service checks every value and shows the form again. */
const patterns: Partial<Record<AskedField['type'], RegExp>> = {
  number: /^[+-]?\p{Nd}[\p{Nd}.,'’\s]*$/u,
  email: /^[^\s@]+@[^\s@]+\.[^\s@.]+$/,
  phone: /^\+?[\p{Nd}\s().\-/–]{6,}$/u,
};

export const problemOf = (
  { type, required, invalidText }: AskedField,
  value: string,
  requiredText: string,
): string | undefined => {
  const text = value.trim();
  if (text === '') return required ? requiredText : undefined;
  return (patterns[type]?.test(text) ?? true) ? undefined : invalidText;
};

/** One line for each field, so that the user and a person who takes over can read the answer. */
export const writeAnswer = (fields: readonly AskedField[], values: readonly string[]): string =>
  fields.map(({ label }, index) => `${label}: ${values[index]!.trim() || '-'}`).join('\n');
