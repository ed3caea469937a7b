import { sha256 } from '../../../src/auth/secrets.ts';
import type { Handle } from '../../../src/db/index.ts';
import { newId } from '../../../src/lib/ids.ts';

const secretOf = (name: string): string => `session-of-${name}`;

/** What the browser of this operator sends. */
export const sessionHeaders = (name: string): Record<string, string> => ({
  cookie: `frontdesk_session=${secretOf(name)}`,
  'x-frontdesk-console': '1',
});

/** A signed-in operator of a workspace who answers in the inbox. `headers` are those of their browser. */
export const insertOperator = async (
  query: Handle,
  { id = newId(), name, workspaceId }: { id?: string; name: string; workspaceId: string },
): Promise<{ id: string; headers: Record<string, string> }> => {
  const nowMs = Date.now();
  const email = `${name}@example.com`;
  await query
    .insertInto('operators')
    .values({ id, email, name, password_hash: '', created_at: nowMs, disabled_at: null })
    .execute();
  await query
    .insertInto('memberships')
    .values({ operator_id: id, workspace_id: workspaceId, role: 'support' })
    .execute();
  const session = { operator_id: id, token_id: null, created_at: nowMs, expires_at: nowMs + 3_600_000 };
  await query
    .insertInto('operator_sessions')
    .values({ sha256: sha256(secretOf(name)), ...session })
    .execute();
  return { id, headers: sessionHeaders(name) };
};
