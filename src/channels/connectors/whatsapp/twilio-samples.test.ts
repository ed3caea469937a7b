import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSample } from '../../../../test/support/platforms/read-sample.ts';
import { twilioMessage, twilioSignature } from '../../../../test/support/platforms/twilio.ts';
import { whatsAppTwilio } from './twilio.ts';

const authToken = '12345';
const settings = { accountSid: `AC${'0'.repeat(32)}`, number: '+14155238886' };
const url = 'https://mycompany.com/myapp.php';

const read = (parameters: Record<string, string>, signature = twilioSignature(url, parameters, authToken)) =>
  readSample(
    whatsAppTwilio,
    { secrets: { authToken }, settings, inboundUrl: url },
    { body: new URLSearchParams(parameters).toString(), headers: { 'x-twilio-signature': signature } },
  );

const messageOf = (content: Record<string, string>) => {
  const events = read(twilioMessage(content));
  if (typeof events === 'string' || events[0]?.kind !== 'message') return events;
  const { text, files, isUnsupported } = events[0].message;
  return { text, files, isUnsupported };
};

test("the example of Twilio's documentation has the expected signature", () => {
  const parameters = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  };
  const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';
  const receive = (inboundUrl: string) =>
    readSample(
      whatsAppTwilio,
      { secrets: { authToken }, settings, inboundUrl },
      { body: new URLSearchParams(parameters).toString(), headers: { 'x-twilio-signature': signature } },
    );
  assert.equal(
    receive('https://mycompany.com/myapp.php?foo=1&bar=2'),
    'nothing',
    'accepted: a call by phone',
  );
  assert.equal(receive('https://mycompany.com/myapp.php'), 'refused');
});

test('texts, buttons, places and files of Twilio are read', () => {
  assert.deepEqual(messageOf({ Body: 'Hello' }), { text: 'Hello', files: [], isUnsupported: undefined });
  assert.deepEqual(messageOf({ ButtonText: 'Yes', ButtonPayload: 'yes' }), {
    text: 'Yes',
    files: [],
    isUnsupported: undefined,
  });
  assert.deepEqual(messageOf({ Latitude: '52.51', Longitude: '13.37', Address: 'Pariser Platz' }), {
    text: 'Pariser Platz\n52.51, 13.37',
    files: [],
    isUnsupported: undefined,
  });
  const media = (type: string) => ({
    NumMedia: '1',
    MediaUrl0: 'https://api.twilio.com/x',
    MediaContentType0: type,
  });
  const kinds = { 'image/jpeg': 'image', 'audio/ogg': 'audio', 'application/pdf': 'document' };
  for (const [type, kind] of Object.entries(kinds))
    assert.deepEqual(messageOf(media(type)), {
      text: '',
      files: [{ kind, handle: 'https://api.twilio.com/x' }],
      isUnsupported: undefined,
    });
  for (const type of ['video/mp4', 'text/vcard'])
    assert.deepEqual(messageOf(media(type)), { text: '', files: [], isUnsupported: true });
});

test('states of a message and requests of other numbers are acknowledged', () => {
  for (const status of ['queued', 'sent', 'delivered', 'read'])
    assert.equal(read({ MessageSid: 'SM1', MessageStatus: status, To: 'whatsapp:+16505551234' }), 'nothing');
  assert.equal(messageOf({ To: 'whatsapp:+4930123456', Body: 'Hello' }), 'nothing');
  assert.equal(messageOf({ From: '+16505551234', Body: 'a text message' }), 'nothing');
  assert.equal(read(twilioMessage({ Body: 'Hello' }), 'AAAA'), 'refused');
});
