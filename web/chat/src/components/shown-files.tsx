import { useState } from 'preact/hooks';
import { lengthText } from '../../../messages/length-text.ts';
import { t } from '../messages/translate.ts';
import { voiceFileName } from '../recording/voice-message.ts';
import type { Recording, StoredFile } from '../service/wire.ts';
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

/** The length is measured by the service. Players know it only after they have read a part of the file. */
const labelOf = (name: string, seconds: number | undefined): string =>
  seconds === undefined ? name : `${name}, ${lengthText(seconds)}`;

const ShownFile = ({ file, onRemove }: { file: StoredFile; onRemove?: (() => void) | undefined }) => {
  const [isBroken, setBroken] = useState(false);
  const address = ownAddress(file.url);
  const isPicture = file.kind === 'image' && address && !isBroken;
  const name = file.name === voiceFileName ? t('voice.message') : file.name;
  // A file that was chosen here has a blob URL, which would open with the rights of this page.
  const Name = address?.[0] === '/' ? 'a' : 'span';
  return (
    <li class={isPicture ? 'file file-picture' : 'file'}>
      {isPicture ? (
        <Name href={address} target="_blank">
          <img src={address} alt={name} onError={() => setBroken(true)} />
        </Name>
      ) : (
        <Name class="file-name" href={address} target="_blank">
          <Icon name={file.kind === 'audio' ? 'sound' : 'file'} />
          <span dir="auto">{name}</span>
          {file.seconds !== undefined && <span class="file-length">{lengthText(file.seconds)}</span>}
        </Name>
      )}
      {file.kind === 'audio' && address && !onRemove && (
        // biome-ignore lint/a11y/useMediaCaption: a recording of the user has no transcript here
        <audio controls preload="metadata" src={address} aria-label={labelOf(name, file.seconds)} />
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
export const Spoken = ({ url, transcript, seconds }: Recording) => {
  return (
    <div class="spoken">
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript is shown below */}
      <audio
        controls
        preload="metadata"
        src={ownAddress(url)}
        aria-label={labelOf(t('voice.message'), seconds)}
      />
      <details>
        <summary>
          {t('transcript')} <span class="file-length">{lengthText(seconds)}</span>
        </summary>
        <p dir="auto">{transcript}</p>
      </details>
    </div>
  );
};
