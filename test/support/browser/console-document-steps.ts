import assert from 'node:assert/strict';
import { startReceiver } from '../servers/receiver.ts';
import { eventually } from '../time/eventually.ts';
import type { ConsoleStage } from './console-stage.ts';

interface FetchedDocument {
  id: string;
  status: string;
  chunkCount: number;
}

const pathOf = ({ workspaceId, agentId }: ConsoleStage): string =>
  `/workspaces/${workspaceId}/agents/${agentId}/documents`;

/** The ids of the documents of this name and the text of the first one's chunks. */
const readDocument = async (stage: ConsoleStage, name: string) => {
  const { body } = await stage.call('GET', `${pathOf(stage)}?name=${name}`);
  const documents = body.items as FetchedDocument[];
  const chunks = await stage.call('GET', `${pathOf(stage)}/${documents[0]!.id}/chunks`);
  const texts = (chunks.body.items as { content: string }[]).map(({ content }) => content);
  return { ids: documents.map(({ id }) => id), text: texts.join('\n') };
};

/** Adds a document from a URL, first with a wrong one; then replaces it by a file and from a URL. */
export const fetchAndReplace = async (stage: ConsoleStage): Promise<void> => {
  const { page } = stage;
  const server = await startReceiver((_call, response) => response.writeHead(404).end());
  const url = new URL('/garden.md', server.url).href;
  const row = page.getByRole('row', { name: /garden\.md/ });
  const waitForText = (words: string) =>
    eventually(`garden.md contains ${words}`, async () =>
      (await readDocument(stage, 'garden.md')).text.includes(words),
    );
  const replace = async () => {
    await page.getByRole('button', { name: 'Actions for garden.md' }).click();
    await page.getByRole('menuitem', { name: 'Replace…' }).click();
    return page.getByRole('dialog', { name: 'Replace garden.md' });
  };
  try {
    await page.getByRole('button', { name: 'From a URL' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a document from a URL' });
    await dialog.getByLabel('URL').fill(url);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByRole('alert').getByText('The document was not added').waitFor();
    server.answerWith((_call, response) =>
      response.writeHead(200).end('# Garden\n\nThe gate opens at dawn.'),
    );
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.getByText('Active').waitFor();
    await waitForText('opens at dawn');
    const [id] = (await readDocument(stage, 'garden.md')).ids;

    const byFile = await replace();
    await byFile.getByLabel('New file').setInputFiles({
      name: 'other-name.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Garden\n\nThe gate opens at noon.'),
    });
    await byFile.waitFor({ state: 'detached' });
    await waitForText('opens at noon');

    server.answerWith((_call, response) => response.writeHead(200).end('# Garden\n\nThe gate stays shut.'));
    const fromUrl = await replace();
    await fromUrl.getByLabel('Replace from a URL').fill(url);
    await fromUrl.getByRole('button', { name: 'Replace' }).click();
    await fromUrl.waitFor({ state: 'detached' });
    await waitForText('stays shut');
    assert.deepEqual((await readDocument(stage, 'garden.md')).ids, [id], 'the document keeps its id');
  } finally {
    await server.close();
  }
};
