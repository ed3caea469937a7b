import { knowledgeFormats } from '../../../../../../src/lib/file-formats/index.ts';

/** A chosen table file. */
export interface SheetFile {
  name: string;
  /** Base64. */
  content: string;
  /** Identifies the file; the same file may be chosen again after a change. */
  chosenAtMs: number;
}

/** Limit of the service. */
export const mostFileMb = 10;
/** Endings of the files that can be chosen. Tables are also saved as plain text. */
export const tableFileTypes = [...knowledgeFormats('spreadsheet'), 'tsv', 'txt']
  .map((ending) => `.${ending}`)
  .join(',');

/** undefined: the file is too large. */
export const readSheetFile = async (file: File): Promise<SheetFile | undefined> => {
  if (file.size > mostFileMb * 1_000_000) return undefined;
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'));
    reader.readAsDataURL(file);
  });
  return { name: file.name, content: url.slice(url.indexOf(',') + 1), chosenAtMs: Date.now() };
};
