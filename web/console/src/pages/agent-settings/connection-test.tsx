import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface ConnectionTestProps<Result> {
  label: string;
  icon: ReactNode;
  size?: 'xs' | 'sm';
  /** Text that says what to enter before the test. */
  missing?: string;
  test: { isPending: boolean; error: Error | null; data: Result | undefined };
  onStart: () => void;
  title?: (result: Result) => string;
  /** Describes the result. */
  children: (result: Result) => ReactNode;
}

/** Button that runs a test, with the result below. */
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
        disabled={missing !== undefined || undefined}
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
