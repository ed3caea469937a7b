export type { FileSource } from './content/content-store.ts';
export { filePath } from './content/folder-content.ts';
export { createLocalContent } from './content/local-content.ts';
export { createStoredFiles } from './create-stored-files.ts';
export { createFileQuotas, type FileQuotas } from './file-quotas.ts';
export { createFiles, type Files, type OpenFile } from './files.ts';
export { createSharedFiles, type SharedFiles } from './shared-files.ts';
