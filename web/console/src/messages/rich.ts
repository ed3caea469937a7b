import { createElement, Fragment, type ReactNode } from 'react';
import type { Tag } from '../../../messages/create-translate.ts';
import type { Messages } from './generated.ts';
import { formatParts, type MessageKey } from './translate.ts';

/** Values may be elements; a tag is a function that wraps the text between its tags. */
type RichValues<Key extends MessageKey> = {
  [Name in keyof Messages[Key]]: Messages[Key][Name] extends Tag
    ? (text: ReactNode) => ReactNode
    : Messages[Key][Name] | (Messages[Key][Name] extends number ? never : ReactNode);
};

const nodeOf = (parts: unknown): ReactNode =>
  Array.isArray(parts) ? createElement(Fragment, null, ...(parts as ReactNode[])) : (parts as ReactNode);

/** A message with markup or elements in it: `rich('area.hint', { b: (text) => <b>{text}</b> })`. */
export const rich = <Key extends MessageKey>(key: Key, values: RichValues<Key>): ReactNode => {
  const wrapped = Object.entries(values as Record<string, unknown>).map(([name, value]) => [
    name,
    typeof value === 'function' ? (parts: unknown[]) => value(nodeOf(parts)) : value,
  ]);
  return nodeOf(formatParts(key, Object.fromEntries(wrapped)));
};
