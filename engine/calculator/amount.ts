import { yuan } from '../money.ts'
import { amountInWords, fenOfFigure, fenOfWords } from './amount-words.ts'
import type { Calculator } from './work.ts'

/** 金额大写: figures to capitals and back. */
export const amountCalculator: Calculator = {
  code: 'amountWords',
  group: 'amount',
  rounding: { zh: '不舍入，最多两位小数', en: 'Not rounded; at most two decimals' },
  fields: [
    {
      key: 'amount',
      label: { zh: '金额或大写', en: 'Amount or capitals' },
      kind: 'text',
      needed: true,
      hint: { zh: '如 16409.02，或 壹万陆仟肆佰零玖元零贰分', en: 'Like 16409.02, or the Chinese capitals' },
    },
  ],
  compute({ ask, say, note }) {
    const text = ask.text('amount')
    const figure = fenOfFigure(text)
    const fen = figure ?? fenOfWords(text)
    const words = fen === undefined ? undefined : amountInWords(fen)
    if (fen === undefined || words === undefined)
      return ask.refuse('amount', {
        zh: '不是金额：请填写最多两位小数、不到一亿亿的数字，或书写规范的中文大写',
        en: 'Not an amount: enter a figure below 10¹⁶ with at most two decimals, or properly written capitals',
      })
    const inWords = { zh: '中文大写', en: 'Chinese capitals' }
    const inFigures = { zh: '数字', en: 'Figures' }
    if (figure === undefined) say('figure', inFigures, yuan(fen))
    say('words', inWords, words)
    if (figure !== undefined) say('figure', inFigures, yuan(fen))
    note({
      zh: '依据《支付结算办法》附件一“正确填写票据和结算凭证的基本规定”；元位为 0 而角位不为 0 时可写零也可不写，这里不写。',
      en: 'After annex 1 of the Payment and Settlement Measures; where the yuan end in 0 and jiao follow, 零 may stand or not: here it does not.',
    })
  },
}
