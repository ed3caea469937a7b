import { cleanFileName } from '../../lib/file-name.ts';

/** encodeURIComponent leaves characters that RFC 8187 does not allow. */
const encode = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The header with the name of a download, with an ASCII name for clients that do not support the encoded form. */
export const contentDisposition = (type: 'inline' | 'attachment', fileName: string): string => {
  const name = cleanFileName(fileName) || 'file';
  const ascii = name.replace(/[^ -~]|["\\%;]/g, '_');
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encode(name)}`;
};
