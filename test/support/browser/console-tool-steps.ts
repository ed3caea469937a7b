import assert from 'node:assert/strict';
import { startMcpServer } from '../servers/mcp-server.ts';
import type { ConsoleStage } from './console-stage.ts';

const description = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example.com' }],
  paths: {
    '/orders/{number}': {
      get: {
        operationId: 'findOrder',
        summary: 'Finds an order',
        parameters: [{ name: 'number', in: 'path', required: true, schema: { type: 'string' } }],
      },
    },
    '/orders': { post: { operationId: 'placeOrder', summary: 'Places an order' } },
  },
});

/** Lists the tools of an MCP server before saving. A server that needs another key returns an error. */
const testServer = async ({ page }: ConsoleStage): Promise<void> => {
  const mcp = await startMcpServer();
  const group = page.getByRole('group', { name: 'Server 1' });
  const address = group.getByLabel('URL');
  const test = group.getByRole('button', { name: 'Test connection' });
  try {
    await address.fill(`${mcp.url}/mcp`);
    assert.equal(await test.isDisabled(), true);
    await group.getByLabel('Name').fill('draft');
    const named = page.getByRole('group', { name: 'draft' });
    await named.getByRole('button', { name: 'Test connection' }).click();
    const told = named.getByRole('status');
    await told.getByText('The server offers 2 tools').waitFor();
    await told.getByText('draft_weather').waitFor();
    mcp.answerWith((_call, response) => response.writeHead(401).end());
    await named.getByRole('button', { name: 'Test connection' }).click();
    await told.getByText('it rejected the credentials').waitFor();
    await named.getByLabel('URL').fill('https://tools.example.com/mcp');
    await named.getByLabel('Name').fill('');
  } finally {
    await mcp.close();
  }
};

/** Keeps one operation of an OpenAPI document, writes one tool by hand, adds an MCP server, and saves all at once. */
export const setUpTools = async (stage: ConsoleStage, agentId: string): Promise<void> => {
  const { page, call, workspaceId } = stage;
  await page.getByRole('tab', { name: 'Tools' }).click();
  await page.getByRole('button', { name: 'Import from OpenAPI' }).click();
  const reader = page.getByRole('dialog', { name: 'Import tools from OpenAPI' });
  await reader.getByLabel('OpenAPI document').fill('{"openapi": "1.2"}');
  await reader.getByRole('button', { name: 'Read document' }).click();
  await reader.getByRole('alert').waitFor();
  await reader.getByLabel('OpenAPI document').fill(description);
  await reader.getByRole('button', { name: 'Read document' }).click();
  await reader.getByText('2 operations found').waitFor();
  await reader.getByRole('checkbox', { name: 'POST placeOrder' }).uncheck();
  await reader.getByRole('button', { name: 'Add 1 tool' }).click();
  await page.getByText('https://shop.example.com/orders/{number}').waitFor();

  await page.getByRole('button', { name: 'Add tool' }).click();
  const editor = page.getByRole('dialog', { name: 'New tool' });
  await editor.getByRole('textbox', { name: 'Name', exact: true }).fill('findOrder');
  await editor.getByLabel('URL').fill('https://shop.example.com/hours');
  await editor.getByRole('button', { name: 'Apply' }).click();
  await editor.getByText('Another tool already has this name.').waitFor();
  await editor.getByRole('textbox', { name: 'Name', exact: true }).fill('openingHours');
  await editor.getByRole('button', { name: 'Apply' }).click();

  await page.getByRole('button', { name: 'Add server' }).click();
  await testServer(stage);
  await page.getByRole('group', { name: 'Server 1' }).getByLabel('Name').fill('calendar');
  await page.keyboard.press('Control+s');
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });

  const { body } = await call('GET', `/workspaces/${workspaceId}/agents/${agentId}`);
  const { http, mcp } = body.settings.tools;
  assert.deepEqual(
    (http as { name: string }[]).map(({ name }) => name),
    ['findOrder', 'openingHours'],
  );
  assert.deepEqual(
    (mcp as { name: string; url: string }[]).map(({ name, url }) => ({ name, url })),
    [{ name: 'calendar', url: 'https://tools.example.com/mcp' }],
  );
};
