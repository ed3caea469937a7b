import { AppError } from '../../lib/errors.ts';
import { RecognitionError, type RecognitionFailure } from '../../recognition/index.ts';
import { callerSignal } from '../request/caller-signal.ts';
import { readFileFields } from '../request/incoming-file.ts';
import { type Route, route } from '../route.ts';
import { channelPath, type EmbedRouteDependencies } from './embed-dependencies.ts';
import { PageAnswers, type TranscriptionProblem, TranscriptionRequest } from './page-schemas.ts';
import { visitorCallOf } from './visitor-call.ts';
import { limitVisitorBody } from './visitor-message.ts';

const mb = 1024 * 1024;
const timeoutMs = 140_000;
/** The microphone of the page stops at the same length. */
const maxSeconds = 300;

const problems: Partial<Record<RecognitionFailure, TranscriptionProblem>> = {
  language: 'language',
  'too-large': 'too_long',
  timeout: 'unavailable',
  memory: 'unavailable',
};

/**
 * The text of a recording, for the visitor to correct before it is sent as a message. Neither recording nor text is
 * stored. Problems of the recording are part of the response, so that the page shows them in the visitor's language.
 */
export const createTranscriptionRoutes = ({
  speechCalls,
  limit,
  limits,
}: EmbedRouteDependencies): Route[] => [
  route({
    method: 'POST',
    url: `${channelPath}/transcriptions`,
    visitor: 'known',
    maxBodyBytes: limits.messageBodyMb * mb,
    onRequest: [limit.transcription, limitVisitorBody],
    schema: { hide: true, body: TranscriptionRequest, response: { 200: PageAnswers.transcription } },
    handler: async (request, reply) => {
      const { agent, visitor } = visitorCallOf(request);
      if (agent.settings.channels.filesPerMessage === 0)
        throw new AppError('invalidParameter', 'audio: this chat does not accept files');
      const incoming = readFileFields(request, request.body.audio, 'audio');
      const call = {
        agent,
        idempotencyKey: undefined,
        signal: callerSignal(reply, timeoutMs),
        visitor: { id: visitor.id },
        maxSeconds,
      };
      try {
        const text = await speechCalls.toText(call, incoming);
        return { text, problem: text === '' ? ('silent' as const) : null };
      } catch (error) {
        if (!(error instanceof AppError && error.cause instanceof RecognitionError)) throw error;
        return { text: '', problem: problems[error.cause.reason] ?? ('unreadable' as const) };
      }
    },
  }),
];
