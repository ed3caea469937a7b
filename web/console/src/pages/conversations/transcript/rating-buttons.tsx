import { Button, Group } from '@mantine/core';
import type { Quality } from '../../../api/derived-types.ts';
import { ratings } from './ratings.ts';

interface RatingButtonsProps {
  quality: Quality;
  isAllowed: boolean;
  onRate(quality: Quality): void;
}

/** What an operator thinks of the answer. */
export const RatingButtons = ({ quality, isAllowed, onRate }: RatingButtonsProps) => (
  <Group role="group" aria-label="Rating" gap={0}>
    <Button.Group>
      {ratings.map(({ key, label, quality: value, colour }) => (
        <Button
          key={key}
          size="compact-xs"
          variant={quality === value && colour ? 'light' : 'default'}
          color={colour}
          aria-pressed={quality === value}
          aria-keyshortcuts={key}
          disabled={!isAllowed}
          onClick={() => onRate(value)}
        >
          {label}
        </Button>
      ))}
    </Button.Group>
  </Group>
);
