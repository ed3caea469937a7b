/** A packet of the Git protocol: a line, or one of the two marks between lines. */
export type Packet = Buffer | 'flush' | 'delimiter';

const header = 4;

/** A line with its length in front. */
export const lineOf = (text: string): string =>
  `${(Buffer.byteLength(text) + header + 1).toString(16).padStart(4, '0')}${text}\n`;

export const flush = '0000';
export const delimiter = '0001';

export class GitProtocolError extends Error {
  override readonly name = 'GitProtocolError';
}

/** The packets of a response as they arrive. Throws if the server sends something else. */
export async function* readPackets(body: AsyncIterable<Uint8Array>): AsyncGenerator<Packet> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of body) {
    rest = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    let at = 0;
    while (rest.length - at >= header) {
      const text = rest.toString('latin1', at, at + header);
      const length = /^[0-9a-f]{4}$/i.test(text) ? Number.parseInt(text, 16) : -1;
      if (length < 0 || length === 3) throw new GitProtocolError('The server did not answer as a Git server');
      if (length < header) {
        yield length === 1 ? 'delimiter' : 'flush';
        at += header;
        continue;
      }
      if (rest.length - at < length) break;
      yield rest.subarray(at + header, at + length);
      at += length;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new GitProtocolError('The answer of the server ended early');
}

/** Without the line break at its end. */
export const textOf = (packet: Packet): string =>
  typeof packet === 'string' ? '' : packet.toString('utf8').replace(/\n$/, '');
