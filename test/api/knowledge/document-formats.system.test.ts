import assert from 'node:assert/strict';
import { base64, settled } from '../../support/knowledge/documents.ts';
import { createScriptedModel, type ScriptedModel } from '../../support/models/scripted-model.ts';
import { type SampleFile, sampleFiles } from '../../support/recognition/sample-files.ts';
import { type TestService, testService } from '../../support/service/service.ts';

let scripted: ScriptedModel = createScriptedModel();
const readingText = () => {
  scripted = createScriptedModel(() => [{ say: 'read' }]);
  return { models: scripted.models };
};

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').toLowerCase();

const chunksOf = async ({ app }: TestService): Promise<Map<string, string>> => {
  const rows = await app.db.query
    .selectFrom('chunks')
    .innerJoin('documents', 'documents.id', 'chunks.document_id')
    .select(['documents.name', 'chunks.content', 'chunks.heading_path'])
    .execute();
  const texts = new Map<string, string>();
  for (const { name, content, heading_path } of rows)
    texts.set(name, `${texts.get(name) ?? ''}\n${heading_path}\n${content}`);
  return texts;
};

/** Adds the files as documents and compares their content. */
const checkDocuments = async (service: TestService, files: SampleFile[]): Promise<void> => {
  const ids: string[] = [];
  for (const isSpreadsheet of new Set(files.map((file) => file.isSpreadsheet ?? false))) {
    const { body } = await service.call('POST', `/v1/bot/doc/${isSpreadsheet ? 'spreadsheet' : 'text'}/add`, {
      chunk_token: 600,
      files: files
        .filter((file) => (file.isSpreadsheet ?? false) === isSpreadsheet)
        .map(({ name, bytes }) => ({ file_name: name, file_base64: base64(bytes) })),
    });
    assert.deepEqual(body.failed, []);
    ids.push(...body.doc.map(({ doc_id }: { doc_id: string }) => doc_id));
  }
  assert.equal(ids.length, files.length);
  const states = [...(await settled(service, ids)).values()];
  assert.deepEqual(
    states.filter(({ status }) => status !== 'AVAILABLE'),
    [],
  );
  const chunks = await chunksOf(service);
  for (const { name, text } of files)
    assert.ok(squeeze(chunks.get(name) ?? '').includes(squeeze(text)), `${name}: ${chunks.get(name)}`);
};

const ofKind = (kind: SampleFile['kind']) => sampleFiles().filter((file) => file.kind === kind);

testService('every format of text becomes a document', {}, (service) =>
  checkDocuments(service, ofKind('document')),
);

testService('an image becomes a document by text recognition', {}, (service) =>
  checkDocuments(service, ofKind('image')),
);

testService('a recording becomes a document by transcription', {}, (service) =>
  checkDocuments(service, ofKind('audio')),
);

testService('every format can be sent as a file of a message', readingText, async (service) => {
  for (const { name, bytes, text, kind } of sampleFiles()) {
    const answer = await service.call('POST', '/v2/conversation/message', {
      conversation_id: await service.newConversation(),
      messages: [
        { role: 'user', content: [{ type: kind, [kind]: { base64_content: base64(bytes), name } }] },
      ],
    });
    assert.equal(answer.status, 200, `${name}: ${JSON.stringify(answer.body)}`);
    const seen = JSON.stringify(scripted.requests.at(-1)!.messages);
    assert.ok(squeeze(seen.replaceAll('\\n', ' ')).includes(squeeze(text)), `${name}: ${seen}`);
  }
});
