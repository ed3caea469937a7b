export { createFileQuotas, type FileQuotas } from './file-quotas.ts';
export {
  createFiles,
  type FileSource,
  type Files,
  filePath,
  type OpenFile,
} from './files.ts';
export { createSharedFiles, type SharedFiles } from './shared-files.ts';
