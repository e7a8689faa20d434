import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { palettes, type Shade } from './theme.ts'

const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8')
const block = (selector: string) => css.slice(css.indexOf(selector), css.indexOf('}', css.indexOf(selector)))
const selectors = { light: ':root', dark: "[data-theme='dark']" }
const shades: Shade[] = ['light', 'dark']

/** Relative luminance and contrast as WCAG 2.2 defines them. */
const channel = (hex: string) => {
  const part = Number.parseInt(hex, 16) / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
const luminance = (color: string) =>
  0.2126 * channel(color.slice(1, 3)) + 0.7152 * channel(color.slice(3, 5)) + 0.0722 * channel(color.slice(5, 7))
const contrast = (a: string, b: string) => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

describe.each(shades)('the %s theme', (shade) => {
  const palette = palettes[shade]
  test('is the same in CSS and in the components', () => {
    for (const [name, color] of Object.entries(palette))
      expect(block(selectors[shade])).toContain(`--${name}: ${color};`)
  })
  test('can be read: every ink and colour on every ground (AA)', () => {
    for (const ground of ['paper', 'sheet', 'wash', 'jade-wash'] as const) {
      for (const ink of ['ink', 'ink2', 'ink3', 'jade', 'seal', 'amber', 'moss'] as const) {
        expect(contrast(palette[ink], palette[ground]), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
    }
    expect(contrast(palette['on-jade'], palette.jade)).toBeGreaterThanOrEqual(4.5)
  })
})
