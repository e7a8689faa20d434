import { createHash, randomInt } from 'node:crypto'

/** Without letters and digits that look alike. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 5
const WIDTH = 130
const HEIGHT = 48

export const captchaText = () => Array.from({ length: LENGTH }, () => alphabet[randomInt(alphabet.length)]).join('')

/** What is stored of an answer: case and blanks do not count. */
export const captchaHash = (key: string, answer: string) =>
  createHash('sha256').update(`${key} ${answer.trim().toUpperCase()}`).digest()

// Strokes on a 4 × 6 grid: the picture holds lines, no text that a program could read out.
const glyphs: Record<string, string> = {
  '2': 'M0 1Q0 0 2 0Q4 0 4 1.5Q4 3 0 6L4 6',
  '3': 'M0 0L4 0L2 2.4Q4 2.6 4 4.3Q4 6 2 6Q0 6 0 5',
  '4': 'M3 6L3 0L0 4L4 4',
  '5': 'M4 0L0.4 0L0 2.8Q4 1.6 4 4Q4 6 2 6Q0.3 6 0 5',
  '6': 'M3.6 0Q0 1.5 0 4Q0 6 2 6Q4 6 4 4.3Q4 2.6 2 2.6Q0.4 2.6 0 4',
  '7': 'M0 0L4 0L1.5 6M1 3L3.6 3',
  '8': 'M2 0Q0 0 0.2 1.4Q0.4 2.8 2 2.9Q4 3 4 4.5Q4 6 2 6Q0 6 0 4.5Q0 3 2 2.9Q3.6 2.8 3.8 1.4Q4 0 2 0',
  '9': 'M4 2Q4 0 2 0Q0 0 0 1.7Q0 3.4 2 3.4Q4 3.4 4 2Q4 4.5 0.8 6',
  A: 'M0 6L2 0L4 6M0.8 4L3.2 4',
  B: 'M0 0L0 6L2.3 6Q4 6 4 4.4Q4 2.9 2 2.9L0 2.9M0 0L2 0Q3.6 0 3.6 1.4Q3.6 2.9 2 2.9',
  C: 'M4 1Q3.4 0 2.2 0Q0 0 0 3Q0 6 2.2 6Q3.4 6 4 5',
  D: 'M0 0L0 6L1.6 6Q4 6 4 3Q4 0 1.6 0L0 0',
  E: 'M4 0L0 0L0 6L4 6M0 3L3 3',
  F: 'M4 0L0 0L0 6M0 3L3 3',
  G: 'M4 1Q3.4 0 2.2 0Q0 0 0 3Q0 6 2.2 6Q4 6 4 4L4 3.4L2.2 3.4',
  H: 'M0 0L0 6M4 0L4 6M0 3L4 3',
  J: 'M1 0L4 0M3 0L3 4.5Q3 6 1.5 6Q0 6 0 4.6',
  K: 'M0 0L0 6M4 0L0 3.4M1.4 2.4L4 6',
  L: 'M0 0L0 6L4 6',
  M: 'M0 6L0 0L2 3.4L4 0L4 6',
  N: 'M0 6L0 0L4 6L4 0',
  P: 'M0 6L0 0L2.2 0Q4 0 4 1.7Q4 3.4 2.2 3.4L0 3.4',
  Q: 'M2 0Q0 0 0 3Q0 6 2 6Q4 6 4 3Q4 0 2 0M2.4 4.2L4.2 6.4',
  R: 'M0 6L0 0L2.2 0Q4 0 4 1.6Q4 3.2 2.2 3.2L0 3.2M2 3.2L4 6',
  S: 'M4 0.8Q3.2 0 2 0Q0 0 0 1.5Q0 2.8 2 3Q4 3.2 4 4.5Q4 6 2 6Q0.6 6 0 5',
  T: 'M0 0L4 0M2 0L2 6',
  U: 'M0 0L0 4Q0 6 2 6Q4 6 4 4L4 0',
  V: 'M0 0L2 6L4 0',
  W: 'M0 0L1 6L2 2L3 6L4 0',
  X: 'M0 0L4 6M4 0L0 6',
  Y: 'M0 0L2 3L4 0M2 3L2 6',
  Z: 'M0 0L4 0L0 6L4 6',
}

const y = () => between(4, HEIGHT - 4).toFixed(1)
const between = (low: number, high: number) => low + (randomInt(1000) / 1000) * (high - low)

/** A data URL of an SVG that shows the text, each character moved, turned and slanted, under lines that cross it. */
export function captchaImage(text: string): string {
  const shapes = Array.from(text, (char, at) => {
    const move = `translate(${between(9, 12) + at * 24} ${between(7, 13)})`
    const turn = `rotate(${between(-14, 14)}) skewX(${between(-8, 8)}) scale(${between(3, 3.7)} ${between(4.4, 5.4)})`
    return `<path transform="${move} ${turn}" d="${glyphs[char] ?? ''}"/>`
  })
  const noise = Array.from({ length: 4 }, () => {
    return `<path d="M0 ${y()}C${WIDTH / 3} ${y()} ${(WIDTH / 3) * 2} ${y()} ${WIDTH} ${y()}" stroke-width="1.2" opacity=".7"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="100%" height="100%" fill="#f4f6fa"/><g fill="none" stroke="#2f4a86" stroke-width=".55" stroke-linecap="round" stroke-linejoin="round">${shapes.join('')}${noise.join('')}</g></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
