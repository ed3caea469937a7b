import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageClass } from './language-class.ts';

test('languages are distinguished as far as the models differ', () => {
  const samples = {
    english: [
      'How do I reset my password?',
      'electron microscopy',
      'The naïve café owner',
      'Hello world',
      'Hi',
      'Order status',
      '',
      '12345 !?',
    ],
    latin: [
      '¿Cuántos días tarda el envío?',
      'Comment puis-je changer mon mot de passe ?',
      'Wie kann ich mein Passwort zurücksetzen?',
      'Jak zmienić hasło?',
      'Şifremi nasıl değiştiririm?',
      'envío rápido',
    ],
    chinese: ['如何重置密码？', 'Kubernetes 集群怎么扩容', '退款', 'iPhone 15 Pro 的价格是多少'],
    'traditional-chinese': ['如何重設密碼？', '請問退貨運費由誰負擔'],
    'japanese-korean': ['パスワードをリセットする方法は？', '비밀번호를 어떻게 재설정하나요?'],
    other: ['Как сбросить пароль?', 'كيف أعيد تعيين كلمة المرور؟', 'ฉันจะรีเซ็ตรหัสผ่านได้อย่างไร', 'पासवर्ड कैसे बदलें'],
  };
  for (const [expected, texts] of Object.entries(samples))
    for (const text of texts) assert.equal(languageClass(text), expected, text);
});

test('a few foreign characters do not change the language of a text', () => {
  assert.equal(languageClass('The word 茶 means tea in Chinese, and чай means it in Russian.'), 'english');
});

test('a very long text is classified by its beginning', () => {
  assert.equal(languageClass('word '.repeat(200_000)), 'english');
  assert.equal(languageClass('\uD800'.repeat(1_000_000)), 'english');
});
