import type { Schema } from '@tiptap/pm/model'
import type { WritingBody, WritingDoc } from '#contract/writing-doc.ts'
import { drawDoc } from './draw-doc.ts'
import { marginWords, pageStyle } from './print-marks.ts'

/** How the text stands on paper. */
const STYLE = `
* { box-sizing: border-box; }
body { margin: 0; font: 10.5pt/1.6 'SimSun', 'Noto Serif CJK SC', 'Songti SC', serif; color: black; }
p { margin: 0 0 6pt; }
h1, h2, h3, h4 { margin: 12pt 0 6pt; line-height: 1.4; break-after: avoid; font-family: 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif; }
h1 { font-size: 16pt; } h2 { font-size: 14pt; } h3 { font-size: 12pt; } h4 { font-size: 10.5pt; }
ul, ol { margin: 0 0 6pt; padding-inline-start: 2em; } li > p { margin: 0; }
blockquote { margin: 0 0 6pt; padding-inline-start: 1em; border-inline-start: 1pt solid currentColor; }
table { border-collapse: collapse; width: 100%; margin: 0 0 8pt; }
td, th { border: 0.5pt solid currentColor; padding: 2pt 4pt; vertical-align: top; overflow-wrap: anywhere; }
th { font-weight: bold; } td > p, th > p { margin: 0; }
thead { display: table-header-group; } tfoot { display: table-footer-group; } tr { break-inside: avoid; }
img { max-width: 100%; } hr { border: 0; border-top: 0.5pt solid currentColor; }
.wr-break { break-after: page; height: 0; }
.wr-deletion { text-decoration: line-through; } .wr-insertion { text-decoration: underline; }
a { color: inherit; text-decoration: none; }
.wr-field[data-empty]::before { content: '＿＿＿＿'; }
table.wr-sheet, table.wr-sheet > * > tr > td { border: 0; padding: 0; }
table.wr-sheet > tbody > tr { break-inside: auto; }
`

/** A header or footer of more than words stands in the head or foot of a table, which paper repeats on every page. */
const drawnEdge = (doc: WritingDoc | null) => (doc && marginWords(doc) === undefined ? doc : null)

type Printed = { schema: Schema; body: WritingBody; title: string }

/** Prints a document as sheets of A4, or keeps it as PDF: the browser's own dialog asks. Resolves when the dialog is closed. */
export async function printDoc({ schema, body, title }: Printed): Promise<void> {
  const frame = document.createElement('iframe')
  frame.className = 'wr-print'
  frame.title = title
  frame.setAttribute('aria-hidden', 'true')
  document.body.append(frame)
  const page = frame.contentDocument
  const win = frame.contentWindow
  if (!page || !win) return frame.remove()
  page.title = title
  const style = page.createElement('style')
  style.textContent = STYLE + pageStyle(body)
  page.head.append(style)
  const sheet = page.createElement('table')
  sheet.className = 'wr-sheet'
  const parts = [
    [drawnEdge(body.header), sheet.createTHead()],
    [body.doc, sheet.createTBody()],
    [drawnEdge(body.footer), sheet.createTFoot()],
  ] as const
  page.body.append(sheet)
  for (const [doc, part] of parts) if (doc) await drawDoc(part.insertRow().insertCell(), schema, doc)
  await new Promise<void>((done) => {
    win.addEventListener('afterprint', () => done(), { once: true })
    win.print()
    // a browser that says nothing afterwards has printed by the time the window is used again
    setTimeout(() => addEventListener('focus', () => done(), { once: true }), 1000)
  })
  frame.remove()
}
