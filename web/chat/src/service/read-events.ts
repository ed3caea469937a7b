import { createParser } from 'eventsource-parser';

export interface ServerEvent {
  id: string | undefined;
  data: unknown;
}

/** The events in a text that comes in pieces. An event that is cut off is left out: it will be sent again. */
export async function* readEvents(pieces: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  const ready: ServerEvent[] = [];
  const parser = createParser({ onEvent: ({ id, data }) => ready.push({ id, data: JSON.parse(data) }) });
  for await (const piece of pieces) {
    parser.feed(piece);
    yield* ready.splice(0);
  }
}
