import assert from 'node:assert/strict';
import { testOperatorToken, testService } from '../../../../test/support/service/service.ts';

testService(
  'an operator lists tables, sets the owner field of one, and deletes it',
  {},
  async ({ call, app }) => {
    const created = await call('POST', '/v1/database/create-table', {
      name: 'orders',
      description: 'Orders',
      fields: [
        { name: 'number', type: 'INT', required: true, unique: true },
        { name: 'customer', type: 'TEXT', required: false, unique: false },
      ],
    });
    const agent = await app.db.query
      .selectFrom('agents')
      .select(['id', 'workspace_id'])
      .executeTakeFirstOrThrow();
    const path = `/console/api/workspaces/${agent.workspace_id}/agents/${agent.id}/tables`;
    const operator = { key: testOperatorToken };
    const listed = await call('GET', path, undefined, operator);
    assert.equal(listed.body.total, 1);
    assert.equal(listed.body.items[0].ownerField, null);
    const one = `${path}/${created.body.data}`;
    const wrong = await call('PATCH', one, { ownerField: 'number' }, operator);
    assert.equal(wrong.status, 400);
    assert.equal(
      (await call('PATCH', one, { ownerField: 'customer' }, operator)).body.ownerField,
      'customer',
    );
    assert.equal((await call('GET', path, undefined, operator)).body.items[0].ownerField, 'customer');
    const audit = await app.db.query.selectFrom('audit_entries').select(['action', 'changes']).execute();
    assert.ok(audit.some(({ action, changes }) => action === 'table.update' && changes.includes('customer')));
    assert.equal((await call('DELETE', one, undefined, operator)).status, 204);
    assert.equal((await call('GET', path, undefined, operator)).body.total, 0);
    assert.equal((await call('PATCH', one, { ownerField: null }, operator)).status, 404);
  },
);
