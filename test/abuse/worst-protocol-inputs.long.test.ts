/**
 * The OpenAI-compatible API and the MCP server are called with their most expensive inputs, as the management API is in
 * worst-inputs.long.test.ts. No call may block the event loop for more than 200 ms.
 *
 *   WORST_ONLY=/mcp …   only calls whose path contains this
 */
import { test } from 'node:test';
import { startMeasuredService } from '../support/abuse/worst/measured-service.ts';
import { protocolInputs } from '../support/abuse/worst/protocol-inputs.ts';
import { createWorstInputFixture } from '../support/abuse/worst/worst-input-fixture.ts';
import { createWorstReport } from '../support/abuse/worst/worst-report.ts';

test('no call of the OpenAI-compatible API or of the MCP server blocks the event loop', {
  timeout: 900_000,
}, async (context) => {
  const service = await startMeasuredService();
  try {
    await createWorstInputFixture(service.address);
    const report = createWorstReport(service);
    for (const [index, call] of protocolInputs().entries())
      if (call.path.includes(process.env.WORST_ONLY ?? '')) await report.measure(call, index);
    report.check(context);
  } finally {
    await service.close();
  }
});
