import { expect, test } from 'vitest'
import { menuWarning } from './menu-warning.ts'

const hosts = ['tax.example.com']

test('a path without a page is told, a page, a redirect and a page without frame are not', () => {
  expect(menuWarning({ path: '/firm/nothing' }, hosts)).toEqual({ kind: 'noPage', path: '/firm/nothing' })
  for (const path of ['', '/firm/firmTools', '/firm', '/portal/buy', '/work/process/leave/form/7', '/chat?about=vat']) {
    expect(menuWarning({ path }, hosts)).toBeUndefined()
  }
})

test('a site that may not stand inside the frame is told once the hosts are known', () => {
  expect(menuWarning({ href: 'https://other.example.com/a' }, hosts)).toEqual({
    kind: 'hostClosed',
    host: 'other.example.com',
  })
  expect(menuWarning({ href: 'https://tax.example.com:8443/' }, hosts)).toMatchObject({ kind: 'hostClosed' })
  expect(menuWarning({ href: 'https://other.example.com/a' }, undefined)).toBeUndefined()
  // a link elsewhere needs no path of its own
  expect(menuWarning({ href: 'https://tax.example.com/a', path: '/nowhere' }, hosts)).toBeUndefined()
  expect(menuWarning({ href: '/nowhere', path: '/chat' }, hosts)).toMatchObject({ kind: 'noPage' })
})
