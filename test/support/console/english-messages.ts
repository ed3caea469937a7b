import { join } from 'node:path';
import { setMessages } from '../../../web/console/src/messages/translate.ts';
import { compileMessage } from '../../../web/messages/compile-message.ts';
import { readCatalogue } from '../../../web/messages/read-catalogue.ts';

const folder = join(import.meta.dirname, '../../../web/console/messages');

/** Loads the messages of a language for tests of console code; a browser loads them with the page. */
export const loadConsoleMessages = (language: string): void => {
  const messages = Object.entries(readCatalogue(folder, language));
  setMessages(language, Object.fromEntries(messages.map(([key, text]) => [key, compileMessage(text)])));
};

export const loadEnglishMessages = (): void => loadConsoleMessages('en');
