import type { Agent } from '../../agents/index.ts';
import type { Knowledge } from '../../knowledge/index.ts';
import { AppError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { RpcError, rpcCodes } from './json-rpc.ts';

const perPage = 100;
const chunksAtOnce = 200;
/** A client gives the text to a model, whose context is smaller than this. */
const maxCharacters = 1_000_000;

const scheme = 'frontdesk://documents/';

const offsetOf = (cursor: unknown): number => {
  if (cursor === undefined || cursor === null) return 0;
  if (typeof cursor !== 'string' || !/^\d{1,9}$/.test(cursor))
    throw new RpcError(rpcCodes.invalidParams, 'params.cursor must be the nextCursor of an earlier page');
  return Number(cursor);
};

/** Documents of the agent's knowledge, as the text that was read from them. */
export const createMcpResources = ({ inspect }: Pick<Knowledge, 'inspect'>) => ({
  list: async (agent: Agent, cursor: unknown): Promise<object> => {
    const offset = offsetOf(cursor);
    const { documents, total } = await inspect.list(agent, { status: 'ACTIVE' }, { offset, limit: perPage });
    const next = offset + perPage;
    return {
      resources: documents.map(({ id, name, sourceUrl }) => ({
        uri: `${scheme}${id}`,
        name,
        mimeType: 'text/markdown',
        ...(sourceUrl === '' ? {} : { description: sourceUrl }),
      })),
      ...(next < total ? { nextCursor: String(next) } : {}),
    };
  },

  read: async (agent: Agent, uri: unknown): Promise<object> => {
    const id = typeof uri === 'string' && uri.startsWith(scheme) ? uri.slice(scheme.length) : '';
    const unknown = new RpcError(rpcCodes.resourceNotFound, 'params.uri: the agent has no such document');
    if (!isId(id)) throw unknown;
    const pieces: string[] = [];
    let characters = 0;
    try {
      for (let offset = 0; characters < maxCharacters; offset += chunksAtOnce) {
        const { chunks, total } = await inspect.chunks(agent, id, { offset, limit: chunksAtOnce });
        for (const { content, isEnabled } of chunks) {
          if (!isEnabled) continue;
          pieces.push(content);
          characters += content.length;
        }
        if (offset + chunksAtOnce >= total) break;
      }
    } catch (error) {
      throw error instanceof AppError && error.kind === 'notFound' ? unknown : error;
    }
    const text = pieces.join('\n\n').slice(0, maxCharacters).toWellFormed();
    return { contents: [{ uri, mimeType: 'text/markdown', text }] };
  },
});
