import { join } from 'node:path';
import { messageValues } from '../../web/messages/message-values.ts';
import { readCatalogue } from '../../web/messages/read-catalogue.ts';

const root = join(import.meta.dirname, '../..');

/** Pages with messages in several languages. */
export const messageParts = ['chat', 'console'] as const;

export const messagesFolder = (part: string): string => join(root, 'web', part, 'messages');

export const messageTypesPath = (part: string): string => `web/${part}/src/messages/generated.ts`;

const typeOf = (text: string): string => {
  const values = [...messageValues(text)].map(([name, type]) => `${name}: ${type}`);
  return values.length === 0 ? 'undefined' : `{ ${values.join('; ')} }`;
};

const property = (key: string): string => (/^[a-zA-Z]\w*$/.test(key) ? key : `'${key}'`);

/** The interface that types `t(key, values)`, made from the English messages. */
export const writeMessageTypes = (part: string): string => {
  const lines = Object.entries(readCatalogue(messagesFolder(part), 'en')).map(
    ([key, text]) => `  ${property(key)}: ${typeOf(text)};`,
  );
  const importsTag = lines.some((line) => /: Tag\b/.test(line));
  return [
    ...(importsTag ? ["import type { Tag } from '../../../messages/create-translate.ts';", ''] : []),
    '/** Made by `npm run build` from the English messages. */',
    'export interface Messages {',
    ...lines,
    '}',
    '',
  ].join('\n');
};
