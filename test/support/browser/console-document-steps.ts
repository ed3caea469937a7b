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

/** The one document of this name with its indexed text. */
const readDocument = async (stage: ConsoleStage, name: string) => {
  const { body } = await stage.call('GET', `${pathOf(stage)}?name=${name}`);
  const documents = body.items as FetchedDocument[];
  const chunks = await stage.call('GET', `${pathOf(stage)}/${documents[0]!.id}/chunks`);
  const texts = (chunks.body.items as { content: string }[]).map(({ content }) => content);
  return { ids: documents.map(({ id }) => id), text: texts.join('\n') };
};

/** Adds a document from a URL, after an error for a missing one. Then replaces it by a file and by a URL. */
export const fetchAndReplace = async (stage: ConsoleStage): Promise<void> => {
  const { page } = stage;
  const server = await startReceiver((_call, response) => response.writeHead(404).end());
  const address = new URL('/garden.md', server.url).href;
  const row = page.getByRole('row', { name: /garden\.md/ });
  const holds = (words: string) =>
    eventually(`garden.md holds ${words}`, async () =>
      (await readDocument(stage, 'garden.md')).text.includes(words),
    );
  const replace = async () => {
    await page.getByRole('button', { name: 'Actions for garden.md' }).click();
    await page.getByRole('menuitem', { name: 'Replace…' }).click();
    return page.getByRole('dialog', { name: 'Replace garden.md' });
  };
  try {
    await page.getByRole('button', { name: 'By address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a document by its address' });
    await dialog.getByLabel('Address').fill(address);
    await dialog.getByRole('button', { name: 'Fetch' }).click();
    await dialog.getByRole('alert').getByText('It could not be added').waitFor();
    server.answerWith((_call, response) =>
      response.writeHead(200).end('# Garden\n\nThe gate opens at dawn.'),
    );
    await dialog.getByRole('button', { name: 'Fetch' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.getByText('active').waitFor();
    await holds('opens at dawn');
    const [id] = (await readDocument(stage, 'garden.md')).ids;

    const byFile = await replace();
    await byFile.getByLabel('New file').setInputFiles({
      name: 'other-name.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Garden\n\nThe gate opens at noon.'),
    });
    await byFile.waitFor({ state: 'detached' });
    await holds('opens at noon');

    server.answerWith((_call, response) => response.writeHead(200).end('# Garden\n\nThe gate stays shut.'));
    const byAddress = await replace();
    await byAddress.getByLabel('Fetch it from an address').fill(address);
    await byAddress.getByRole('button', { name: 'Fetch' }).click();
    await byAddress.waitFor({ state: 'detached' });
    await holds('stays shut');
    assert.deepEqual((await readDocument(stage, 'garden.md')).ids, [id], 'it keeps its id');
  } finally {
    await server.close();
  }
};
