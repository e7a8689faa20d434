/** Functions that fetch, start or tell something outside of the workbook. */
const FETCHES =
  /(?<![\p{L}\p{N}_.])(?:_xlfn\.)?(?:WEBSERVICE|FILTERXML|RTD|DDE|CALL|REGISTER(?:\.ID)?|EXEC|EVALUATE|IMPORTXML|IMPORTDATA|IMPORTHTML|IMPORTFEED|IMPORTRANGE|IMAGE|HYPERLINK|SQL\.REQUEST|GETPIVOTDATA\.WEB)\s*\(/iu
/** `[1]Sheet1!A1`, `'C:\x\[book.xlsx]Sheet'!A1`, `'file:///x'#$Sheet.A1`. */
const OTHER_BOOK = /(?:^|[^\p{L}\p{N}_.\]])\[[^\]]+\][^!,;()]*!|'[^']*\[[^\]]*\][^']*'!|'file:/iu
/** `cmd|' /c calc'!A0`: what a spreadsheet asks another program for. */
const DDE_LINK = /(?:^|[=+\-*/(,&])\s*'?[\w. -]+'?\s*\|\s*'?[^!]*'?!/u
const STRINGS = /"(?:[^"]|"")*"/g
const SAFE_LINK = /(?<![\p{L}\p{N}_.])HYPERLINK\s*\(\s*"#/iu

/**
 * Whether a formula would reach out of its workbook: another file, the network, another program. Such a formula is kept as text
 * and reported; a link to a place in the same workbook stays.
 */
export function callsOut(formula: string): boolean {
  const bare = formula.replaceAll(STRINGS, '""')
  if (DDE_LINK.test(bare) || OTHER_BOOK.test(bare)) return true
  if (!FETCHES.test(bare)) return false
  return !(SAFE_LINK.test(formula) && !FETCHES.test(bare.replaceAll(/HYPERLINK\s*\(/gi, '(')))
}
