import { copied, key, of, someVoucher, without, type Fault } from './testing-fault.ts'
import { codeOf } from './testing-chart.ts'
import { recount } from './testing-tables.ts'

/** Faults of the journal. */
export const journalFaults: readonly Fault[] = [
  ...[0, 1, 2].map((which): Fault => ({
    name: `amount of line ${which} of a voucher changed`,
    check: 'J01',
    class: 'unbalanced_voucher',
    plant(books, roll) {
      const lines = someVoucher(books, roll)
      const line = lines[which % lines.length]
      if (!line) return undefined
      if (line.debit > 0n) line.debit += 27_000n
      else line.credit += 27_000n
      return key(line)
    },
  })),
  ...[0, 1, 2].map((which): Fault => ({
    name: `line ${which} of a voucher left out`,
    check: 'J01',
    class: 'missing_row',
    plant(books, roll) {
      const lines = someVoucher(books, roll)
      const line = lines[which % lines.length]
      if (!line) return undefined
      without(books, [line])
      return key(line)
    },
  })),
  ...[0, 1, 2].map((which): Fault => ({
    name: `line ${which} of a voucher printed twice`,
    check: 'J01',
    class: 'duplicate_row',
    plant(books, roll) {
      const lines = someVoucher(books, roll)
      const line = lines[which % lines.length]
      if (!line) return undefined
      books.lines.splice(books.lines.indexOf(line) + 1, 0, {
        ...line,
        origin: { ...line.origin, row: line.origin.row + 9000 },
      })
      return key(line)
    },
  })),
  ...[0, 1, 2].map((which): Fault => ({
    name: `line ${which} of a voucher on the other side`,
    check: 'J01',
    class: 'sign',
    plant(books, roll) {
      const lines = someVoucher(books, roll)
      const line = lines[which % lines.length]
      if (!line) return undefined
      const { debit, credit } = line
      Object.assign(line, { debit: credit, credit: debit })
      return key(line)
    },
  })),
  ...[1, 2, 3].map((count): Fault => ({
    name: `${count} vouchers left out`,
    check: 'J02',
    class: 'gap',
    plant(books, roll) {
      const [first] = someVoucher(books, roll)
      if (!first) return undefined
      const gone = books.lines.filter(
        ({ period, word, number }) =>
          period === first.period &&
          word === first.word &&
          number >= first.number &&
          number < first.number + (count === 3 ? 2 : count),
      )
      if (
        !books.lines.some(
          (line) => line.period === first.period && line.word === first.word && line.number > first.number + 2,
        )
      )
        return undefined
      without(books, gone)
      return key(first)
    },
  })),
  ...[1, 2, 3].map((day): Fault => ({
    name: `one number on two days (${day})`,
    check: 'J02',
    class: 'duplicate_number',
    plant(books, roll) {
      const lines = someVoucher(books, roll)
      const [first] = lines
      if (!first) return undefined
      const copy = copied(lines)
      for (const line of copy) Object.assign(line, { date: `${first.date.slice(0, 8)}${28 - day}`, summary: '补记' })
      if (copy[0]?.date === first.date) return undefined
      books.lines.splice(books.lines.indexOf(first) + lines.length, 0, ...copy)
      const { lines: kept } = books
      recount(books)
      books.lines = kept
      return key(first)
    },
  })),
  ...[1, 2, 11].map((later): Fault => ({
    name: `date ${later} months off its period`,
    check: 'J03',
    class: 'wrong_period',
    plant(books, roll) {
      const lines = someVoucher(books, roll)
      const month = ((Number(lines[0]?.period) + later - 1) % 12) + 1
      for (const line of lines) line.date = `2025-${String(month).padStart(2, '0')}-05`
      return lines[0] && key(lines[0])
    },
  })),
  ...['2024', '2026', '2052'].map((year): Fault => ({
    name: `date in ${year}`,
    check: 'J03',
    class: 'wrong_period',
    plant(books, roll) {
      const lines = someVoucher(books, roll)
      for (const line of lines) line.date = `${year}${line.date.slice(4)}`
      return lines[0] && key(lines[0])
    },
  })),
  ...[1, 3, 5].map((later): Fault => ({
    name: `date moved ${later} months in a file without periods`,
    check: 'J03',
    class: 'wrong_period',
    plant(books, roll) {
      const lines = someVoucher(books, roll)
      const [first] = lines
      if (!first) return undefined
      const period = String(((Number(first.period) + later - 1) % 12) + 1).padStart(2, '0')
      const lost = first.period
      for (const line of lines) Object.assign(line, { period, date: `2025-${period}-01` })
      return lost
    },
  })),
  ...(['office', 'customer1', 'bank'] as const).map((role): Fault => ({
    name: `code of ${role} mistyped`,
    check: 'J04',
    class: 'unknown_account',
    plant(books) {
      const code = codeOf(books.chart, role)
      for (const line of books.lines) if (line.account === code) line.account = `${code.slice(0, 4)}77`
      return `${code.slice(0, 4)}77`
    },
  })),
  ...(['office', 'customer1', 'bank'] as const).map((role): Fault => ({
    name: `${role} posted to its parent`,
    check: 'J04',
    class: 'parent_posting',
    plant(books, roll) {
      const code = codeOf(books.chart, role)
      const own = books.lines.filter((line) => line.account === code)
      const line = own[roll(own.length)]
      if (line) line.account = code.slice(0, 4)
      return code.slice(0, 4)
    },
  })),
  ...(['goods', 'supplier', 'assets'] as const).map((role): Fault => ({
    name: `row of ${role} missing from the table`,
    check: 'J04',
    class: 'missing_account',
    plant(books) {
      const gone = of(books, role)
      if (role === 'assets') return undefined
      books.accounts = books.accounts.filter((account) => account !== gone)
      return gone.code
    },
  })),
  ...(['goods', 'wages', 'cash'] as const).map((role): Fault => ({
    name: `zeros of ${role} lost`,
    check: 'S09',
    class: 'lost_zeros',
    plant(books) {
      const code = codeOf(books.chart, role)
      for (const line of books.lines) if (line.account === code) line.account = `${code}00`
      return `${code}00`
    },
    seeds: [2, 4],
  })),
  ...[0, 1, 2, 3].map((which): Fault => ({
    name: `number of a voucher blank (${which}): it runs into the one above`,
    check: 'J05',
    class: 'merged_voucher',
    plant(books, roll) {
      const lines = someVoucher(books, roll)
      const [first] = lines
      const above = first && books.lines.find((line) => key(line) === key({ ...first, number: first.number - 1 }))
      if (!above) return undefined
      const last = books.lines.findLast((line) => key(line) === key(above))
      without(books, lines)
      const at = books.lines.indexOf(last ?? above) + 1
      books.lines.splice(
        at,
        0,
        ...copied(lines).map((line) => Object.assign(line, { number: above.number, date: above.date })),
      )
      return key(above)
    },
  })),
  ...(['posted', 'voided'] as const).map((flag): Fault => ({
    name: flag === 'posted' ? 'a voucher not posted' : 'a void voucher',
    check: 'J06',
    class: flag === 'posted' ? 'unposted' : 'voided',
    plant(books, roll) {
      const lines = someVoucher(books, roll)
      for (const line of lines) line[flag] = flag === 'voided'
      const { lines: kept } = books
      recount(books)
      books.lines = kept
      return lines[0] && key(lines[0])
    },
  })),
  ...['03', '07', '11'].map((month): Fault => ({
    name: `month ${month} left out`,
    check: 'J07',
    class: 'missing_month',
    plant(books) {
      books.lines = books.lines.filter(({ period }) => period !== month)
      return month
    },
  })),
  ...['02', '06', '12'].map((month): Fault => ({
    name: `month ${month} in two files`,
    check: 'J07',
    class: 'overlap',
    plant(books) {
      const again = books.lines.filter(({ period }) => period === month)
      books.lines = [...books.lines, ...copied(again, { file: 2 })]
      return month
    },
  })),
  ...[1, 2, 3].map((count): Fault => ({
    name: `rows of ${count} vouchers pasted again below`,
    check: 'J07',
    class: 'duplicate_row',
    plant(books, roll) {
      const lines = Array.from({ length: count }, () => someVoucher(books, roll)).flat()
      const [first] = lines
      if (!first || new Set(lines.map(({ period }) => period)).size > 1) return undefined
      books.lines = [...books.lines, ...copied(lines, {}, 9000)]
      return first.period
    },
  })),
  ...[1, 2, 3].map((): Fault => ({
    name: 'rows of a voucher doubled in place',
    check: 'J07',
    class: 'duplicate_row',
    plant(books, roll) {
      const lines = someVoucher(books, roll)
      const [first] = lines
      const last = lines.at(-1)
      if (!first || !last) return undefined
      books.lines.splice(books.lines.indexOf(last) + 1, 0, ...copied(lines))
      return key(first)
    },
  })),
  ...[65_536, 1_048_576].map((row): Fault => ({
    name: `the journal ends at row ${row}`,
    check: 'J07',
    class: 'truncated',
    plant(books) {
      const last = books.lines.at(-1)
      if (last) last.origin = { ...last.origin, row }
      return '序时账'
    },
  })),
]
