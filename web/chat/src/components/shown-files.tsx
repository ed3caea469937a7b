import { useState } from 'preact/hooks';
import { t } from '../messages/translate.ts';
import { voiceFileName } from '../recording/voice-message.ts';
import type { StoredFile } from '../service/wire.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

/** URLs of the service's own files and of files chosen on this page. Other URLs are not followed. */
const ownAddress = (url: string | undefined): string | undefined => {
  if (!url || !URL.canParse(url, location.href)) return undefined;
  const { protocol, pathname, search, href } = new URL(url, location.href);
  if (protocol === 'blob:') return href;
  // The service's own URL may differ from the one under which this page was opened.
  return /^https?:$/.test(protocol) && pathname.startsWith('/files/') ? pathname + search : undefined;
};

const ShownFile = ({ file, onRemove }: { file: StoredFile; onRemove?: (() => void) | undefined }) => {
  const [isBroken, setBroken] = useState(false);
  const address = ownAddress(file.url);
  const isPicture = file.kind === 'image' && address && !isBroken;
  const name = file.name === voiceFileName ? t('voice.message') : file.name;
  return (
    <li class={isPicture ? 'file file-picture' : 'file'}>
      {isPicture ? (
        <img src={address} alt={name} onError={() => setBroken(true)} />
      ) : (
        <span class="file-name">
          <Icon name={file.kind === 'audio' ? 'sound' : 'file'} />
          <span dir="auto">{name}</span>
        </span>
      )}
      {file.kind === 'audio' && address && !onRemove && (
        // biome-ignore lint/a11y/useMediaCaption: a recording of the user has no transcript here
        <audio controls preload="none" src={address} aria-label={name} />
      )}
      {onRemove && <IconButton icon="close" label={t('removeFile', { name })} onClick={onRemove} />}
    </li>
  );
};

export const ShownFiles = ({
  files,
  onRemove,
}: {
  files: StoredFile[];
  onRemove?: (index: number) => void;
}) =>
  files.length === 0 ? null : (
    <ul class="files">
      {files.map((file, index) => (
        <ShownFile key={file.url ?? index} file={file} onRemove={onRemove && (() => onRemove(index))} />
      ))}
    </ul>
  );

/** A spoken reply. */
export const Spoken = ({ url, transcript }: { url: string; transcript: string }) => {
  return (
    <div class="spoken">
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript is shown below */}
      <audio controls preload="none" src={ownAddress(url)} aria-label={t('voice.message')} />
      <details>
        <summary>{t('transcript')}</summary>
        <p dir="auto">{transcript}</p>
      </details>
    </div>
  );
};
