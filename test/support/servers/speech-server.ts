import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One MP3 frame: layer III of version 2, 32 kbit/s, 16 kHz, 36 ms. */
const frameOf = (value: number): Buffer => {
  const frame = Buffer.alloc(144, value);
  frame.set([0xff, 0xf3, 0x48, 0xc4]);
  return frame;
};

/** Sound of a text: one frame per character, so that different texts sound different. */
export const soundOf = (text: string): Buffer =>
  Buffer.concat([...text].map((character) => frameOf(character.charCodeAt(0) % 128)));

export const frameSeconds = 0.036;

/** A server with OpenAI's audio endpoints: every transcript is the same, and speech is silent frames. */
export const startSpeechServer = async (heardText: string) => {
  const spoken: string[] = [];
  let isBroken = false;
  let heardCount = 0;
  let released: Promise<void> = Promise.resolve();
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    if (isBroken) response.statusCode = 500;
    if (isBroken) response.end('out of order');
    else if (request.url === '/v1/audio/transcriptions') {
      heardCount++;
      await released;
      response.end(JSON.stringify({ text: heardText }));
    } else {
      const { input } = JSON.parse(String(body)) as { input: string };
      spoken.push(input);
      await released;
      response.end(soundOf(input));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      FRONTDESK_SPEECH_BASE_URL: `http://127.0.0.1:${port}/v1`,
      FRONTDESK_SPEECH_TRANSCRIPTION_NAME: 'ear-1',
      FRONTDESK_SPEECH_SYNTHESIS_NAME: 'mouth-1',
    },
    spoken,
    /** Number of recordings it received. */
    heardCount: (): number => heardCount,
    /** Pauses speech until the returned function is called. */
    hold: (): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      released = promise;
      return resolve;
    },
    breakDown: (): void => {
      isBroken = true;
    },
    repair: (): void => {
      isBroken = false;
    },
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
};
