const MARK = 'printing'
const STYLE = `@media print {
  body > *:not(.${MARK}) { display: none !important }
  body > .${MARK} { display: block !important }
}
.${MARK} { display: none }`

/** Prints one element alone on its pages, whatever frame it stands in. */
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
