export type { McpCheck } from './check-mcp.ts';
export type { ImportedTools } from './openapi/read-openapi.ts';
export type { ToolAnswer, ToolCaller } from './tool-call.ts';
export { createTools, type ToolBox, type Tools } from './tools.ts';
