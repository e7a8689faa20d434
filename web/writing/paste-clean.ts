/** What Word says a paragraph of a list is: level from 1. */
const levelOf = (element: Element) => {
  const found = /mso-list:\s*\w+\s+level(\d+)/i.exec(element.getAttribute('style') ?? '')
  return found ? Math.min(9, Number(found[1])) : 0
}
/** The bullet or number Word drew in front, as words that are no part of the text. */
function takeMarker(element: Element): string {
  const marker = [...element.querySelectorAll('span')].find((span) =>
    /mso-list:\s*Ignore/i.test(span.getAttribute('style') ?? ''),
  )
  const text = marker?.textContent?.trim() ?? ''
  marker?.remove()
  return text
}
/** Numbers, letters and Chinese numerals before a point, a bracket or a pause: an ordered list. */
export const isNumbered = (marker: string): boolean =>
  /^[（(]?(?:\d+|[a-z]{1,4}|[一二三四五六七八九十百]+)[.．、)）]/i.test(marker)

/** Neighbouring list paragraphs of Word become lists. */
function nestLists(body: HTMLElement) {
  let open: { level: number; list: Element }[] = []
  for (const element of body.querySelectorAll('p,h1,h2,h3,h4,h5,h6,table,ul,ol,div')) {
    const level = levelOf(element)
    if (level === 0) {
      if (!open.some(({ list }) => list.contains(element) || element.contains(list))) open = []
      continue
    }
    const tag = isNumbered(takeMarker(element)) ? 'ol' : 'ul'
    open = open.filter((one) => one.level <= level)
    let now = open.at(-1)
    if (!now || now.level < level) {
      const list = body.ownerDocument.createElement(tag)
      const last = now?.list.lastElementChild
      if (last) last.append(list)
      else element.before(list)
      now = { level, list }
      open.push(now)
    }
    const item = body.ownerDocument.createElement('li')
    const line = body.ownerDocument.createElement('p')
    line.append(...element.childNodes)
    item.append(line)
    now.list.append(item)
    element.remove()
  }
}

/**
 * HTML from the clipboard, as the editor may take it: without programs, styles, what Word adds for itself, and pictures from
 * elsewhere, which would be loaded; Word's list paragraphs as lists. What the document cannot hold the editor leaves out itself.
 */
export function cleanPaste(html: string): string {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const { body } = parsed
  for (const gone of body.querySelectorAll(
    'script,style,meta,link,title,iframe,object,embed,svg,math,form,template,xml',
  ))
    gone.remove()
  for (const element of body.querySelectorAll('*')) {
    if (element.localName.includes(':')) element.replaceWith(...element.childNodes)
    else if (element.localName === 'img' && !element.hasAttribute('data-file')) element.remove()
  }
  nestLists(body)
  // Word keeps bold in styles of spans only where its own styles say otherwise; blank paragraphs are its spacing
  for (const paragraph of body.querySelectorAll('p.MsoNormal'))
    if (
      paragraph.textContent?.replaceAll('\u00a0', '').trim() === '' &&
      !paragraph.querySelector('img,br,span[data-writing-figure]')
    )
      paragraph.remove()
  return body.innerHTML
}
