import assert from 'node:assert/strict';
import { base64 } from '../knowledge/documents.ts';
import { folderSources, gitSources, s3Sources } from './file-sources-workload.ts';
import { inbox } from './inbox-workload.ts';
import { type Client, UnexpectedAnswer } from './journal.ts';
import { messaging } from './messaging-workload.ts';
import { sources } from './sources-workload.ts';
import { testRuns } from './test-runs-workload.ts';
import { until, type Workload } from './workload-steps.ts';

/** Rounds in all three response modes, some of them at once in one conversation. */
const rounds: Workload = async (client) => {
  const conversation = await client.newConversation('rounds');
  await client.ask(conversation, 'first question');
  await client.ask(conversation, '[slow] streamed question', 'streaming');
  await client.ask(conversation, 'question by webhook', 'webhook');
  await Promise.all([
    client.ask(conversation, 'one of three'),
    client.ask(conversation, 'two of three', 'webhook'),
    client.ask(conversation, 'three of three', 'streaming'),
  ]);
};

const paragraphs = 40;

/** A text of many chunks, each with its version number. */
const textOf = (marker: string): string =>
  Array.from(
    { length: paragraphs },
    (_, at) => `# Part ${at}\n\n${marker} ${'lorem ipsum dolor '.repeat(30)}`,
  ).join('\n\n');

const fileOf = (marker: string) => ({ file_name: 'guide.md', file_base64: base64(textOf(marker)) });

type Added = { doc: { doc_id: string }[] };

const statusOf = async (client: Client, id: string): Promise<string | undefined> => {
  const { text } = await client.read('GET', `/v1/bot/data/detail/list?data_ids=${id}`);
  return (JSON.parse(text) as { data_status: string }[])[0]?.data_status;
};

/** What a search finds of this document: always something, and never two versions at once. */
export const foundMarkers = async (client: Client, id: string, markers: string[]): Promise<string[]> => {
  const { json, text } = await client.read('POST', '/v1/vector/match', {
    prompt: `${markers.join(' ')} lorem ipsum`,
    top_k: 50,
    data_ids: [id],
  });
  if (json.code !== undefined) throw new UnexpectedAnswer(text);
  return markers.filter((marker) => text.includes(marker));
};

const settledOf = (client: Client, id: string) =>
  until('the document is settled', async () =>
    ['AVAILABLE', 'FAILED'].includes((await statusOf(client, id)) ?? 'FAILED'),
  );

/** Adds a document, replaces it during searches, adds a chunk, adds a document that fails and deletes one. */
const knowledge: Workload = async (client) => {
  const { documents } = client.journal;
  const add = async (name: string, body: object): Promise<string> => {
    const { json } = await client.step(name, 'POST', '/v1/bot/doc/text/add', { chunk_token: 200, ...body });
    return (json as unknown as Added).doc[0]!.doc_id;
  };
  const id = await add('add', { files: [fileOf('oldword')] });
  if (!documents.has(id)) documents.set(id, { markers: ['oldword'], status: 'kept' });
  await settledOf(client, id);
  const retryIfGivenUp = async (): Promise<void> => {
    if (!client.journal.mayRetryDocuments || (await statusOf(client, id)) !== 'FAILED') return;
    await client.read('POST', '/v1/bot/data/retry/batch');
    await settledOf(client, id);
  };
  await retryIfGivenUp();
  const known = documents.get(id)!;
  // From here on the update may be stored, even without an answer.
  known.markers = ['oldword', 'newword'];
  assert.equal((await foundMarkers(client, id, known.markers)).length, 1, 'one version is found');
  await client.step('update', 'PUT', '/v1/bot/doc/text/update', {
    chunk_token: 200,
    files: [{ doc_id: id, file_base64: base64(textOf('newword')) }],
  });
  await until('the new content is served', async () => {
    await retryIfGivenUp();
    const found = await foundMarkers(client, id, known.markers);
    assert.equal(found.length, 1, 'exactly one version is found');
    return found[0] === 'newword';
  });
  known.markers = ['newword'];
  await client.step('add chunk', 'POST', '/v1/bot/doc/chunks/add', {
    doc_id: id,
    chunks: [{ content: 'handword lorem ipsum' }],
  });
  assert.deepEqual(await foundMarkers(client, id, ['handword']), ['handword'], 'an added chunk is found');

  const broken = await add('add broken', {
    files: [{ file_name: 'broken.pdf', file_base64: base64('%PDF-1.4\nnothing of it is true') }],
  });
  await settledOf(client, broken);
  const gone = await add('add second', { files: [fileOf('goneword')] });
  if (!documents.has(gone)) documents.set(gone, { markers: ['goneword'], status: 'kept' });
  await settledOf(client, gone);
  documents.get(gone)!.status = 'deleting';
  await client.step('delete', 'DELETE', `/v1/bot/doc/batch/delete?doc=${gone}`);
  documents.get(gone)!.status = 'deleted';
};

