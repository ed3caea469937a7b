import { makeOpenApiDocuments } from '../../src/cli/commands/openapi-command.ts';
import type { OpenApiDocument } from '../../src/http/openapi/index.ts';
import { writeApiTypes } from '../api-types/write-api-types.ts';
import { messageParts, messageTypesPath, writeMessageTypes } from '../messages/message-types.ts';
import { writeNotices } from '../notices/write-notices.ts';
import { consoleDocumentPath, consoleTypesPath, noticesPath } from './generated-paths.ts';

/** A file that the build makes from other files, so that git need not contain it. */
export interface GeneratedFile {
  path: string;
  /** Files and folders that it is made of. */
  inputs: readonly string[];
  make(): Promise<string> | string;
}

const apiInputs = ['src', 'migrations', 'package-lock.json'];

/** Starting the service takes most of the time, so both files share its document. */
let document: Promise<string> | undefined;
const consoleDocument = (): Promise<string> => {
  document ??= makeOpenApiDocuments().then((documents) => documents.get('openapi.console.json')!);
  return document;
};

export const generatedFiles: readonly GeneratedFile[] = [
  { path: consoleDocumentPath, inputs: apiInputs, make: consoleDocument },
  {
    path: consoleTypesPath,
    inputs: [...apiInputs, 'scripts/api-types'],
    make: async () => writeApiTypes(JSON.parse(await consoleDocument()) as OpenApiDocument, '/console/api'),
  },
  ...messageParts.map((part) => ({
    path: messageTypesPath(part),
    inputs: [`web/${part}/messages`, 'web/messages', 'scripts/messages'],
    make: () => writeMessageTypes(part),
  })),
  {
    path: noticesPath,
    inputs: ['package-lock.json', 'scripts/notices', 'web'],
    make: writeNotices,
  },
];
