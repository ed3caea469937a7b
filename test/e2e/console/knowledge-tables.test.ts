import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchAndReplace } from '../../support/browser/console-document-steps.ts';
import {
  addDocuments,
  readChunks,
  retryDocument,
  testRetrieval,
} from '../../support/browser/console-knowledge-steps.ts';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import {
  chooseOwner,
  importRows,
  importWorkbook,
  makeTable,
  writeRows,
} from '../../support/browser/console-table-steps.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

/** A viewer sees everything but no controls for changes, and the service rejects changes of a viewer. */
const readAsViewer = async (stage: ConsoleStage, table: string): Promise<void> => {
  const { page, open, watch, agentId, workspaceId } = stage;
  await stage.signIn(await stage.addOperator('viewer'));
  await open('agent:/knowledge');
  await page.getByRole('row', { name: /hours.md/ }).waitFor();
  assert.equal(await page.getByRole('button', { name: /Choose files|New knowledge base|Retry/ }).count(), 0);
  // A page number beyond the last page, as after its records were deleted.
  await open(`agent:/tables/${table.split('/').at(-1)}?page=9`);
  await page.getByRole('button', { name: 'Go to page 1' }).click();
  await page.getByRole('gridcell', { name: 'lamp' }).dblclick();
  assert.equal(await page.getByRole('button', { name: /Add record|Import|Settings/ }).count(), 0);
  assert.equal(await page.getByRole('grid').getByRole('textbox').count(), 0);

  watch.expect(/status of 403/);
  const agent = `/workspaces/${workspaceId}/agents/${agentId}`;
  const statuses = await page.evaluate(`Promise.all([
    ['${table}/records', 'application/json', '{"values":{"item":"sneaked in"}}'],
    ['${table}/import', 'application/json', '{"csv":"item\\\\nsneaked"}'],
    ['${agent}/documents/upload?name=a.md', 'application/octet-stream', 'words'],
    ['${agent}/knowledge-bases', 'application/json', '{"name":"Mine"}'],
  ].map(([path, type, body]) => fetch('/console/api' + path, {
    method: 'POST', headers: { 'content-type': type, 'x-frontdesk-console': '1' }, body,
  }).then(({ status }) => status)))`);
  assert.deepEqual(statuses, [403, 403, 403, 403]);
};

test(
  'operators add, retry and find documents, edit, import and export a table; viewers can only read',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      // Rejected on purpose: an image, and a wrong value in a cell.
      stage.watch.expect(/status of 400/);
      await stage.signIn();
      await addDocuments(stage);
      await retryDocument(stage);
      await fetchAndReplace(stage);
      await readChunks(stage);
      await testRetrieval(stage);
      const table = await makeTable(stage);
      await writeRows(stage, table);
      await importRows(stage);
      await chooseOwner(stage, table);
      await importWorkbook(stage);
      await stage.open('agent:/tables');
      await takeScreenshots(stage.page, 'tables');
      await readAsViewer(stage, table);
    }),
);
