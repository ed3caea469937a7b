export type { McpCheck } from './check-mcp.ts';
export { type ImportedTools, importOpenApi } from './import-openapi.ts';
export type { ToolAnswer, ToolCaller } from './tool-call.ts';
export { createTools, type ToolBox, type Tools } from './tools.ts';
