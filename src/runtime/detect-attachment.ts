import type { FileSource } from '../files/index.ts';
import type { MediaKind } from '../models/index.ts';
import { detectType, type FileCategory } from '../recognition/index.ts';
import type { DetectedType } from './attachments.ts';

const kinds: Partial<Record<FileCategory, MediaKind>> = {
  document: 'document',
  spreadsheet: 'document',
  code: 'document',
  image: 'image',
  audio: 'audio',
};

const mediaTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  aac: 'audio/aac',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  csv: 'text/csv',
  html: 'text/html',
  md: 'text/markdown',
  json: 'application/json',
  xml: 'application/xml',
};

/** What a message's file is, told by its bytes; undefined when messages do not take it. */
export const detectAttachment = async (
  source: FileSource,
  name: string | undefined,
  format: string | undefined,
): Promise<DetectedType | undefined> => {
  const detected = await detectType(source, name ?? format);
  const kind = kinds[detected.category];
  return kind && { kind, format: detected.format, mediaType: mediaTypes[detected.format] ?? 'text/plain' };
};
