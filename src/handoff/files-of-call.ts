import { type FilePart, isStored } from '../rounds/index.ts';

/** Only the newest files of a conversation are listed, because a person does not open more. */
const mostFiles = 50;

/** The field `files` of a call to the human service, with signed URLs that expire. Absent without files. */
export const withFiles = async (
  files: readonly FilePart[],
  fileUrl: (fileId: string) => Promise<string>,
): Promise<{ files?: { name: string; type: string; size: number; url: string }[] }> => {
  const stored = files.filter(isStored);
  if (stored.length === 0) return {};
  const listed = stored.slice(-mostFiles).map(async ({ fileId, name, mediaType, sizeBytes }) => ({
    name,
    type: mediaType,
    size: sizeBytes,
    url: await fileUrl(fileId),
  }));
  return { files: await Promise.all(listed) };
};

/** The text of a message with the names of its files, for readers who see only text. */
export const withFileNames = (text: string, files: readonly FilePart[]): string =>
  [text, ...files.map(({ name }) => name)].filter((line) => line !== '').join('\n');
