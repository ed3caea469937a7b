import { join } from 'node:path';
import { setMessages } from '../../../web/console/src/messages/translate.ts';
import { compileMessage } from '../../../web/messages/compile-message.ts';
import { readCatalogue } from '../../../web/messages/read-catalogue.ts';

const folder = join(import.meta.dirname, '../../../web/console/messages');

/** Gives tests of console code the English messages, which a browser loads with the page. */
export const loadEnglishMessages = (): void => {
  const messages = Object.entries(readCatalogue(folder, 'en'));
  setMessages('en', Object.fromEntries(messages.map(([key, text]) => [key, compileMessage(text)])));
};
