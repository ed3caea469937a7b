export { developerReference } from './developer-reference.ts';
export { exampleFilesUrl, exampleIds } from './examples/example-ids.ts';
