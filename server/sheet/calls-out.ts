/** Functions that fetch, start or tell something outside of the workbook. */
const FETCHES =
  /(?<![\p{L}\p{N}_.])(?:_xlfn\.)?(?:WEBSERVICE|FILTERXML|RTD|DDE|CALL|REGISTER(?:\.ID)?|EXEC|EVALUATE|IMPORTXML|IMPORTDATA|IMPORTHTML|IMPORTFEED|IMPORTRANGE|IMAGE|HYPERLINK|SQL\.REQUEST|GETPIVOTDATA\.WEB)\s*\(/iu
/** `[1]Sheet1!A1`, `'C:\x\[book.xlsx]Sheet'!A1`, `'file:///x'#$Sheet.A1`. */
const OTHER_BOOK = /(?:^|[^\p{L}\p{N}_.\]])\[[^[\]]*\][^!,;()]*!|'[^'[]*\[(?:[^\]']|'')*\][^']*'!|'file:/iu
const STRINGS = /"(?:[^"]|"")*"/g
const SAFE_LINK = /(?<![\p{L}\p{N}_.])HYPERLINK\s*\(\s*"#/iu

/**
 * Whether a formula would reach out of its workbook: another file, the network, another program. Such a formula is kept as text
 * and reported; a link to a place in the same workbook stays.
 */
export function callsOut(formula: string): boolean {
  const bare = formula.replaceAll(STRINGS, '""')
  if (asksProgram(bare) || OTHER_BOOK.test(bare)) return true
  if (!FETCHES.test(bare)) return false
  return !(SAFE_LINK.test(formula) && !FETCHES.test(bare.replaceAll(/HYPERLINK\s*\(/gi, '(')))
}

/**
 * `cmd|' /c calc'!A0`: what a spreadsheet asks another program for. Each bar is looked at from where it stands back to the last:
 * a pattern that tries every beginning takes minutes for a long row of blanks.
 */
function asksProgram(formula: string): boolean {
  const last = formula.lastIndexOf('!')
  let from = 0
  for (let bar = formula.indexOf('|'); bar !== -1 && bar < last; bar = formula.indexOf('|', bar + 1)) {
    if (namesProgram(formula.slice(from, bar).trimEnd(), from === 0)) return true
    from = bar + 1
  }
  return false
}

/** Whether a text ends with a program's name, in quotes or bare, after an operator or at the formula's very beginning. */
function namesProgram(text: string, beginning: boolean): boolean {
  const named = text.endsWith("'") ? text.slice(0, -1) : text
  let at = named.length
  while (at > 0 && /[\w. -]/.test(named.charAt(at - 1))) at -= 1
  const name = named.slice(at)
  if (/-\s*[\w. -]*[\w.]/.test(name)) return true
  const before = named.slice(0, at).trimEnd().replace(/'$/, '').trimEnd()
  return name.trim() !== '' && (before === '' ? beginning : /[=+\-*/(,&]$/.test(before))
}
