import assert from 'node:assert/strict';
import { eventually } from '../time/eventually.ts';
import { type ConsoleStage, takeScreenshots } from './console-stage.ts';

const hours = '# Shop\n\n## Hours\n\nThe shop opens at nine and closes at six.';
const parcels = '# Shop\n\n## Parcels\n\nParcels travel for two days. A parcel costs four fifty.';

const rowOf = ({ page }: ConsoleStage, name: string) => page.getByRole('row', { name: new RegExp(name) });

const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/markdown',
  buffer: Buffer.from(content as string),
});

const archive = Buffer.from('1f8b080000000000', 'hex');

/** Drags a file over the page and drops it. */
const drop = async ({ page }: ConsoleStage, name: string, content: string): Promise<void> => {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
    return transfer;
  })()`);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer });
  await page.getByText('Drop the files to add them to “Handbooks”').waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer });
};

/** Creates a knowledge base; adds the sample, chosen files and a dropped file; all become active. */
export const addDocuments = async (stage: ConsoleStage): Promise<void> => {
  const { page, open } = stage;
  await open('agent:/knowledge');
  await page.getByText('No documents yet').waitFor();
  await takeScreenshots(page, 'knowledge-empty');
  await page.getByRole('button', { name: 'Add a sample document' }).click();
  await rowOf(stage, 'lantern-books.md').getByText('Active').waitFor();

  await page.getByRole('button', { name: 'New knowledge base' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Handbooks');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.locator('a[aria-current]', { hasText: 'Handbooks' }).waitFor();
  await page.getByRole('button', { name: 'Chunking' }).click();
  await page.getByLabel('Max tokens per chunk').fill('40');
  await page.getByLabel('Files to add').setInputFiles([file('hours.md', hours), file('archive.md', archive)]);
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await uploads.getByText(/is of type gzip; supported types: pdf, .*xlsx/).waitFor();
  await page.getByLabel('Files to add').setInputFiles([file('script.py', hours)]);
  await uploads.getByText(/^This format is not supported\. Supported: PDF, .*XLSX/).waitFor();
  assert.equal(await uploads.getByRole('button', { name: 'Retry' }).count(), 0, 'these files can never work');
  await drop(stage, 'parcels.md', parcels);
  for (const name of ['hours.md', 'parcels.md']) await rowOf(stage, name).getByText('Active').waitFor();
};

/** A document fails for a temporary reason and becomes active on retry. */
export const retryDocument = async (stage: ConsoleStage): Promise<void> => {
  const { page, service, checkAccess } = stage;
  const setBalance = (balance_nano: number | null) =>
    service.app.db.query.updateTable('workspaces').set({ balance_nano }).execute();
  await service.configure({ prices: { indexingPerMillion: '1000' } });
  await setBalance(0);
  await page.getByLabel('Files to add').setInputFiles([file('returns.md', '# Returns\n\nWithin 30 days.')]);
  await rowOf(stage, 'returns.md').getByText('Not enough credits to index').waitFor();
  await takeScreenshots(page, 'knowledge');
  await checkAccess('knowledge');
  await setBalance(null);
  await page.getByRole('button', { name: 'Retry returns.md' }).click();
  await rowOf(stage, 'returns.md').getByText('Active').waitFor();
};

export const readChunks = async (stage: ConsoleStage): Promise<void> => {
  const { page, checkAccess } = stage;
  await page.getByRole('link', { name: 'parcels.md' }).click();
  await page.getByRole('heading', { level: 1, name: 'parcels.md' }).waitFor();
  const chunks = page.getByRole('list', { name: 'Chunks' });
  await chunks.getByText('#1 › Shop').first().waitFor();
  await page.getByLabel('Search in chunks').fill('four fifty');
  await page.getByText(/1 of \d+ chunks? match/).waitFor();
  await chunks.getByText('fifty', { exact: true }).waitFor();
  await takeScreenshots(page, 'document');
  await checkAccess('document');
  await page.getByRole('link', { name: 'Knowledge' }).last().click();
};

/** The sliders change the scores: keyword only, then semantic only, then two settings are compared. */
export const testRetrieval = async (stage: ConsoleStage): Promise<void> => {
  const { page, checkAccess } = stage;
  await page.getByRole('link', { name: 'Test retrieval' }).click();
  await page.getByRole('combobox', { name: 'Question', exact: true }).fill('When does the shop open?');
  await page.keyboard.press('Enter');
  const results = page.getByRole('region', { name: 'Results', exact: true });
  const best = results.getByRole('listitem').first();
  await best.getByRole('link', { name: 'hours.md' }).waitFor();
  await best.locator('mark', { hasText: 'shop' }).first().waitFor();
  await best
    .locator('mark', { hasText: /^opens$/ })
    .first()
    .waitFor();
  const scores = async (): Promise<number[]> =>
    (await best.getByText(/^[01]\.\d{3}$/).allTextContents()).map(Number);
  for (const [key, position] of [
    ['Home', 2],
    ['End', 1],
  ] as const) {
    await page.getByRole('slider', { name: 'Semantic ↔ keyword weight' }).press(key);
    await eventually(`${key} leaves one kind of score`, async () => {
      const found = await scores();
      return found.length === 3 && found[0] === found[position] && found[1] !== found[2];
    });
  }
  await page.getByRole('button', { name: 'Apply these settings' }).click();
  await page.getByText('The agent uses these settings.', { exact: true }).waitFor();
  const { knowledge } = (await stage.call('GET', `/workspaces/${stage.workspaceId}/agents/${stage.agentId}`))
    .body.settings;
  assert.equal(knowledge.embeddingRate, 1);
  const question = page.getByRole('combobox', { name: 'Question', exact: true });
  await question.fill('');
  await page.getByRole('option', { name: 'When does the shop open?' }).click();
  assert.equal(await question.inputValue(), 'When does the shop open?');
  await page.getByLabel('Compare two settings').check({ force: true });
  await page.getByRole('slider', { name: 'Chunks per question (B)' }).press('Home');
  await page.getByRole('region', { name: 'Results (B)' }).getByText('B: 1 chunk').waitFor();
  const first = page.getByRole('region', { name: 'Results (A)' });
  await first.getByText('not in B').first().waitFor();
  await takeScreenshots(page, 'retrieval');
  await checkAccess('retrieval');
};
