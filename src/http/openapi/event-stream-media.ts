import type { OperationExample } from './api-description.ts';
import type { Example, JsonSchema, MediaType } from './open-api-document.ts';

const framing =
  'A stream of server-sent events. Each event is a line `id: <number>`, a line `data: <JSON>` and an empty line. The schema describes the JSON of one event. A line `: keep-alive` is sent after 15 s of silence. The stream has no `event:` lines and no `[DONE]`.';

const streamText = (events: readonly unknown[]): string =>
  events.map((event, index) => `id: ${index + 1}\ndata: ${JSON.stringify(event)}\n\n`).join('');

const nameOf = (event: unknown): string => {
  const { message, data } = event as { message: string; data: unknown };
  return data === null && message !== 'End' ? 'Failure' : message;
};

/** One example per kind of event, and whole streams. */
export const eventStreamMedia = (schema: JsonSchema, examples: readonly OperationExample[]): MediaType => {
  const streams = examples.flatMap(({ events }) => (events ? [events] : []));
  const events: Record<string, Example> = {};
  for (const event of streams.flat()) events[nameOf(event)] ??= { value: event };
  return {
    schema,
    ...(streams.length === 0 ? {} : { examples: events }),
    'x-event-stream': { framing, ...(streams[0] ? { example: streamText(streams[0]) } : {}) },
  };
};
