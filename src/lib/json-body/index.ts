export { decodeBase64 } from './decode-base64.ts';
export { JsonBodyError, type JsonBodyReason } from './json-body-error.ts';
export { type JsonBody, type ReadJsonBodyOptions, readJsonBody } from './read-json-body.ts';
export { type BodyFiles, removeStaleSpills, type SpilledFile } from './spill-files.ts';
