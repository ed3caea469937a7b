import { Button, Group } from '@mantine/core';
import type { Quality } from '../../../api/derived-types.ts';
import { t } from '../../../messages/translate.ts';
import { ratings } from './ratings.ts';

interface RatingButtonsProps {
  quality: Quality;
  isAllowed: boolean;
  onRate(quality: Quality): void;
}

/** The operator's quality rating of a reply. */
export const RatingButtons = ({ quality, isAllowed, onRate }: RatingButtonsProps) => (
  <Group role="group" aria-label={t('conversations.rating.title')} gap={0}>
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
          {t(label)}
        </Button>
      ))}
    </Button.Group>
  </Group>
);
