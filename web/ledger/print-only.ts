import { paletteOf } from '#web/kernel/palettes.ts'

const MARK = 'printing'
const STYLE = `@page { size: A4; margin: 18mm 16mm }
@media print {
  body > *:not(.${MARK}) { display: none !important }
  body > .${MARK} { display: block !important; clear: both; padding-block-start: 6mm }
}
.${MARK} { display: none }`

/** Prints one element alone on A4 pages, whatever frame it stands in. */
export function printOnly(element: HTMLElement | null) {
  if (!element) return
  const copy = document.createElement('div')
  copy.className = MARK
  copy.append(element.cloneNode(true))
  const style = document.createElement('style')
  style.textContent = STYLE
  document.body.append(copy, style)
  addEventListener('afterprint', () => (copy.remove(), style.remove()), { once: true })
  print()
}

// on paper it is always day, whatever the screen's theme
const { ink, edge } = paletteOf('default', 'light')

/** What a downloaded page looks like: ink on paper, nothing loaded from anywhere. */
const PAGE = `@page { size: A4; margin: 18mm 16mm }
body { font: 14px/1.6 'Songti SC', SimSun, 'Noto Serif CJK SC', serif; color: ${ink}; max-width: 720px; margin: 32px auto; padding: 0 16px }
h1 { text-align: center; font-size: 22px } h2 { font-size: 15px; margin: 20px 0 6px }
dl { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px 24px } dt { font-size: 12px } dd { margin: 0; font-weight: 600 }
table { border-collapse: collapse; width: 100%; font-size: 13px } th, td { border: 1px solid ${edge}; padding: 2px 8px; text-align: left } .amount { text-align: right }
ul { list-style: none; padding: 0 } li { margin: 4px 0; break-inside: avoid } li > span { display: block; font-size: 12px }
.mono { font-family: Menlo, Consolas, monospace; font-size: 11px; overflow-wrap: anywhere }
.sign { display: flex; justify-content: space-between; margin: 72px 0 32px; break-inside: avoid }`

/** The element as a page of its own; its texts are escaped by the browser that writes them. */
export function pageOf(element: HTMLElement, title: string): string {
  const page = document.implementation.createHTMLDocument(title)
  page.documentElement.lang = document.documentElement.lang
  const charset = page.createElement('meta')
  charset.setAttribute('charset', 'utf-8')
  const style = page.createElement('style')
  style.textContent = PAGE
  page.head.prepend(charset, style)
  page.body.append(element.cloneNode(true))
  return `<!doctype html>\n${page.documentElement.outerHTML}`
}
