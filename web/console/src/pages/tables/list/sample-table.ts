import { t } from '../../../messages/translate.ts';

export const sampleTableName = 'orders';

/** A small table with every type of field. */
export const sampleTable = () => ({
  name: sampleTableName,
  description: t('tables.sample.description'),
  fields: [
    {
      name: 'order_no',
      description: t('tables.sample.orderNo'),
      type: 'TEXT',
      required: true,
      unique: true,
    },
    { name: 'item', description: t('tables.sample.item'), type: 'TEXT', required: true },
    { name: 'quantity', description: t('tables.sample.quantity'), type: 'INT' },
    { name: 'price', description: t('tables.sample.price'), type: 'FLOAT' },
    { name: 'ordered_at', description: t('tables.sample.orderedAt'), type: 'DATETIME' },
    { name: 'is_paid', description: t('tables.sample.isPaid'), type: 'BOOLEAN' },
  ],
});

export const sampleCsv = (): string => `order_no,item,quantity,price,ordered_at,is_paid
A-1001,"${t('tables.sample.firstItem')}",1,24.50,2026-03-02 09:15:00,yes
A-1002,"${t('tables.sample.secondItem')}",2,12.00,2026-03-02 11:40:00,no
A-1003,"${t('tables.sample.thirdItem')}",1,18.90,2026-03-03 16:05:00,yes
`;
