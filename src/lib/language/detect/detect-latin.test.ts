import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectLatin } from './detect-latin.ts';

const questions: Readonly<Record<string, readonly string[]>> = {
  en: [
    'How long does delivery take?',
    'Who was in the office?',
    'reset my password',
    'What was the name of the hotel?',
  ],
  de: [
    'Wie lange dauert der Versand?',
    'Was kostet die Lieferung in die Schweiz?',
    'Wer war in der Stadt?',
    'In welchem Jahr wurde das Hotel gebaut?',
    'Wann hat das Restaurant am Sonntag offen?',
    'An wen kann man Pakete senden?',
    'Kann man im Hotel parken?',
    'Lieferung nach Österreich',
  ],
  fr: ['Combien coûte la livraison ?', "Quand est-ce que l'hôtel ouvre ?", 'Où sont les toilettes ?'],
  es: ['¿Cuánto cuesta el envío?', 'Donde esta mi pedido', '¿Quién fundó la empresa?'],
  pt: ['Quanto custa a entrega?', 'Onde está o meu pedido?', 'Qual é o horário de funcionamento da loja?'],
  it: ['Quanto costa la spedizione?', "Dov'è il mio ordine?", 'Quando apre il negozio?'],
  nl: ['Hoeveel kost de verzending?', 'Waar is mijn bestelling?', 'Hoe laat gaat de winkel open?'],
  sv: ['Hur mycket kostar frakten?', 'Var är min beställning?', 'När öppnar butiken?'],
  fi: ['Kuinka paljon toimitus maksaa?', 'Missä tilaukseni on?', 'Milloin kauppa aukeaa?'],
  hu: ['Mennyibe kerül a szállítás?', 'Hol van a rendelésem?', 'Mikor nyit az üzlet?'],
  ro: ['Cât costă livrarea?', 'Unde este comanda mea?', 'Când se deschide magazinul?'],
  tr: ['Kargo ücreti ne kadar?', 'Siparişim nerede?', 'Mağaza ne zaman açılıyor?'],
  id: ['Berapa biaya pengiriman?', 'Di mana pesanan saya?', 'Kapan toko ini buka?'],
  vi: ['Phí vận chuyển là bao nhiêu?', 'Đơn hàng của tôi ở đâu?'],
  pl: ['Ile kosztuje dostawa?', 'Gdzie jest moje zamówienie?', 'Kiedy otwiera się sklep?'],
  cs: ['Kolik stojí doprava?', 'Kde je moje objednávka?', 'Kdy se otevírá obchod?'],
  lt: ['Kiek kainuoja pristatymas?', 'Kur yra mano užsakymas?'],
};

for (const [language, texts] of Object.entries(questions))
  test(`short questions are recognized: ${language}`, () => {
    for (const text of texts) assert.equal(detectLatin(text)?.language, language, text);
  });

test('texts without a sign of a language have none, and doubtful ones are not clear', () => {
  const short = ['Hello.', 'Hello world', 'Hi', 'Order status', 'Paris', 'Refund'];
  for (const text of ['', '12345', 'xyzzy', '…', ...short]) assert.equal(detectLatin(text), undefined, text);
  for (const text of ['hotel', 'de la', 'in']) assert.notEqual(detectLatin(text)?.isClear, true, text);
});

test('names of Object.prototype members are words like any other', () => {
  assert.doesNotThrow(() => detectLatin('constructor __proto__ toString hasOwnProperty valueOf'));
});

test('the choice can be limited', () => {
  assert.equal(detectLatin('Onde está o meu pedido?', ['en', 'es'])?.language, 'es');
});
