import { readFile } from 'node:fs/promises';
import { categoryOf, formatOfName } from '../lib/file-formats/index.ts';
import { detectType, type Recognition, RecognitionError } from '../recognition/index.ts';
import type { Speech } from './create-speech.ts';
import type { AudioFormat, SpokenPassage } from './port.ts';

type Recognise = Recognition['recognise'];
type Input = Parameters<Recognise>[0];

/** The format of a recording, or undefined. A declared format was detected from the content before. */
const audioFormatOf = async ({ source, name, declaredFormat }: Input): Promise<AudioFormat | undefined> => {
  const format = formatOfName(declaredFormat) ?? (await detectType(source, name)).format;
  return categoryOf(format) === 'audio' ? (format as AudioFormat) : undefined;
};

const clock = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/** Passages with the time at which they begin. A server that knows no times gives one text. */
const toMarkdown = (passages: SpokenPassage[]): string =>
  passages.length === 1
    ? passages[0]!.text
    : passages.map(({ startSeconds, text }) => `[${clock(startSeconds)}] ${text}`).join('\n\n');

/** Failures of the speech service are reported as such: the file is not the cause. */
const unavailable = (cause: unknown): RecognitionError =>
  new RecognitionError(
    'unsupported',
    'Speech recognition is not available, so the recording cannot be read',
    {
      cause,
    },
  );

/** Recognition of documents that also transcribes recordings. */
export const createReadRecordings = ({
  recognition,
  speech,
}: {
  recognition: Pick<Recognition, 'recognise' | 'isPlainText'>;
  speech: Pick<Speech, 'transcribeDocument'>;
}): Pick<Recognition, 'recognise' | 'isPlainText'> => ({
  ...(recognition.isPlainText ? { isPlainText: recognition.isPlainText } : {}),
  recognise: async (input, options = {}) => {
    const format = await audioFormatOf(input);
    if (!format) return recognition.recognise(input, options);
    const { signal, owner } = options;
    const bytes = 'bytes' in input.source ? input.source.bytes : await readFile(input.source.path);
    const passages = await speech.transcribeDocument({ bytes, format }, { signal, owner }).catch((error) => {
      signal?.throwIfAborted();
      throw error instanceof RecognitionError ? error : unavailable(error);
    });
    if (passages.length === 0) throw new RecognitionError('no-text', 'No speech was found in the recording');
    return { kind: 'markdown', format, markdown: toMarkdown(passages), warnings: [] };
  },
});
