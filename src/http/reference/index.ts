export { developerReference } from './developer-reference.ts';
export { exampleFilesUrl, exampleIds } from './examples/example-ids.ts';
export { webhookExamples } from './webhook-examples.ts';
