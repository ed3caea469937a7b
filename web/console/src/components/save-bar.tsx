import { Alert, Button, Group, Kbd, Paper, Text, Transition } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useLeaveGuard } from '../lib/leave-guard.ts';
import { t } from '../messages/translate.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import classes from './save-bar.module.css';

interface SaveBarProps {
  isDirty: boolean;
  isBusy: boolean;
  /** Why the last attempt failed. */
  failure?: string;
  onSave(): void;
  onDiscard(): void;
}

/** Shown at the bottom of a form with unsaved changes. Ctrl+S or ⌘S saves. */
export const SaveBar = ({ isDirty, isBusy, failure, onSave, onDiscard }: SaveBarProps) => {
  // The empty list of ignored tags lets the shortcut work in form fields.
  useHotkeys([['mod+S', () => isDirty && !isBusy && onSave()]], []);
  const leaving = useLeaveGuard(isDirty);
  return (
    <>
      <LeaveDialog {...leaving} />
      <Transition mounted={isDirty} transition="slide-up" duration={150}>
        {(styles) => (
          <Paper
            className={classes.bar}
            shadow="md"
            style={styles}
            role="region"
            aria-label={t('common.unsaved.label')}
          >
            {failure && (
              <Alert color="red" role="alert" mb="sm">
                {failure}
              </Alert>
            )}
            <Group justify="space-between" gap="sm">
              <Text size="sm">{t('common.unsaved.text')}</Text>
              <Group gap="xs">
                <Button variant="default" size="sm" onClick={onDiscard} disabled={isBusy}>
                  {t('common.discard')}
                </Button>
                <Button
                  size="sm"
                  onClick={onSave}
                  loading={isBusy}
                  rightSection={
                    <Kbd size="xs" visibleFrom="sm" aria-hidden>
                      Ctrl S
                    </Kbd>
                  }
                >
                  {t('common.save')}
                </Button>
              </Group>
            </Group>
          </Paper>
        )}
      </Transition>
    </>
  );
};
