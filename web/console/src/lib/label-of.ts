import { type LabelKey, t } from '../messages/translate.ts';

/** Values of the API with the messages that name them. */
export type Labels<Value extends string = string> = Readonly<Record<Value, LabelKey>>;

/** The name of a value, or the value itself if it has no name. */
export const labelOf = (labels: Labels, value: string): string =>
  Object.hasOwn(labels, value) ? t(labels[value]!) : value;

/** All values with their names, for a select field. */
export const optionsOf = (labels: Labels): { value: string; label: string }[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label: t(label) }));
