import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../messages/translate.ts';
import { ErrorState } from './error-state.tsx';

interface ResourceViewProps<Result> {
  resource: UseQueryResult<Result, Error>;
  children(data: Result): ReactNode;
  /** Number of placeholder bars while the first response is loading. */
  bars?: number;
}

/** Loaded data, a placeholder while it is loading, or the error. */
export const ResourceView = <Result,>({ resource, children, bars = 3 }: ResourceViewProps<Result>) => {
  const { data, error, refetch } = resource;
  if (data !== undefined) return children(data);
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <Stack gap="sm" aria-busy="true" aria-label={t('common.loading')} role="status">
      {Array.from({ length: bars }, (_, index) => index).map((index) => (
        <Skeleton key={index} height={38} radius="md" />
      ))}
    </Stack>
  );
};
