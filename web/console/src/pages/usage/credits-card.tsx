import { Button, Group, Paper, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { formatCredits } from '../../lib/format-credits.ts';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';

type CreditsChange = 'top-up' | 'balance';

const ChangeCredits = ({ kind, onClose }: { kind: CreditsChange; onClose(): void }) => {
  const workspace = useWorkspace();
  const [amount, setAmount] = useState('');
  const path = at(workspace.api, '/credits');
  const change = useChange(
    () =>
      kind === 'top-up'
        ? api.post(at(path, '/top-ups'), { amount })
        : api.put(path, { balance: amount === '' ? null : amount }),
    { changes: [path], done: t('usage.balanceChanged'), onDone: onClose, quiet: true },
  );
  return (
    <FormDialog
      title={t(kind === 'top-up' ? 'usage.topUp' : 'usage.setBalance')}
      action={t('common.save')}
      change={change}
      failure={null}
      onClose={onClose}
    >
      <TextInput
        label={t('common.credits')}
        description={t(kind === 'top-up' ? 'usage.topUpHint' : 'usage.setBalanceHint')}
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value.trim())}
        inputMode="decimal"
        pattern="\d{1,7}(\.\d{1,9})?"
        error={change.error?.message}
        required={kind === 'top-up'}
        data-autofocus
      />
    </FormDialog>
  );
};

/** Credits that the workspace can still spend. */
export const CreditsCard = () => {
  const workspace = useWorkspace();
  const [change, setChange] = useState<CreditsChange>();
  const credits = useResource(at(workspace.api, '/credits'));
  return (
    <Paper p="lg">
      <ResourceView resource={credits} bars={1}>
        {({ balance, reserved, available }) => (
          <Group justify="space-between">
            <div>
              <Title order={2}>{t('usage.balance')}</Title>
              <Text size="sm" c="dimmed">
                {balance === null
                  ? t('usage.noLimit')
                  : t('usage.balanceText', {
                      balance: formatCredits(balance),
                      available: formatCredits(available ?? 0),
                      reserved: formatCredits(reserved),
                    })}
              </Text>
            </div>
            {workspace.can('credit:write') && (
              <Group gap="xs">
                {balance !== null && <Button onClick={() => setChange('top-up')}>{t('usage.topUp')}</Button>}
                <Button variant="default" onClick={() => setChange('balance')}>
                  {t(balance === null ? 'usage.setLimit' : 'usage.change')}
                </Button>
              </Group>
            )}
          </Group>
        )}
      </ResourceView>
      {change && <ChangeCredits kind={change} onClose={() => setChange(undefined)} />}
    </Paper>
  );
};
