import type { FastifyRequest } from 'fastify';
import type { Agent } from '../../../agents/index.ts';
import { type CaseContent, CaseProblem, type Evaluation, readCase } from '../../../evaluation/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { readFileFields } from '../../request/incoming-file.ts';

interface RawFile {
  base64Content?: unknown;
}

/** A checked case, and the files that were stored for it. */
export interface ReadCase {
  content: CaseContent;
  newFiles: string[];
}

const readContent = (body: unknown): CaseContent => {
  try {
    return readCase(body);
  } catch (error) {
    if (error instanceof CaseProblem) throw new AppError('invalidParameter', error.message);
    throw error;
  }
};

/** Reads a case that an operator sends. Its files are stored when everything else is valid. */
export const createReadCaseBody =
  ({ cases }: Pick<Evaluation, 'cases'>) =>
  async (request: FastifyRequest & { body: unknown }, agent: Agent): Promise<ReadCase> => {
    const content = readContent(request.body);
    await cases.requireSchemas(agent.workspaceId, content);
    const newFiles: string[] = [];
    // A turn may be a text instead of an object; then it has no files.
    const { turns: given = [] } = request.body as { turns?: { files?: RawFile[] }[] };
    for (const [index, turn] of content.turns.entries())
      for (const [number, file] of turn.files.entries()) {
        const base64 = given[index]?.files?.[number]?.base64Content;
        if (typeof base64 !== 'string' || base64 === '') continue;
        const field = `turns[${index}].files[${number}]`;
        const { source } = readFileFields(request, { base64_content: base64 }, field);
        if ('url' in source) continue;
        turn.files[number] = await cases.storeFile(agent, { name: file.name, source });
        newFiles.push(turn.files[number].fileId!);
      }
    return { content, newFiles };
  };
