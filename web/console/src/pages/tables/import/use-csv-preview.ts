import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { at, type TableAddress } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { ApiError } from '../../../api/api-error.ts';
import type { CsvPreview } from '../../../api/generated.ts';

export interface CsvFile {
  name: string;
  text: string;
  /** Identifies the file; the same file may be chosen again after a change. */
  chosenAtMs: number;
}

/** The preview of an import, loaded again when the mapping changes. */
export const useCsvPreview = (path: TableAddress, file: CsvFile, mapping: (string | null)[] | undefined) =>
  useQuery<CsvPreview, ApiError>({
    // Without the text, which can have megabytes.
    queryKey: [at(path, '/import/preview'), file.chosenAtMs, mapping ?? null],
    queryFn: ({ signal }) =>
      api.post(at(path, '/import/preview'), { csv: file.text, ...(mapping ? { mapping } : {}) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
