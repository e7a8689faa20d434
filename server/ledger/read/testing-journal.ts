import { closeSync, openSync, writeSync } from 'node:fs'

/** GB18030 bytes of the two-byte characters and ASCII, found by asking the decoder. */
export function gb18030Encoder(): (text: string) => Buffer {
  const decoder = new TextDecoder('gb18030')
  const bytes = new Map<string, number>()
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      if (trail !== 0x7f) bytes.set(decoder.decode(Uint8Array.of(lead, trail)), lead * 256 + trail)
    }
  }
  return (text) => {
    const out: number[] = []
    for (const character of text) {
      const code = character.codePointAt(0) ?? 0
      const pair = bytes.get(character)
      if (code < 0x80) out.push(code)
      else if (pair !== undefined) out.push(pair >> 8, pair & 0xff)
    }
    return Buffer.from(out)
  }
}

/**
 * Writes a journal of `lines` lines (four to a voucher, balanced) as a GB18030 CSV, the same for the same seed, and
 * says what it holds: vouchers, and debit in fen.
 */
export function writeJournal(path: string, lines: number, seed = 1): { vouchers: number; debit: bigint } {
  const encode = gb18030Encoder()
  let state = seed
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
  const file = openSync(path, 'w')
  const header = '记账日期,会计期间,凭证字号,摘要,科目编码,科目名称,客户,借方本位币,贷方本位币,制单人,审核人\n'
  writeSync(file, encode(header))
  const accounts = [
    '100201,银行存款',
    '1122,应收账款',
    '600101,主营业务收入',
    '22210106,销项税额',
    '660101,广告费',
    '660201,工资',
  ]
  const vouchers = Math.floor(lines / 4)
  let debit = 0n
  let block = ''
  for (let voucher = 0; voucher < vouchers; voucher += 1) {
    const month = Math.floor((voucher * 12) / vouchers) + 1
    const first = Math.ceil((vouchers * (month - 1)) / 12)
    const date = `2025-${String(month).padStart(2, '0')}-${String(random(28) + 1).padStart(2, '0')}`
    const amounts = [random(90_000_000) + 1, random(9_000_000) + 1]
    debit += BigInt((amounts[0] ?? 0) + (amounts[1] ?? 0))
    for (let line = 0; line < 4; line += 1) {
      const amount = ((amounts[line % 2] ?? 0) / 100).toFixed(2)
      const account = accounts[random(accounts.length)] ?? ''
      const sides = line < 2 ? `${amount},` : `,${amount}`
      block += `${date},${month},记-${voucher - first + 1},销售第${random(100_000)}号订单的设备及安装服务,${account},客户${random(3000)},${sides},何俊杰,郑一鸣\n`
    }
    if (block.length > 1 << 20 || voucher === vouchers - 1) {
      writeSync(file, encode(block))
      block = ''
    }
  }
  closeSync(file)
  return { vouchers, debit }
}
