import type { Agent, AgentSettings, HttpTool, McpServer } from '../agents/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import type { Sandbox } from '../lib/sandbox/index.ts';
import type { ToolOffer } from '../models/index.ts';
import { offeredParameters } from './argument-places.ts';
import { createCheckMcp } from './check-mcp.ts';
import { createFindSchemaProblem, createSchemaCheck } from './check-schemas.ts';
import { createHttpTool } from './http-tool.ts';
import { createImportOpenApi } from './import-openapi.ts';
import type { McpListing } from './list-mcp-tools.ts';
import { createMcpSession } from './mcp-session.ts';
import { createMcpTools } from './mcp-tools.ts';
import { createTestHttpTool } from './test-http-tool.ts';
import { type ToolAnswer, type ToolCaller, toolFailure } from './tool-call.ts';

interface ToolsDependencies {
  safeFetch: SafeFetch;
  clock: Clock;
  log: { warn(fields: object, message: string): void };
  sandbox: Sandbox;
}

export interface ToolBox {
  offers: ToolOffer[];
  /** Tools that are missing, for the trace. */
  warnings: string[];
  /** Rejects only when the signal is aborted. Errors of a tool are returned to the model. */
  call(name: string, argumentsText: string, signal: AbortSignal): Promise<ToolAnswer>;
  /** Ends the sessions with MCP servers. Otherwise they end after a while. */
  close(): Promise<void>;
}

type Call = (argumentsText: string, caller: ToolCaller) => Promise<ToolAnswer>;

interface HttpTools {
  offers: ToolOffer[];
  calls: Map<string, Call>;
}

const offerOf = (tool: HttpTool): ToolOffer => ({
  name: tool.name,
  description: tool.description,
  parameters: { type: 'object', properties: {}, ...offeredParameters(tool) },
});

export const createTools = ({ safeFetch, clock, log, sandbox }: ToolsDependencies) => {
  const listMcpTools = createMcpTools({ safeFetch, clock, log });
  /** Cached by the settings object: an unchanged agent keeps its object, so schemas are compiled once. */
  const httpToolsOf = new WeakMap<AgentSettings['tools'], HttpTools>();

  const httpTools = (settings: AgentSettings['tools']): HttpTools => {
    let tools = httpToolsOf.get(settings);
    if (!tools) {
      const byName = new Map(settings.http.map((tool) => [tool.name, tool]));
      tools = {
        offers: [...byName.values()].map(offerOf),
        calls: new Map(
          [...byName].map(([name, tool]) => [name, createHttpTool(tool, { safeFetch, sandbox })]),
        ),
      };
      httpToolsOf.set(settings, tools);
    }
    return tools;
  };

  const addServer = (
    box: { offers: ToolOffer[]; warnings: string[]; calls: Map<string, Call> },
    server: McpServer,
    { tools, warning }: McpListing,
    session: ReturnType<typeof createMcpSession>,
  ): void => {
    if (warning !== undefined) box.warnings.push(warning);
    for (const { name, offer } of tools) {
      if (box.calls.has(offer.name)) {
        box.warnings.push(`MCP server ${server.name}: another tool is already named ${offer.name}`);
        continue;
      }
      box.offers.push(offer);
      box.calls.set(offer.name, (argumentsText, { signal }) => session.call(name, argumentsText, signal));
    }
  };

  /** The tools of an agent for one round. Costs nothing for an agent without tools. */
  const open = async ({
    agent,
    ...caller
  }: { agent: Pick<Agent, 'settings'> } & ToolCaller): Promise<ToolBox> => {
    const settings = agent.settings.tools;
    const own = httpTools(settings);
    const box = { offers: [...own.offers], warnings: [] as string[], calls: new Map(own.calls) };
    const sessions = settings.mcp.map((server) => createMcpSession(safeFetch, server, caller));
    const listings = await Promise.all(settings.mcp.map((server) => listMcpTools(server, caller.signal)));
    settings.mcp.forEach((server, index) => {
      addServer(box, server, listings[index]!, sessions[index]!);
    });
    return {
      offers: box.offers,
      warnings: box.warnings,
      call: async (name, argumentsText, signal) => {
        const call = box.calls.get(name);
        if (!call) return toolFailure(`There is no tool named "${name.slice(0, 64)}".`);
        return call(argumentsText, { ...caller, signal });
      },
      close: async () => {
        await Promise.all(sessions.map((session) => session.close()));
      },
    };
  };

  return {
    open,
    checkMcp: createCheckMcp({ safeFetch }),
    testHttpTool: createTestHttpTool({ safeFetch, sandbox }),
    requireUsableSchemas: createSchemaCheck({ sandbox }),
    findSchemaProblem: createFindSchemaProblem({ sandbox }),
    importOpenApi: createImportOpenApi({ sandbox }),
  };
};

export type Tools = ReturnType<typeof createTools>;
