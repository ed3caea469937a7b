import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconHistory, IconLock } from '@tabler/icons-react';
import type { ApiError } from '../../api/api-error.ts';
import { t } from '../../messages/translate.ts';

interface FlowNoticesProps {
  isReadOnly: boolean;
  failure: ApiError | undefined;
  /** Another operator saved the flow after it was loaded. */
  isOutdated: boolean;
  /** Unsaved changes of an earlier visit were restored. */
  isRestored: boolean;
  isDirty: boolean;
  onReload(): void;
  onOverwrite(): void;
  onDismiss(): void;
}

const Conflict = ({ isDirty, onReload, onOverwrite }: FlowNoticesProps) => (
  <Alert
    color="orange"
    role="alert"
    mb="sm"
    icon={<IconAlertTriangle aria-hidden />}
    title={t('flow.conflict.title')}
  >
    <Text size="sm" mb="xs">
      {isDirty ? t('flow.conflict.unsaved') : t('flow.conflict.clean')}
    </Text>
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={onReload}>
        {t('flow.conflict.load')}
      </Button>
      {isDirty && (
        <Button size="xs" variant="default" onClick={onOverwrite}>
          {t('flow.conflict.overwrite')}
        </Button>
      )}
    </Group>
  </Alert>
);

/** The most important notice above the editor, if there is one. */
export const FlowNotices = (props: FlowNoticesProps) => {
  const { isReadOnly, failure, isOutdated, isRestored, onReload, onDismiss } = props;
  if (isReadOnly)
    return (
      <Alert color="gray" icon={<IconLock aria-hidden />} mb="sm">
        {t('flow.readOnly')}
      </Alert>
    );
  if (failure?.status === 409 || isOutdated) return <Conflict {...props} />;
  if (failure)
    return (
      <Alert
        color="red"
        role="alert"
        mb="sm"
        icon={<IconAlertTriangle aria-hidden />}
        withCloseButton
        onClose={onDismiss}
        title={t('flow.notSaved')}
      >
        {failure.message}
      </Alert>
    );
  if (isRestored)
    return (
      <Alert color="blue" mb="sm" icon={<IconHistory aria-hidden />} title={t('flow.restored.title')}>
        <Group gap="sm">
          <Text size="sm">{t('flow.restored.text')}</Text>
          <Button size="compact-sm" variant="default" onClick={onReload}>
            {t('flow.restored.discard')}
          </Button>
        </Group>
      </Alert>
    );
  return null;
};
