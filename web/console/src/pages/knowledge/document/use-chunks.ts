import { useQuery } from '@tanstack/react-query';
import type { Address } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { ApiError } from '../../../api/api-error.ts';
import type { Chunk } from '../../../api/generated.ts';

export type ChunksAddress =
  Address<'/workspaces/{workspaceId}/agents/{agentId}/documents/{documentId}/chunks'>;

const mostPerCall = 100;
/** A book of a thousand pages has about as many chunks. */
export const mostSearched = 2000;

/** All chunks of a document, up to `mostSearched`. The API has no search within one document, so the page filters them. */
export const useAllChunks = (path: ChunksAddress, isWanted: boolean) =>
  useQuery<Chunk[], ApiError>({
    queryKey: [path, 'all'],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const chunks: Chunk[] = [];
      for (let page = 1; chunks.length < mostSearched; page += 1) {
        const query = { page, pageSize: mostPerCall };
        const { items, total } = await api.get(path, { query, signal });
        chunks.push(...items);
        if (items.length === 0 || chunks.length >= total) break;
      }
      return chunks;
    },
  });
