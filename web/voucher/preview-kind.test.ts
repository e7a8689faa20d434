import { expect, test } from 'vitest'
import { isOfType, previewType } from './preview-kind.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('images and PDF are shown, anything that can run is only downloaded', () => {
  expect(previewType('发票.PDF')).toBe('application/pdf')
  expect(previewType('a.b.jpeg')).toBe('image/jpeg')
  for (const name of ['x.svg', 'x.html', 'x.pdf.exe', 'pdf', 'x.ofd', 'x.xml'])
    expect(previewType(name)).toBeUndefined()
})

test('what only calls itself a PDF is not shown as one', () => {
  expect(isOfType(bytes('%PDF-1.7'), 'application/pdf')).toBe(true)
  expect(isOfType(bytes('<html><script>'), 'application/pdf')).toBe(false)
  expect(isOfType(new Uint8Array(), 'image/png')).toBe(false)
  expect(isOfType(bytes('%PDF-1.7'), 'text/html')).toBe(false)
})
