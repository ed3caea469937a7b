import type { InboundMessage, NoticeName } from '../channels/index.ts';
import type { AppError, ErrorName } from '../lib/errors.ts';

const notices: Partial<Record<ErrorName, NoticeName>> = {
  rateLimited: 'tooFast',
  questionTooLong: 'tooLong',
  imageNotSupported: 'fileRefused',
  quotaExceeded: 'fileFailed',
  diskFull: 'fileFailed',
  bodyTooLarge: 'tooLong',
};

/** What the user is told if a message is refused. The error itself is written for developers. */
export const noticeOf = ({ kind }: AppError, { files }: InboundMessage): NoticeName => {
  const known = notices[kind];
  if (known) return known;
  return kind === 'invalidParameter' && files.length > 0 ? 'fileRefused' : 'unavailable';
};
