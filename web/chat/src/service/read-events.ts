import { createParser } from 'eventsource-parser';

export interface ServerEvent {
  id: string | undefined;
  data: unknown;
}

/** Parses events from chunks of text. An incomplete last event is dropped, because it will be sent again. */
export async function* readEvents(pieces: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  const ready: ServerEvent[] = [];
  const parser = createParser({ onEvent: ({ id, data }) => ready.push({ id, data: JSON.parse(data) }) });
  for await (const piece of pieces) {
    parser.feed(piece);
    yield* ready.splice(0);
  }
}
