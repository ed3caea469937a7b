import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OperatorRole, type Permission, permissionTable, roleAllows } from './operator-roles.ts';

const allowed = (role: OperatorRole): Permission[] =>
  (Object.keys(permissionTable) as Permission[]).filter((permission) => roleAllows(role, permission));

test('a viewer only reads', () => {
  assert.deepEqual(allowed('viewer').toSorted(), [
    'agent:list',
    'agent:read',
    'audit:read',
    'conversation:export',
    'conversation:read',
    'credit:read',
    'key:read',
    'knowledge:read',
    'operation:read',
    'table:read',
    'workspace:read',
  ]);
});

test('an editor changes agents and knowledge, but not people, keys or credits', () => {
  assert.ok(allowed('editor').includes('agent:write'));
  assert.ok(allowed('editor').includes('knowledge:write'));
  for (const withheld of [
    'operator:read',
    'operator:write',
    'key:write',
    'credit:write',
    'workspace:write',
  ] as const)
    assert.equal(roleAllows('editor', withheld), false, withheld);
});

test('support answers in the inbox and reads conversations and knowledge, and may do nothing else', () => {
  assert.deepEqual(allowed('support').toSorted(), [
    'agent:list',
    'conversation:read',
    'inbox:write',
    'knowledge:read',
    'workspace:read',
  ]);
});

test('an owner may do everything', () => {
  assert.deepEqual(allowed('owner'), Object.keys(permissionTable));
});
