import { List, ScrollArea, Text } from '@mantine/core';

interface RowProblemsProps {
  title: string;
  problems: readonly { row: number; problem: string }[];
  /** All of them, if only the first are listed. */
  total: number;
}

/** Which rows stay out, and why. */
export const RowProblems = ({ title, problems, total }: RowProblemsProps) =>
  problems.length === 0 ? null : (
    <div>
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <ScrollArea.Autosize mah={140} viewportProps={{ tabIndex: 0, 'aria-label': title, role: 'region' }}>
        <List size="sm">
          {problems.map(({ row, problem }) => (
            <List.Item key={row}>
              Row {row.toLocaleString()}: {problem}
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
      {total > problems.length && (
        <Text size="xs" c="dimmed">
          and {(total - problems.length).toLocaleString()} more
        </Text>
      )}
    </div>
  );
