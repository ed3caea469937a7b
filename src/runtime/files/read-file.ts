import type { Files } from '../../files/index.ts';
import type { Recognition } from '../../recognition/index.ts';
import type { Speech } from '../../speech/index.ts';
import type { ReadFile } from '../ports.ts';
import { transcribeFile } from '../speech/transcribe-file.ts';

/** Files of a message for the model: unchanged or as text. */
export const createReadFile = ({
  files,
  recognition,
  speech,
}: {
  files: Files;
  recognition: Recognition;
  speech: Speech;
}): ReadFile => ({
  bytes: (fileId) => files.read(fileId),
  text: async ({ fileId, name }, { signal, owner, query, keepCharacters }) => {
    const bytes = await files.read(fileId);
    const { markdown, rest } = await recognition.recognise(
      { source: { bytes }, name, search: { query, keepCharacters } },
      { owner, signal },
    );
    return { text: markdown, ...(rest ? { rest } : {}) };
  },
  transcribe: (file, signal, admit, owner) => transcribeFile({ files, speech }, file, signal, admit, owner),
});
