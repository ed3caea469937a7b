import type { MediaKind } from '../models/port.ts';

export interface FilePart {
  type: MediaKind;
  fileId: string;
  name: string;
  mediaType: string;
  sizeBytes: number;
  /** Length of a recording. Absent if it could not be measured, and of messages of earlier versions. */
  seconds?: number;
  /** The file itself was deleted by the data retention of the agent, this many days after its message. */
  removedAfterDays?: number;
}

/** A message's content once its files are stored. */
export type StoredPart = { type: 'text'; text: string } | FilePart;

/** Reads the column `question`. A value that is not a list has no parts, so that one bad row does not break a listing. */
export const decodeQuestion = (question: string): StoredPart[] => {
  const parts: unknown = JSON.parse(question);
  return Array.isArray(parts) ? parts : [];
};

export const encodeQuestion = (parts: readonly StoredPart[]): string => JSON.stringify(parts);

/** Reads the column `files` of a message that a person sent. */
export const decodeFiles = (files: string): FilePart[] => JSON.parse(files);

export const encodeFiles = (files: readonly FilePart[]): string => JSON.stringify(files);

export const filesIn = (parts: readonly StoredPart[]): FilePart[] =>
  parts.filter((part): part is FilePart => part.type !== 'text');

/** The text of a message, without its files. Every round calls it several times, so it creates no lists. */
export const textOf = (parts: readonly StoredPart[]): string => {
  let text: string | undefined;
  for (const part of parts)
    if (part.type === 'text') text = text === undefined ? part.text : `${text}\n${part.text}`;
  return (text ?? '').trim();
};

/** How a message is listed: its text, or the names of its files if it has no text. */
export const labelOf = (parts: readonly StoredPart[]): string =>
  textOf(parts) || parts.flatMap((part) => (part.type === 'text' ? [] : [part.name])).join(', ');
