import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../../api/api-error.ts';
import type { SheetFile } from './sheet-file.ts';

interface PreviewRequest<Preview> {
  /** Identifies the preview besides the file: its address, and everything that changes its result. */
  key: unknown[];
  file: SheetFile;
  load(body: { file: { name: string; content: string } }, signal: AbortSignal): Promise<Preview>;
}

/** A preview of the file, loaded again when a choice changes. */
export const usePreview = <Preview>({ key, file, load }: PreviewRequest<Preview>) =>
  useQuery<Preview, ApiError>({
    // Without the content, which can have megabytes.
    queryKey: ['table-preview', file.chosenAtMs, ...key],
    queryFn: ({ signal }) => load({ file: { name: file.name, content: file.content } }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
