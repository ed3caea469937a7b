export { createRecognition, type Recognition } from './create-recognition.ts';
export { detectType } from './detect/detect-type.ts';
export type { ReadingProgress, Sheet, UnreadRest } from './recognised.ts';
export { RecognitionError, type RecognitionFailure } from './recognition-error.ts';
export { isPlainText, readPlainFile } from './text/read-plain-file.ts';
export { readWebPage, type WebPage } from './web-page/read-web-page.ts';
