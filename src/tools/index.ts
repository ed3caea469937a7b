export { createTools, type Tools } from './tools.ts';
