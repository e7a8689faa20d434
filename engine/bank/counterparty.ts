/** Ways of payment that stand before who was paid. */
const channel = /^(?:支付宝|财付通|微信支付?|银联|云闪付|网银在线|快钱|京东支付|抖音支付)\s*[-—－:：]\s*(?=\S)/

/** A counterparty without its channel and without the account number that some banks write behind the name. */
export function cleanParty(printed: string): { name: string; account: string } {
  let name = printed
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  let account = ''
  const behind = /^(.*[^\d*\s])[\s,:-]*((?:\d[\d*]{6,30}\d))$/.exec(name)
  if (behind) [name, account] = [(behind[1] ?? '').trim(), behind[2] ?? '']
  for (let before = ''; before !== name;) {
    before = name
    name = name.replace(channel, '').trim()
  }
  return { name: /^(?:[/\\—-]+|无)$/.test(name) ? '' : name, account }
}

/** What two spellings of one counterparty share: width, blanks, brackets and case do not count. */
export const partyKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[\s·.,，。]/g, '')
    .toLowerCase()
