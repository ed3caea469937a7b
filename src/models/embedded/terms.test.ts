import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { detectLanguage } from './language.ts';
import { questionTermsOf, termsOf } from './terms.ts';

describe('forms of one word have the same term', () => {
  for (const forms of [
    ['refund', 'refunds', 'refunded', 'Refunding'],
    ['delivery', 'deliveries', 'delivered', 'delivering'],
    ['price', 'prices', 'pricing', 'cost', 'costs'],
    ['cancel', 'cancelled', 'cancellation', 'cancellations'],
    ['ship', 'shipping', 'ships'],
    ['precio', 'precios', 'cuesta'],
    ['envío', 'envíos', 'envio'],
    ['produit', 'produits'],
  ]) {
    it(forms.join(', '), () => assert.equal(new Set(forms.flatMap((form) => termsOf(form))).size, 1));
  }

  it('different words have different terms', () => {
    const words = ['station', 'moment', 'business', 'bus', 'internet', 'international', 'lamp', 'lamb'];
    assert.equal(new Set(words.flatMap((word) => termsOf(word))).size, words.length);
  });
});

describe('words without a subject are ignored', () => {
  for (const question of [
    'How long does it take?',
    'What is it?',
    '这是什么？',
    '¿Qué es?',
    'Was ist das?',
  ]) {
    it(question, () => assert.ok(questionTermsOf(question).length <= 1));
  }
});

describe('the language of a message', () => {
  for (const [text, language] of [
    ['When do you open?', 'en'],
    ['你们几点开门？', 'zh'],
    ['¿A qué hora abren?', 'es'],
    ['Quels sont vos horaires ?', 'fr'],
    ['Wann haben Sie geöffnet?', 'de'],
    ['Когда вы открыты?', 'ru'],
    ['Работает ли приложение на iPhone?', 'ru'],
    ['متى تفتحون؟', 'ar'],
    ['営業時間は何時ですか', 'en'],
    ['xyzzy', 'en'],
  ] as const) {
    it(`${text} is answered in ${language}`, () => assert.equal(detectLanguage(text), language));
  }
});
