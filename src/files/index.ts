export { createFileQuotas, type FileQuotas, type StorageUse } from './file-quotas.ts';
export {
  createFiles,
  type FileSource,
  type Files,
  filePath,
  type NewFile,
  type OpenFile,
  type StoredFile,
} from './files.ts';
export { createSharedFiles, type SharedFiles } from './shared-files.ts';
