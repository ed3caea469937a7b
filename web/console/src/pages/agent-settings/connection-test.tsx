import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface ConnectionTestProps<Result> {
  label: string;
  icon: ReactNode;
  size?: 'xs' | 'sm';
  /** What has to be entered before there is anything to test. */
  missing?: string;
  test: { isPending: boolean; error: Error | null; data: Result | undefined };
  onStart: () => void;
  title?: (result: Result) => string;
  /** What came of it, in words. */
  children: (result: Result) => ReactNode;
}

/** A button that tries something out, and what came of it below. */
export const ConnectionTest = <Result extends { ok: boolean }>({
  label,
  icon,
  size,
  missing,
  test,
  onStart,
  title,
  children,
}: ConnectionTestProps<Result>) => (
  <>
    <Group>
      <Button
        variant="default"
        size={size}
        leftSection={icon}
        loading={test.isPending}
        disabled={missing !== undefined}
        onClick={onStart}
      >
        {label}
      </Button>
      {missing !== undefined && (
        <Text size="sm" c="dimmed">
          {missing}
        </Text>
      )}
    </Group>
    {test.error && (
      <Alert color="red" role="alert">
        {test.error.message}
      </Alert>
    )}
    {test.data && (
      <Alert color={test.data.ok ? 'teal' : 'red'} role="status" title={title?.(test.data)}>
        {children(test.data)}
      </Alert>
    )}
  </>
);
