/** An empty page with a policy of its own under ours: styles and pictures that came with the file, nothing else. */
export const emptyDocument = `<!doctype html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:">
<style>body{margin:0;background:transparent}.docx-wrapper{background:transparent!important;padding:12px!important}
.docx-wrapper>section.docx{box-shadow:0 0 0 1px color-mix(in srgb,CanvasText 15%,Canvas)!important;margin-bottom:12px!important}
@media print{body{zoom:1!important;background:none}.docx-wrapper{padding:0!important}.docx-wrapper>section.docx{box-shadow:none!important}}</style>
</head><body></body></html>`

/** Where the document's styles go: before ours, which stay. */
export const stylesOf = (inside: Document): HTMLElement => {
  const place = inside.createElement('div')
  inside.head.prepend(place)
  return place
}

/** Takes out of a drawn document what could lead or load elsewhere: links keep their words and say where they led. */
export function clearDocument(inside: Document): void {
  for (const link of inside.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? ''
    if (href.startsWith('#')) continue
    link.removeAttribute('href')
    if (/^https?:\/\//i.test(href)) link.setAttribute('title', href)
  }
  for (const image of inside.querySelectorAll('img')) if (!image.src.startsWith('data:image/')) image.remove()
  for (const other of inside.querySelectorAll('script, iframe, object, embed, form, base, link')) other.remove()
}
