import type { ChunkEditKind } from '../../db/schema/knowledge.ts';
import { countTokens } from '../../lib/tokens.ts';
import type { Chunk } from '../chunk/index.ts';

/** The text of a chunk as the file has it. */
export interface OriginalText {
  text: string;
  headingPath: string[];
  matchText: string;
}

/** What a person changed in a document. */
export interface ChunkEdit {
  id: string;
  kind: ChunkEditKind;
  /** Of the chunk in the content that was edited. */
  position: number;
  /** null for an added chunk. */
  original: OriginalText | null;
  content: string;
  headingPath: string[];
  matchText: string;
  keywords: string[];
  isEnabled: boolean;
}

export interface EditedChunk extends Chunk {
  matchText: string;
  keywords: string[];
  isEnabled: boolean;
  editId: string | null;
  hasConflict: boolean;
}

const keyOf = ({ text, matchText = '' }: Pick<Chunk, 'text' | 'matchText'>): string =>
  JSON.stringify([text, matchText]);

type Unnumbered = Omit<EditedChunk, 'position'>;

const asRead = ({ position: _position, ...chunk }: Chunk): Unnumbered => ({
  ...chunk,
  matchText: chunk.matchText ?? '',
  keywords: [],
  isEnabled: true,
  editId: null,
  hasConflict: false,
});

const asEdited = (edit: ChunkEdit, headingPath: string[], hasConflict = false): Unnumbered => ({
  text: edit.content,
  headingPath,
  matchText: edit.matchText,
  tokens: countTokens(edit.content),
  keywords: edit.keywords,
  isEnabled: edit.isEnabled,
  editId: edit.id,
  hasConflict,
});

/** The edits of chunks that the file has, by their original text. A text may occur several times. */
const byOriginal = (edits: readonly ChunkEdit[]): Map<string, ChunkEdit[]> =>
  Map.groupBy(
    edits.filter((edit) => edit.original !== null).sort((a, b) => a.position - b.position),
    (edit) => keyOf(edit.original!),
  );

/**
 * The chunks of a file with the edits of people. An edit whose original text is no longer in the file becomes a
 * chunk of its own with a conflict mark, at its old position. Added chunks are last.
 */
export const applyEdits = (chunks: readonly Chunk[], edits: readonly ChunkEdit[]): EditedChunk[] => {
  const waiting = byOriginal(edits);
  const result: Unnumbered[] = [];
  for (const chunk of chunks) {
    const edit = waiting.get(keyOf(chunk))?.shift();
    if (!edit) result.push(asRead(chunk));
    else if (edit.kind !== 'remove')
      // The questions of a pair are part of the edit. Other headings come from the file.
      result.push(asEdited(edit, edit.matchText === '' ? chunk.headingPath : edit.headingPath));
  }
  const lost = [...waiting.values()].flat().filter((edit) => edit.kind === 'change');
  for (const edit of lost.sort((a, b) => a.position - b.position))
    result.splice(Math.min(edit.position, result.length), 0, asEdited(edit, edit.headingPath, true));
  for (const edit of edits) if (edit.kind === 'add') result.push(asEdited(edit, edit.headingPath));
  return result.map((chunk, position) => ({ ...chunk, position }));
};
