import { fill, type Language, type Params, type Text } from '#contract/texts.ts'

/** What rules say in proposals; kept in the language in which they were asked for. */
const words = {
  isValue: { zh: '“{label}”（{cell}）为 {value}。', en: '“{label}” ({cell}) is {value}.' },
  isMissing: { zh: '“{label}”（{cell}）没有数值：{reason}', en: '“{label}” ({cell}) has no value: {reason}' },
  overridden: {
    zh: '该数由 {who} 人工改定，公式算得 {calculated}。理由：{reason}；依据：{evidence}。',
    en: '{who} set this figure; the formula gives {calculated}. Reason: {reason}; evidence: {evidence}.',
  },
  overriddenBefore: {
    zh: '该数是生成时的人工改数，公式算得 {calculated}；此后改数已撤回或更换，需重新生成后再引用。',
    en: 'A person had set this figure when the papers were generated; the formula gives {calculated}. That decision was withdrawn or replaced since; generate the papers again before relying on it.',
  },
  overriddenSince: {
    zh: '此后 {who} 已人工改为 {value}，重新生成后生效。理由：{reason}；依据：{evidence}。',
    en: '{who} has set it to {value} since, which counts once the papers are generated again. Reason: {reason}; evidence: {evidence}.',
  },
  attached: { zh: '见附件', en: 'attached file' },
  staleNow: {
    zh: '取数的资料在生成后已有变化，需重新生成后再引用。',
    en: 'What it was computed from has changed since; generate the papers again before relying on it.',
  },
  formula: { zh: '计算方法：{words}。', en: 'Computed as: {words}.' },
  formulaUnused: {
    zh: '原公式：{words}（未采用其结果）。',
    en: 'Its formula, the result of which is not used: {words}.',
  },
  inputs: { zh: '公式取用：{list}。', en: 'The formula reads: {list}.' },
  more: { zh: '等共 {count} 项', en: '{count} in all' },
  moreReadings: {
    zh: '账簿取数共 {count} 处，以上列出 {shown} 处。',
    en: '{count} readings of the ledger, {shown} of them listed.',
  },
  input: { zh: '{label} {value}（{cell}）', en: '{label} {value} ({cell})' },
  reading: {
    zh: '账簿取数：{text}，共 {rows} 行，合计 {sum}。',
    en: 'From the ledger: {text}, {rows} rows, {sum} in all.',
  },
  readingOf: { zh: '账簿取数：{text}，共 {rows} 行。', en: 'From the ledger: {text}, {rows} rows.' },
  vouchers: { zh: '主要凭证：{list}。', en: 'Largest lines of vouchers: {list}.' },
  voucher: { zh: '{date} {key} {summary} {amount}', en: '{date} {key} {summary} {amount}' },
  param: {
    zh: '人工填报“{label}”：{value}（依据：{evidence}）。',
    en: 'Answered “{label}”: {value} (evidence: {evidence}).',
  },
  entered: {
    zh: '登记簿“{label}”取 {total} 行，如 {list}。',
    en: '{total} rows of the register “{label}”, such as {list}.',
  },
  filed: {
    zh: '上年申报表 {cell}：{value}（{file} {sheet} 第 {row} 行）。',
    en: 'Last year’s return, {cell}: {value} ({file} {sheet}, row {row}).',
  },
  law: { zh: '依据：{list}。', en: 'Law: {list}.' },
  lawOf: { zh: '{doc}{article}（{name}{value}）', en: '{doc} {article} ({name}{value})' },
  uncertain: { zh: '，待核实', en: ', to be verified' },
  lapsed: { zh: '，所列期限已过，请核对是否适用', en: ', its stated term has ended; check whether it applies' },
  feeds: { zh: '填入申报表：{line}。', en: 'Goes into the return at {line}.' },
  none: { zh: '无', en: 'none' },
  noteProcedures: { zh: '一、审核程序', en: '1. Procedures' },
  noteAsPlanned: {
    zh: '底稿规定的程序如下，执行情况由审核人确认：',
    en: 'The paper asks for these procedures; the auditor confirms which were performed:',
  },
  noteFindings: { zh: '二、审核情况', en: '2. Findings' },
  noteLaw: { zh: '三、政策依据', en: '3. Law' },
  noteOpen: { zh: '四、待完善事项', en: '4. Open points' },
  noteConclusion: { zh: '五、审核结论', en: '5. Conclusion' },
  noteFigure: { zh: '{label} {value}', en: '{label}: {value}' },
  noteMissing: { zh: '{count} 项数据尚缺：{list}。', en: '{count} figures are missing: {list}.' },
  noteOverridden: {
    zh: '{count} 项由人工改定：{list}。',
    en: '{count} figures were decided by people: {list}.',
  },
  noteTieOut: { zh: '{count} 项勾稽不为 0：{list}。', en: '{count} tie-outs are not 0: {list}.' },
  noteStale: {
    zh: '{count} 项取数的资料在生成后已有变化，需重新生成：{list}。',
    en: '{count} figures were computed before their inputs changed; generate the papers again: {list}.',
  },
  noteEvidence: {
    zh: '{count} 项用到没有写明依据的人工填报：{list}。',
    en: '{count} figures use answers for which no evidence is named: {list}.',
  },
  noteConfirm: { zh: '拟定结论，由审核人确认：{text}', en: 'Proposed, for the auditor to confirm: {text}' },
  noteNotYet: {
    zh: '待完善事项解决后，由审核人作出结论。',
    en: 'The auditor concludes once the open points are settled.',
  },
  noteNothingOpen: { zh: '无。', en: 'None.' },
  noteFeeds: { zh: '（填入 {line}）', en: ' (goes into {line})' },
  missing: {
    zh: '“{label}”缺数：{reason} 请补齐资料或说明不适用。',
    en: '“{label}” is missing: {reason} Please supply it or say why it does not apply.',
  },
  missingAll: {
    zh: '{count} 项缺数（{label}）：{reason} 请补齐资料或说明不适用。',
    en: '{count} figures are missing ({label}): {reason} Please supply what they need or say why it does not apply.',
  },
  staleAll: {
    zh: '{count} 项取数的资料在生成后已有变化（{label}），请重新生成底稿后复核。',
    en: '{count} figures were computed before their inputs changed ({label}); generate the papers again.',
  },
  failing: { zh: '“{label}”无法计算：{reason}', en: '“{label}” cannot be computed: {reason}' },
  stale: {
    zh: '“{label}”取数的资料在生成后已有变化，请重新生成底稿后复核。',
    en: '“{label}” was computed before its inputs changed; generate the papers again.',
  },
  tieOut: {
    zh: '勾稽“{label}”应为 0，实为 {value}，请查明差异。',
    en: 'The tie-out “{label}” should be 0 and is {value}; find the difference.',
  },
  typedOver: {
    zh: '“{label}”公式为 {calculated}，人工改为 {value}，差 {difference}。理由：{reason}；依据：{evidence}。请复核改数是否成立。',
    en: '“{label}” computes to {calculated} and was set to {value}, a difference of {difference}. Reason: {reason}; evidence: {evidence}. Check whether it stands.',
  },
  weakEvidence: {
    zh: '“{label}”的人工改数没有附件，文字依据只有“{evidence}”，不足以支持，请补充证据。',
    en: 'The override of “{label}” has no file, and its evidence is only “{evidence}”; please add proof.',
  },
  noEvidence: {
    zh: '“{label}”用到的人工填报“{param}”为 {value}，没有写明依据，请补充。',
    en: '“{label}” uses the answer “{param}” ({value}), for which no evidence is named; please add it.',
  },
  noEvidenceRow: {
    zh: '“{label}”用到的登记“{param}”{value} 没有写明依据，请补充。',
    en: '“{label}” uses the entry “{param}” {value}, for which no evidence is named; please add it.',
  },
  change: {
    zh: '“{label}”本年 {value}，上年 {before}，变动 {change}（{percent}），达到 {share}% 且金额达到 {least}，请说明原因并取得证据。',
    en: '“{label}” is {value} against {before} last year, a change of {change} ({percent}), at least {share}% and {least}; explain it and obtain evidence.',
  },
  changeNew: {
    zh: '“{label}”上年为 0，本年 {value}，达到 {least}，请说明原因并取得证据。',
    en: '“{label}” was 0 last year and is {value}, at least {least}; explain it and obtain evidence.',
  },
  uncertainLaw: {
    zh: '“{label}”所依据的 {doc}{article} 在规则包中尚待核实，请核对原文后再引用。',
    en: '“{label}” rests on {doc} {article}, which the rule pack marks as unverified; check the text first.',
  },
  mapTo: { zh: '科目 {account} 建议对应“{standard}”：{reason}', en: 'Map {account} to “{standard}”: {reason}' },
  mapSure: { zh: '（把握 {percent}%）', en: ' ({percent}% sure)' },
} as const satisfies Record<string, Text>
export type ProposalWord = keyof typeof words

/** One sentence in a language. */
export const sayWord = (key: ProposalWord, language: Language, params?: Params): string =>
  fill(words[key][language === 'en' ? 'en' : 'zh'], params)

/** An answer as people read it: yes and no in words. */
export const shownAnswer = (value: string, language: Language): string =>
  shownValue(value === 'true' || value === 'false' ? 'boolean' : 'text', value, language)

/** Between the members of a list. */
export const joint = (language: Language): string => (language === 'en' ? '; ' : '；')

/** A value as people read it: money in yuan with its thousands apart. */
export function shownValue(unit: string, value: string | null, language: Language): string {
  if (value === null || value === '') return sayWord('none', language)
  if (unit === 'money')
    return `${value.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')} ${language === 'en' ? 'yuan' : '元'}`
  if (unit === 'boolean') return language === 'en' ? (value === 'true' ? 'yes' : 'no') : value === 'true' ? '是' : '否'
  if (unit === 'rate' && /^-?\d+(\.\d+)?$/.test(value)) return `${Number((Number(value) * 100).toFixed(6))}%`
  return value
}
