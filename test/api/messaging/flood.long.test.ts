import { checkFlood, sendFlood } from '../../support/platforms/flood.ts';
import { testWhatsApp } from '../../support/platforms/with-whatsapp.ts';

/** The platform accepts 80 messages a second of one number. */
const timeoutMs = 20 * 60_000;

testWhatsApp('of 10,000 messages at once each is answered once and in order', {}, async (stage) => {
  const size = { chats: 1000, perChat: 10 };
  await sendFlood(stage, size);
  await checkFlood(stage, size, timeoutMs);
});
