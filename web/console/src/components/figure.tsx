import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import classes from './figure.module.css';

interface FigureProps {
  label: string;
  value: ReactNode;
  /** Explanation below the value. */
  note?: ReactNode;
  href?: string;
}

/** A value with its label, optionally a link to the details. */
export const Figure = ({ label, value, note, href }: FigureProps) => {
  const content = (
    <>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text className={classes.value} component="div">
        {value}
      </Text>
      {note && (
        <Text size="xs" c="dimmed" component="div">
          {note}
        </Text>
      )}
    </>
  );
  if (href === undefined)
    return (
      <Paper p="md" className={classes.figure}>
        {content}
      </Paper>
    );
  return (
    <Paper p="md" component={Link} href={href} className={classes.figure} data-link>
      {content}
    </Paper>
  );
};
