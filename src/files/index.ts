export {
  createFiles,
  type FileSource,
  type Files,
  filePath,
  type NewFile,
  type StoredFile,
} from './files.ts';
export { createSharedFiles, type SharedFile, type SharedFiles } from './shared-files.ts';
