import type { ModelMessage, ToolCall, ToolOffer } from '../port.ts';
import type { Phrases } from './phrases.ts';
import { describeCells } from './read-passage.ts';
import { termsOf } from './terms.ts';

/** Names of the tools that the embedded model can use. Other tools are ignored. */
const tableToolPrefix = 'table_lookup';
const handOffTool = /^(?:hand_?off|transfer_to_human|request_human)/;

const rowsShown = 5;

type Row = Record<string, unknown>;
type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;

const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rows are a list, or an object with one list (`{rows: […]}`, `{records: […], total}`). */
const rowsOf = (text: string): Row[] | undefined => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const list = Array.isArray(parsed)
    ? parsed
    : isRecord(parsed)
      ? Object.values(parsed).find(Array.isArray)
      : undefined;
  if (list === undefined) return isRecord(parsed) ? [parsed] : undefined;
  return list.filter(isRecord).map((row) => (isRecord(row.values) ? row.values : row));
};

const describeValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The record's id is in `recordId` if the table has a field `id`, otherwise in `id`. */
const describeRow = (row: Row): string => {
  const idKey = Object.hasOwn(row, 'recordId') ? 'recordId' : 'id';
  const names = Object.keys(row).filter((name) => name !== idKey);
  return describeCells(
    names,
    names.map((name) => describeValue(row[name])),
  );
};

/** Tool results after the newest user message. */
export const toolResults = (messages: readonly ModelMessage[]): ToolMessage[] => {
  const lastUser = messages.findLastIndex((message) => message.role === 'user');
  return messages.slice(lastUser + 1).filter((message) => message.role === 'tool');
};

/** Whether tables were searched without a match. Then other knowledge is used. */
export const foundNoRows = (results: readonly ToolMessage[]): boolean =>
  results.every(
    ({ toolName, isError, text }) =>
      toolName.startsWith(tableToolPrefix) && !isError && rowsOf(text)?.length === 0,
  );

/** The number or code of an entry in a question, such as A-4711. */
export const entryNamed = (question: string): string | undefined => {
  const keyword = keywordOf(question);
  return keyword !== undefined && /\d/.test(keyword) ? keyword : undefined;
};

/** A question, or words that can only be the name of an entry, such as a number. */
export const looksForEntry = (question: string): boolean => /[?？\d"“「]/u.test(question);

/** The result of a tool as text. Text that is not rows is used unchanged. */
export const describeToolResults = (results: readonly ToolMessage[], phrases: Phrases): string =>
  results
    .map((result) => {
      if (handOffTool.test(result.toolName))
        return result.isError ? phrases.humanFailed : phrases.humanComing;
      if (result.isError) return phrases.toolFailed;
      const rows = rowsOf(result.text);
      if (rows === undefined) return result.text.trim() === '' ? phrases.noRows : result.text.trim();
      if (rows.length === 0) return phrases.noRows;
      const said = rows.slice(0, rowsShown).map(describeRow);
      if (rows.length > rowsShown) said.push(phrases.moreRows(rows.length - rowsShown));
      return said.join('\n');
    })
    .join('\n\n');

export const handOffCall = (tools: readonly ToolOffer[]): ToolCall | undefined => {
  const tool = tools.find((offer) => handOffTool.test(offer.name));
  return tool && { id: 'call_1', name: tool.name, argumentsText: '{}' };
};

/** The word of a question most likely to be in a row: quoted, with digits, a proper name, otherwise the longest. */
const keywordOf = (question: string): string | undefined => {
  const quoted = /["“「'‘]([^"”」'’]{1,60})["”」'’]/u.exec(question)?.[1];
  if (quoted !== undefined) return quoted;
  const words = question
    .match(/[\p{L}\p{N}]+(?:[-_.@][\p{L}\p{N}]+)*/gu)
    ?.filter((word) => termsOf(word).length > 0);
  if (words === undefined || words.length === 0) return undefined;
  const [, ...later] = question.match(/[\p{L}\p{N}]+(?:[-_.@][\p{L}\p{N}]+)*/gu) ?? [];
  return (
    words.find((word) => /\d/.test(word)) ??
    words.find((word) => /^\p{Lu}/u.test(word) && later.includes(word)) ??
    words.reduce((longest, word) => (word.length > longest.length ? word : longest))
  );
};

/** Searches a table if a tool with a `keyword` is available. Once per message. */
export const tableCall = (tools: readonly ToolOffer[], question: string): ToolCall | undefined => {
  const tool = tools.find((offer) => offer.name.startsWith(tableToolPrefix));
  const properties = tool?.parameters.properties;
  if (tool === undefined || !isRecord(properties) || !('keyword' in properties)) return undefined;
  const keyword = keywordOf(question);
  return keyword === undefined
    ? undefined
    : { id: 'call_1', name: tool.name, argumentsText: JSON.stringify({ keyword }) };
};
