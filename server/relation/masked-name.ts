/** What stands for a hidden part of a name. */
const HIDDEN = '※'

/** Words that make a name a company's, a bank branch's or a person's. */
const party =
  /[\p{Script=Han}A-Za-z0-9（）()]{0,24}?(?:有限责任公司|股份有限公司|有限公司|公司|集团|合伙企业|事务所|工作室|商行|经营部|支行|分行|营业部|学校|医院|先生|女士)/gu

/** A first-level account name as it may leave the house: known parties, companies, persons and numbers hidden. */
export function maskedName(name: string, parties: readonly string[]): string {
  let shown = name.normalize('NFKC')
  for (const one of parties) if (one.length >= 2) shown = shown.replaceAll(one.normalize('NFKC'), HIDDEN)
  return shown
    .replace(party, HIDDEN)
    .replace(/\d{2,}/g, HIDDEN)
    .slice(0, 60)
}
