export { decodeBase64 } from './decode-base64.ts';
export { JsonBodyError } from './json-body-error.ts';
export { readJsonBody } from './read-json-body.ts';
export { type BodyFiles, removeStaleSpills } from './spill-files.ts';
