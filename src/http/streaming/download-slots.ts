import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import { networkOf } from '../../lib/ip-address.ts';

const retryAfterSeconds = 2;
/** Limit of all addresses together. Each download holds a connection, on SQLite a file, and one piece in memory. */
const mostInAll = 2000;

/** Limits how many downloads run at the same time, for each address and in this process. */
export const createDownloadSlots = (mostPerAddress: number) => {
  const running = new Map<string, number>();
  let total = 0;

  const refuse = (message: string): never => {
    throw new AppError('rateLimited', message, { retryAfterSeconds });
  };

  return {
    /** Throws if there are too many. Otherwise the slot is taken until the response ends. */
    take: (request: FastifyRequest, reply: FastifyReply): void => {
      const network = networkOf(request.ip);
      const count = running.get(network) ?? 0;
      if (count >= mostPerAddress)
        refuse(`Too many downloads at the same time: at most ${mostPerAddress} from one address`);
      if (total >= mostInAll) refuse('Too many downloads at the same time; try again shortly');
      running.set(network, count + 1);
      total++;
      reply.raw.once('close', () => {
        total--;
        const left = running.get(network)! - 1;
        if (left === 0) running.delete(network);
        else running.set(network, left);
      });
    },
  };
};
