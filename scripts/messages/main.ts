/** Writes the types of the messages of each page. Run it after a change of the English messages. */
import { writeFile } from 'node:fs/promises';
import { messageParts, messageTypesPath, writeMessageTypes } from './message-types.ts';

for (const part of messageParts) {
  await writeFile(messageTypesPath(part), writeMessageTypes(part));
  console.log(`Wrote ${messageTypesPath(part)}`);
}
