/** The common surnames, so that a word of two or three characters is taken for a person and not for a thing. */
const surnames =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤'
const company = /公司|厂|店|行|部|局|所|院|中心|银行|集团|有限|商|社|会|站|校/
const person = new RegExp(`^[${surnames}][\\u4e00-\\u9fff]{1,2}$`)
const claim = new RegExp(
  `(?:付|支付|报销|借款|还款|垫付|^)\\s*([${surnames}][\\u4e00-\\u9fff]{1,2}?)(?=报销|借款|还款|垫付|差旅|劳务|工资|费用|备用金|往来|款)`,
)

/** Whether a name is that of a person: a usual surname and one or two characters more. */
export const isPerson = (name: string): boolean => person.test(name.trim()) && !company.test(name)

/** The person a line names as its party, or its summary as who is paid. */
export function personIn(party: string, summary: string): string | undefined {
  const own = party.split(/[\s,，、]+/).find((word) => isPerson(word))
  if (own) return own
  if (party !== '') return undefined
  const name = claim.exec(summary)?.[1]
  return name !== undefined && isPerson(name) ? name : undefined
}
