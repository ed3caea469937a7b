export { type Reference, registerDocs } from './register-docs.ts';
