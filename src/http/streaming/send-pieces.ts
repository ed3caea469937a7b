import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

export type Piece = string | Uint8Array;

/** True once the system has taken the piece, false if the client is gone. */
const write = (raw: ServerResponse, piece: Piece): Promise<boolean> =>
  new Promise((resolve) => {
    if (raw.destroyed) return resolve(false);
    const onClose = (): void => resolve(false);
    raw.once('close', onClose);
    raw.write(piece, (error) => {
      raw.off('close', onClose);
      resolve(!error);
    });
  });

/**
 * Sends a body while it is generated. The next piece is generated after the system has taken the previous one, so a
 * client that does not read costs the memory of one piece. The limit on stalled connections ends such a
 * client. An error before the first piece is answered like any other. After it the connection is broken off,
 * so that the client notices that the body is incomplete.
 */
export const sendPieces = async (reply: FastifyReply, pieces: AsyncIterable<Piece>): Promise<void> => {
  const iterator = pieces[Symbol.asyncIterator]();
  const { raw } = reply;
  const begin = (): void => {
    reply.hijack();
    raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  };
  if (reply.request.method === 'HEAD') {
    begin();
    raw.end();
    return;
  }
  try {
    let next = await iterator.next();
    begin();
    while (!next.done) {
      if (!(await write(raw, next.value))) return;
      next = await iterator.next();
    }
    raw.end();
  } catch (error) {
    if (!reply.sent) throw error;
    reply.request.log.error({ err: error }, 'a download was interrupted');
    raw.destroy();
  } finally {
    await iterator.return?.();
  }
};
