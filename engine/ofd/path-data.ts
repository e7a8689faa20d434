import { drawable } from './page.ts'

/** How many numbers each command takes, and what it is in SVG. */
const commands: Readonly<Record<string, { takes: number; svg: string }>> = {
  S: { takes: 2, svg: 'M' },
  M: { takes: 2, svg: 'M' },
  L: { takes: 2, svg: 'L' },
  Q: { takes: 4, svg: 'Q' },
  B: { takes: 6, svg: 'C' },
  A: { takes: 7, svg: 'A' },
  C: { takes: 0, svg: 'Z' },
}
const LONGEST = 400_000

/**
 * The path data of an OFD (`AbbreviatedData`) as SVG path data. It is rebuilt from its numbers, so nothing else of the text gets
 * through; what is damaged ends the path there.
 */
export function ofdPathData(written: string): string {
  const words = written
    .slice(0, LONGEST)
    .trim()
    .split(/[\s,]+/)
  const parts: string[] = []
  let at = 0
  while (at < words.length) {
    const command = commands[words[at] ?? '']
    if (!command) break
    const numbers = words.slice(at + 1, at + 1 + command.takes).map(Number)
    if (numbers.length < command.takes || numbers.some((value) => !Number.isFinite(value))) break
    parts.push([command.svg, ...numbers.map((value) => Math.round(drawable(value) * 10_000) / 10_000)].join(' '))
    at += 1 + command.takes
  }
  // a path begins somewhere
  return parts[0]?.startsWith('M') ? parts.join(' ') : ''
}
