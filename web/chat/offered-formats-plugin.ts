import { fileURLToPath } from 'node:url';
import { type FileFormatRow, formatTable } from '../../src/lib/file-formats/format-table.ts';

const tablePath = fileURLToPath(new URL('../../src/lib/file-formats/format-table.ts', import.meta.url));

/**
 * Vite plugin: of the table of file formats, the chat gets only the rows and fields of its file picker. The whole table
 * is larger than everything else about attachments.
 */
export const offeredFormatsPlugin = () => ({
  name: 'offered-formats',
  load: (id: string): string | undefined => {
    if (id !== tablePath) return undefined;
    const rows = Object.entries<FileFormatRow>(formatTable)
      .filter(([, { isOfferedInChat }]) => isOfferedInChat)
      .map(([format, { category, endings, isOfferedInChat }]) => [
        format,
        { category, endings, isOfferedInChat },
      ]);
    return `export const formatTable = ${JSON.stringify(Object.fromEntries(rows))};`;
  },
});
