import { Type } from 'typebox';
import { AppError } from '../../../lib/errors.ts';
import type { Runtime } from '../../../runtime/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { sendEventStream } from '../../response/sse.ts';
import { type Route, route } from '../../route.ts';
import { RequiredText } from '../../schema.ts';
import { StreamEvent } from '../../v2/stream-schema.ts';

/** The id of the last event that the client received. 0 for none. */
export const readPlace = (header: string | string[] | undefined, query: string | undefined): number => {
  const text = header === undefined || header === '' ? (query ?? '') : String(header);
  if (text === '') return 0;
  if (!/^\d{1,15}$/.test(text))
    throw new AppError('invalidParameter', 'Last-Event-ID (or after) must be a number');
  return Number(text);
};

const StopMessage = Type.Object({ message_id: RequiredText() }, { title: 'StopMessageRequest' });

const StoppedMessage = Type.Object({ message_id: Type.String() }, { title: 'StoppedMessage' });

/** Resumes the stream of a message, running or ended, and stops a running one. */
export const createMessageStreamRoutes = ({ runtime }: { runtime: Runtime }): Route[] => [
  route({
    method: 'GET',
    url: '/v1/conversation/message/stream',
    key: 'agent',
    schema: {
      operationId: 'resumeMessageStream',
      tags: ['Messages'],
      summary: 'Resume a message stream',
      description:
        'Sends the events after `Last-Event-ID` (or `after`), live or as stored. If a crash of the service interrupted the round, the failure event is always sent.',
      querystring: Type.Object({
        message_id: RequiredText(),
        after: Type.Optional(Type.String({ description: 'Same as the header `Last-Event-ID`' })),
      }),
      headerParameters: {
        'Last-Event-ID': { type: 'string', description: 'ID of the last event that the client received' },
      },
      streamEvent: StreamEvent,
    },
    handler: async (request, reply) => {
      const { message_id: messageId, after } = request.query;
      const lastSeenId = readPlace(request.headers['last-event-id'], after);
      const { apiVersion: version } = await runtime.requireRound(callerOf(request).agent, messageId);
      await sendEventStream(reply, await runtime.feed(messageId), { version, lastSeenId });
      return reply;
    },
  }),

  route({
    method: 'POST',
    url: '/v1/conversation/message/stop',
    key: 'agent',
    schema: {
      operationId: 'stopMessage',
      tags: ['Messages'],
      summary: 'Stop a reply',
      description: 'Stops a running round. The text written so far is stored, and only that is charged.',
      body: StopMessage,
      response: { 200: StoppedMessage },
    },
    handler: async (request) => {
      const { message_id: messageId } = request.body;
      await runtime.stop(callerOf(request).agent, messageId);
      return { message_id: messageId };
    },
  }),
];