const importedRows = 250;

/** An import of several batches. */
const records: Workload = async (client) => {
  const table = await client.step('create table', 'POST', '/v1/database/create-table', {
    name: 'rows',
    description: 'Rows',
    fields: [
      { name: 'position', type: 'INT', unique: true },
      { name: 'label', type: 'TEXT' },
    ],
  });
  const tableId = table.json.data as string;
  const positions = Array.from({ length: importedRows }, (_, position) => position);
  client.journal.records.set(tableId, positions);
  const started = await client.step('import', 'POST', '/v1/database/import/records', {
    table_id: tableId,
    records: positions.map((position) => ({ values: { position, label: `row ${position}` } })),
  });
  const [importId] = started.json.data as string[];
  await until('the import has ended', async () => {
    const { text } = await client.read('GET', `/v1/database/query/import-results?ids=${importId}`);
    const [result] = JSON.parse(text) as { status: string; success_count: number }[];
    if (result?.status === 'AVAILABLE') assert.equal(result.success_count, importedRows);
    return result?.status === 'AVAILABLE';
  });
};

/** Requests a person, exchanges messages and ends the human session. */
const handoff: Workload = async (client) => {
  const conversation = await client.newConversation('handoff');
  const person = { conversation_id: conversation, timestamp: 1_700_000_000_000 };
  await client.ask(conversation, 'I want a real person', 'webhook');
  await client.step('reply', 'POST', '/v1/human/message/receive', { ...person, body: 'Here I am' });
  await client.ask(conversation, 'for the person alone', 'webhook');
  await client.step('second reply', 'POST', '/v1/human/message/receive', {
    ...person,
    timestamp: person.timestamp + 1,
    body: 'Is that all?',
  });
  await client.step('leave', 'POST', '/v1/human/leave', { conversation_id: conversation });
  await client.ask(conversation, 'the agent again', 'webhook');
};

/** A conversation longer than the agent's short-term memory. */
const memory: Workload = async (client) => {
  const conversation = await client.newConversation('memory');
  for (let at = 0; at < 8; at += 1)
    await client.ask(conversation, `My favourite fruit number ${at} is the one from garden ${at}.`);
};

/** A conversation with a file that is erased. */
const erasure: Workload = async (client) => {
  const conversation = await client.newConversation('erasure');
  const document = { name: 'secret.txt', base64_content: base64('words of the erased file') };
  await client.ask(conversation, 'erasable question', 'blocking', [{ type: 'document', document }]);
  await client.ask(conversation, 'erasable webhook', 'webhook');
  const found = await client.read('GET', '/console/api/workspaces');
  const [workspace] = found.json.items as { id: string }[];
  const agents = await client.read('GET', `/console/api/workspaces/${workspace!.id}/agents`);
  const [agent] = agents.json.items as { id: string }[];
  client.journal.erased.add('erasable');
  const path = `/console/api/workspaces/${workspace!.id}/agents/${agent!.id}/conversations/${conversation}`;
  if (client.journal.answered.has('erase')) return;
  const erased = await client.read('DELETE', path);
  // An earlier process erased it and died before it answered.
  if (erased.status > 299 && erased.status !== 404) throw new UnexpectedAnswer(erased.text);
  client.journal.answered.set('erase', erased);
};

export const workloads = {
  rounds,
  knowledge,
  records,
  handoff,
  inbox,
  memory,
  messaging,
  erasure,
  sources,
  'folder sources': folderSources,
  's3 sources': s3Sources,
  'git sources': gitSources,
  'test runs': testRuns,
};
export type WorkloadName = keyof typeof workloads;
