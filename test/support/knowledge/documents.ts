import type { TestService } from '../service/service.ts';
import { eventually } from '../time/eventually.ts';

export const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

export interface TestDocument {
  name: string;
  text: string;
  sourceUrl?: string;
}

/** Waits until no document is waiting or being processed. Returns their states by id. */
export const settled = async (
  { call }: Pick<TestService, 'call'>,
  ids: readonly string[],
  key?: string,
): Promise<Map<string, { status: string; reason: string | undefined }>> => {
  let states = new Map<string, { status: string; reason: string | undefined }>();
  await eventually('the documents are settled', async () => {
    const { body } = await call(
      'GET',
      `/v1/bot/data/detail/list?data_ids=${ids.join(',')}`,
      undefined,
      key ? { key } : {},
    );
    states = new Map(
      (body as { data_id: string; data_status: string; fail_reason?: string }[]).map((item) => [
        item.data_id,
        { status: item.data_status, reason: item.fail_reason },
      ]),
    );
    return [...states.values()].every(({ status }) => status === 'AVAILABLE' || status === 'FAILED');
  });
  return states;
};

/** Adds text documents and waits until they are indexed. Returns their ids in order. */
export const addTexts = async (
  service: Pick<TestService, 'call'>,
  documents: readonly TestDocument[],
  { knowledgeBaseId, key }: { knowledgeBaseId?: string; key?: string } = {},
): Promise<string[]> => {
  const { body } = await service.call(
    'POST',
    '/v1/bot/doc/text/add',
    {
      ...(knowledgeBaseId ? { knowledge_base_id: knowledgeBaseId } : {}),
      chunk_token: 200,
      files: documents.map(({ name, text, sourceUrl }) => ({
        file_name: name,
        file_base64: base64(text),
        ...(sourceUrl ? { source_url: sourceUrl } : {}),
      })),
    },
    key ? { key } : {},
  );
  const ids = (body as { doc: { doc_id: string }[] }).doc.map((item) => item.doc_id);
  await settled(service, ids, key);
  return ids;
};
