import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Features } from '../service/wire.ts';
import { acceptedTypes, findFault } from './file-kinds.ts';

const features: Features = {
  images: true,
  documents: false,
  audio_in: true,
  voice: 'text',
  audio_out: false,
  handoff: false,
  handoff_open: false,
  handoff_needs_email: false,
  max_files: 2,
  max_message_mb: 2,
  max_image_mb: 1,
  max_document_mb: 1,
  max_audio_mb: 1,
  image_hosts: [],
};
const megabyte = 1024 * 1024;

test('a file is accepted up to the size limit of its kind', () => {
  assert.equal(findFault({ name: 'a.PNG', size: megabyte }, [], features), undefined);
  assert.deepEqual(findFault({ name: 'a.PNG', size: megabyte + 1 }, [], features), {
    fault: 'size',
    name: 'a.PNG',
    limitMb: 1,
  });
  assert.equal(findFault({ name: 'a.png', size: 0 }, [], features)?.fault, 'empty');
});

test('kinds that the agent does not accept are rejected and not offered', () => {
  for (const name of ['a.pdf', 'a.exe', 'png', 'a.png.exe', ''])
    assert.equal(findFault({ name, size: 1 }, [], features)?.fault, 'kind', name);
  assert.equal(
    acceptedTypes(features),
    '.jpg,.jpeg,.png,.gif,.webp,.mp3,.wav,.aac,.acc,.m4a,.ogg,.opus,.flac',
  );
  assert.equal(acceptedTypes({ ...features, images: false, audio_in: false }), '');
});

test('the number of files is limited to what the agent allows', () => {
  assert.equal(findFault({ name: 'a.png', size: 1 }, [1], features), undefined);
  assert.deepEqual(findFault({ name: 'a.png', size: 1 }, [1, 1], features), { fault: 'count', limit: 2 });
});

test('the total size of the files of a message is limited', () => {
  const wide = { ...features, max_files: 9 };
  const sizes = [megabyte, megabyte - 1];
  assert.equal(findFault({ name: 'a.png', size: 1 }, sizes, wide), undefined);
  assert.deepEqual(findFault({ name: 'a.png', size: 2 }, sizes, wide), { fault: 'total', limitMb: 2 });
});
