import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { formatsOfCategory, listFormats } from '../../lib/file-formats/index.ts';
import type { SpeechCall, SpeechCalls } from '../../runtime/index.ts';
import { callerOf } from '../request/authenticate.ts';
import { readIdempotencyKey } from '../request/idempotency.ts';
import { readFileFields } from '../request/incoming-file.ts';
import { type Route, route } from '../route.ts';
import { idempotencyHeader, Maybe, RequiredText } from '../schema.ts';

const longestCharacters = 4096;
const timeoutMs = 150_000;
const mb = 1024 * 1024;
/** Base64 of the largest recording that an agent's settings can allow, plus the rest of the body. */
const maxBodyBytes = 140 * mb;

const Recording = Type.Object(
  {
    url: Maybe(Type.String()),
    base64_content: Maybe(Type.String()),
    name: Maybe(Type.String()),
    format: Maybe(Type.String()),
  },
  {
    title: 'Recording',
    description: `Recording in ${listFormats(formatsOfCategory('audio'), 'or')}, as \`url\` or \`base64_content\``,
  },
);

const AudioToText = Type.Object({ audio: Recording }, { title: 'TranscribeAudioRequest' });

const Transcript = Type.Object({ text: Type.String() }, { title: 'Transcript' });

const TextToAudio = Type.Object(
  { text: RequiredText({ maxLength: longestCharacters, description: 'Text to speak' }) },
  { title: 'SynthesizeSpeechRequest' },
);

const SpeechFile = Type.Object(
  {
    url: Type.String({ description: 'URL of an MP3 file, valid for seven days without an API key' }),
    seconds: Type.Number(),
  },
  { title: 'SpeechFile' },
);

const Spoken = Type.Object({ audio: SpeechFile }, { title: 'SynthesizedSpeech' });

const callOf = (request: FastifyRequest, endpoint: string): SpeechCall => ({
  agent: callerOf(request).agent,
  idempotencyKey: readIdempotencyKey(request, endpoint),
  signal: AbortSignal.timeout(timeoutMs),
});

/** Speech outside conversations. */
export const createAudioRoutes = ({ speechCalls }: { speechCalls: SpeechCalls }): Route[] => [
  route({
    method: 'POST',
    url: '/v1/audio-to-text',
    key: 'agent',
    maxBodyBytes,
    schema: {
      operationId: 'transcribeAudio',
      tags: ['Audio'],
      summary: 'Transcribe audio',
      description: 'Converts a recording to text. The text is empty if the recording contains no speech.',
      headerParameters: idempotencyHeader,
      body: AudioToText,
      response: { 200: Transcript },
    },
    handler: async (request) => {
      const incoming = readFileFields(request, request.body.audio, 'audio');
      return { text: await speechCalls.toText(callOf(request, 'v1/audio-to-text'), incoming) };
    },
  }),

  route({
    method: 'POST',
    url: '/v1/text-to-audio',
    key: 'agent',
    schema: {
      operationId: 'synthesizeSpeech',
      tags: ['Audio'],
      summary: 'Synthesize speech',
      description: 'Converts text to a recording and returns its URL.',
      headerParameters: idempotencyHeader,
      body: TextToAudio,
      response: { 200: Spoken },
    },
    handler: async (request) => ({
      audio: await speechCalls.toAudio(callOf(request, 'v1/text-to-audio'), request.body.text),
    }),
  }),
];
