export { createRecognition, type Recognition, type RecognitionOptions } from './create-recognition.ts';
export { type DetectedType, detectType } from './detect/detect-type.ts';
export { categoryOf, type FileCategory, type FileFormat, formatOfName } from './detect/file-format.ts';
export { markdownTable } from './markdown/markdown-table.ts';
export {
  pageBreak,
  type ReadingProgress,
  type Recognised,
  type RecognisedKind,
  type RecogniseOptions,
  type RecognitionInput,
  type RecognitionSource,
  type Sheet,
} from './recognised.ts';
export { RecognitionError, type RecognitionFailure } from './recognition-error.ts';
