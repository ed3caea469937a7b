import type { TestService } from '../service/service.ts';
import { eventually } from '../time/eventually.ts';

export interface TestField {
  name: string;
  type: string;
  description?: string;
  required?: boolean;
  unique?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
type Body = any;

/** The table calls of a test, with the required fields filled in. */
export const tableCalls = ({ call }: Pick<TestService, 'call'>) => ({
  create: async (name: string, fields: TestField[], key?: string): Promise<string> => {
    const body = { name, description: `The ${name}`, fields };
    const answer = await call('POST', '/v1/database/create-table', body, key === undefined ? {} : { key });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.data;
  },
  /** Adds rows and waits until the import has ended. */
  add: async (tableId: string, rows: Record<string, unknown>[]): Promise<Body> => {
    const records = rows.map((values) => ({ values }));
    const { body, text } = await call('POST', '/v1/database/import/records', { table_id: tableId, records });
    if (body.code !== 0) throw new Error(text);
    let result: Body;
    await eventually('the import ends', async () => {
      result = (await call('GET', `/v1/database/query/import-results?ids=${body.data[0]}`)).body[0];
      return result.status !== 'PENDING_PARSE';
    });
    return result;
  },
  page: async (tableId: string, query: Record<string, unknown>): Promise<Body> => {
    const { body, text } = await call('POST', '/v1/database/records/page', { table_id: tableId, ...query });
    if (body.code !== 0) throw new Error(text);
    return body.data;
  },
});
