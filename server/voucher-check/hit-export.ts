import { voucherCheck } from '#contract/voucher-check.ts'
import { exportOf } from '../list/list-export.ts'
import { listHits } from './hits.ts'

const states = {
  open: { zh: '未处置', en: 'Open' },
  proposed: { zh: '白名单建议', en: 'Proposed by whitelist' },
  normal: { zh: '正常', en: 'Normal' },
  adjust: { zh: '需调整', en: 'To adjust' },
  pending: { zh: '待查', en: 'To look into' },
  whitelist: { zh: '白名单', en: 'Whitelist' },
} as const

type Words = { zh: string; en: string }
const inWords = (of: (row: { checkName: Words; measure: Words; why: Words }) => Words) =>
  ((row, language) => (language === 'en' ? of(row).en : of(row).zh)) satisfies (
    row: { checkName: Words; measure: Words; why: Words },
    language: string,
  ) => string

/** The hits of the last run with what was decided of each. */
export const hitExport = exportOf(voucherCheck.hits, {
  name: 'voucherHit',
  title: { zh: '凭证检查', en: 'Voucher checks' },
  rows: listHits,
  columns: [
    { key: 'checkId', title: { zh: '编号', en: 'No.' }, width: 8 },
    { key: 'checkName', title: { zh: '检查', en: 'Check' }, width: 24, value: inWords(({ checkName }) => checkName) },
    { key: 'voucherKey', title: { zh: '凭证', en: 'Voucher' }, width: 14 },
    { key: 'date', title: { zh: '日期', en: 'Date' }, width: 12 },
    { key: 'account', title: { zh: '科目', en: 'Account' }, width: 14 },
    { key: 'accountName', title: { zh: '科目名称', en: 'Account name' }, width: 26 },
    { key: 'counter', title: { zh: '对方科目', en: 'Counter account' }, width: 18 },
    { key: 'party', title: { zh: '对方', en: 'Party' }, width: 18 },
    { key: 'summary', title: { zh: '摘要', en: 'Summary' }, width: 34 },
    { key: 'amount', title: { zh: '金额', en: 'Amount' }, width: 16, money: true },
    { key: 'measure', title: { zh: '指标', en: 'Measure' }, width: 20, value: inWords(({ measure }) => measure) },
    { key: 'why', title: { zh: '原因', en: 'Why' }, width: 48, value: inWords(({ why }) => why) },
    { key: 'state', title: { zh: '处置', en: 'Decision' }, words: states, width: 12 },
    { key: 'reason', title: { zh: '理由', en: 'Reason' }, width: 30 },
    { key: 'evidence', title: { zh: '依据', en: 'Evidence' }, width: 24 },
    { key: 'paper', title: { zh: '底稿', en: 'Paper' }, width: 12 },
    { key: 'userName', title: { zh: '处置人', en: 'By' } },
    { key: 'time', title: { zh: '时间', en: 'When' }, width: 20 },
  ],
})
