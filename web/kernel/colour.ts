/** A colour as #rrggbb. */
export type Hex = `#${string}`
export const white: Hex = '#ffffff'
export const black: Hex = '#000000'

const parts = (colour: Hex) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** So much of the other colour in the one; 0 is the one, 1 the other. */
export function mix(one: Hex, other: Hex, share: number): Hex {
  const others = parts(other)
  const mixed = parts(one).map((part, at) => Math.round(part + ((others[at] ?? part) - part) * share))
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const linear = (part: number) => (part <= 0.04045 * 255 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
const luminance = (colour: Hex) => {
  const [red = 0, green = 0, blue = 0] = parts(colour).map(linear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** How far two colours stand apart, 1 to 21 (WCAG 2.2). */
export function contrast(one: Hex, other: Hex): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}
