import { afterEach, expect, test, vi } from 'vitest'
import { wayOut } from './gateway.ts'

const here = 'https://digao.example.com'
afterEach(() => void vi.restoreAllMocks())

test('signing out leads to the domain of the tenant, without one to the portal', () => {
  expect(wayOut('', here)).toBe('/portal')
  expect(wayOut('https://firm.example.com', here)).toBe('https://firm.example.com')
  expect(wayOut('http://firm.example.com:8080/', here)).toBe('http://firm.example.com:8080')
  expect(wayOut(here, here)).toBe('/portal')
})

test('a domain that is none, or pretends to be one, is logged and leads nowhere', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const wrong = [
    'firm',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https://digao@evil.example',
    'ftp://x',
  ]
  for (const domain of wrong) expect(wayOut(domain, here)).toBeUndefined()
  expect(logged).toHaveBeenCalledTimes(wrong.length)
})
