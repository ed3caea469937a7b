import { useEffect, useState } from 'preact/hooks';
import { t } from '../messages/translate.ts';
import { copyText } from '../page/copy-text.ts';
import { IconButton } from './icon-button.tsx';

const shownMs = 2000;

export const CopyButton = ({ text, label }: { text: string; label: string }) => {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <IconButton
      icon={isCopied ? 'check' : 'copy'}
      label={isCopied ? t('copied') : label}
      onClick={async () => setCopied(await copyText(text))}
    />
  );
};
