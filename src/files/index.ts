export { createFiles, type FileSource, type Files, type NewFile, type StoredFile } from './files.ts';
